/**
 * @file
 * A tile with what is computed from it once: its timeline, its replay, and the steps that the page
 * makes in it.
 */
import { Kind, Launch, none, Recording, sizeOf, Tile } from "./model";
import { Replay } from "./replay";
import { makeTimeline, Timeline } from "./timeline";

export interface TileData {
  recording: Recording;
  launch: Launch;
  tile: Tile;
  threads: number;
  timeline: Timeline;
  replay: Replay;
}

const known = new WeakMap<Tile, TileData>();

/** The data of a recorded tile, or null if the launch has no such tile. */
export function tileData(recording: Recording, launchIndex: number, tileIndex: number): TileData | null {
  const launch = recording.launches[launchIndex];
  const tile = launch?.tiles[tileIndex];
  if (!tile) return null;
  let data = known.get(tile);
  if (!data) {
    const threads = sizeOf(launch.tileShape);
    data = {
      recording, launch, tile, threads,
      timeline: makeTimeline(tile, threads),
      replay: new Replay(tile, threads),
    };
    known.set(tile, data);
  }
  return data;
}

/** The two accesses of a finding in a tile: events, or `none`. */
export interface FindingAccesses {
  finding: number;
  /** The access that revealed it. */
  later: number;
  /** The access of the other thread. */
  earlier: number;
}

/** The accesses that a finding's event is about. */
export function accessesOf({ tile }: TileData, event: number): FindingAccesses {
  const { kind, thread, variable, element, other } = tile.events;
  const isAccess = (e: number) => kind[e] === Kind.read || kind[e] === Kind.write || kind[e] === Kind.atomic;
  let later = event - 1;
  while (later >= 0 && thread[later] !== thread[event]) --later;
  if (later >= 0 && !isAccess(later)) later = none;
  let earlier = none;
  for (let e = event - 1; other[event] !== none && e >= 0; --e) {
    if (thread[e] === other[event] && isAccess(e) && variable[e] === variable[event] &&
        element[e] === element[event] && (kind[e] !== Kind.read || later < 0 || kind[later] !== Kind.read)) {
      earlier = e;
      break;
    }
  }
  return { finding: event, later: Math.max(later, none), earlier };
}

/** The number of the launch's finding that an event is an instance of, or null. */
export function findingOf(data: TileData, event: number): number | null {
  const { tile, launch, recording } = data;
  const { text, variable, place } = tile.events;
  const { later, earlier } = accessesOf(data, event);
  const lines = [later, earlier].filter((e) => e >= 0 && place[e] !== none)
    .map((e) => recording.places[place[e]].line);
  const v = variable[event];
  let best: number | null = null;
  let bestScore = 0;
  launch.findings.forEach((finding, i) => {
    if (finding.kind !== text[event]) return;
    let score = 1;
    if (v !== none && finding.name === tile.variables[v].name) score += 2;
    for (const line of lines) if (finding.events.some((e) => e.frame.line === line)) score += 1;
    if (score > bestScore) {
      bestScore = score;
      best = i;
    }
  });
  return best;
}
