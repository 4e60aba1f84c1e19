/**
 * @file
 * A tile with what is computed from it once: its timeline, its replay and its heat map.
 */
import { Heat, heatOf } from "./heat";
import { Launch, Recording, sizeOf, Tile } from "./model";
import { Replay } from "./replay";
import { makeTimeline, Timeline } from "./timeline";

export interface TileData {
  recording: Recording;
  launch: Launch;
  tile: Tile;
  threads: number;
  timeline: Timeline;
  replay: Replay;
  heat: Heat;
}

const known = new WeakMap<Tile, TileData>();

/** The data of a recorded tile, or null if the launch has no such tile. */
export function tileData(
  recording: Recording,
  launchIndex: number,
  tileIndex: number,
): TileData | null {
  const launch = recording.launches[launchIndex];
  const tile = launch?.tiles[tileIndex];
  if (!tile) return null;
  let data = known.get(tile);
  if (!data) {
    const threads = sizeOf(launch.tileShape);
    data = {
      recording,
      launch,
      tile,
      threads,
      timeline: makeTimeline(tile, threads),
      replay: new Replay(tile, threads),
      heat: heatOf(tile, recording.places),
    };
    known.set(tile, data);
  }
  return data;
}
