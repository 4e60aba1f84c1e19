/**
 * @file
 * The threads of the tile as a grid of its shape: what each does now.
 */
import { memo } from "preact/compat";
import { none, sizeOf } from "../model";
import { Status } from "../replay";
import { TileData } from "../tileData";
import { formatAction, formatPlace, formatThread } from "../values";
import { CellGrid, rowsOf } from "./CellGrid";
import { isUnchanged } from "./unchanged";

const looks = ["new", "running", "waiting", "ended"];
const words = ["has not begun", "runs", "waits at a barrier", "has ended"];

interface Props {
  data: TileData;
  time: number;
  selected: number | null;
  onSelect: (thread: number | null) => void;
}

export const Threads = memo(function Threads({ data, time, selected, onSelect }: Props) {
  const { launch, tile, replay, recording, threads } = data;
  const shape = launch.tileShape;
  const current = time > 0 ? tile.events.thread[time - 1] : none;
  const counts = [0, 0, 0, 0];
  for (const status of replay.status) ++counts[status];

  const cell = (thread: number) => {
    const status = replay.status[thread];
    const place = threads <= 256 ? formatPlace(recording, replay.place[thread]) : "";
    const label = `thread ${thread} ${formatThread(launch, thread)} ${words[status]}${place && `, ${place}`}`;
    return {
      look: looks[status] + (thread === current ? " current" : ""),
      label,
      text: threads <= 64 ? String(thread) : "",
      small: "",
    };
  };

  const slice = shape.slice(-2);
  const perSlice = sizeOf(slice);
  const slices = Array.from({ length: threads / perSlice }, (_, i) => i);
  const wrapAt = threads > 256 ? 32 : threads > 64 ? 16 : 8;
  return (
    <section class="panel threads" aria-label="Threads">
      <h3>
        Threads <span class="muted">{shape.join(" × ")}</span>
      </h3>
      <div class="slices">
        {slices.map((i) => (
          <div key={i}>
            {slices.length > 1 && <p class="muted">[{i}]</p>}
            <CellGrid
              label={slices.length > 1 ? `threads ${i}, …` : "threads"}
              class={"thread-grid " + (threads <= 64 ? "roomy" : threads <= 256 ? "" : "dense")}
              rows={rowsOf(slice, i * perSlice, wrapAt)}
              selected={selected}
              onSelect={onSelect}
              cell={cell}
            />
          </div>
        ))}
      </div>
      <ul class="legend" aria-label="States of threads">
        {[Status.notStarted, Status.running, Status.waiting, Status.ended].map((status) => (
          <li key={status}>
            <span class={"cell sample " + looks[status]} aria-hidden="true" /> {counts[status]}{" "}
            {["not begun", "running", "waiting", "ended"][status]}
          </li>
        ))}
      </ul>
      {selected !== null && (
        <p class="detail" data-detail="thread">
          <strong>Thread {formatThread(launch, selected)}</strong> {words[replay.status[selected]]}.
          {replay.latest[selected] !== none && (
            <>
              {" "}
              Last event: {formatAction(tile, replay.latest[selected])}
              {replay.place[selected] !== none &&
                `, ${formatPlace(recording, replay.place[selected])}`}
              .
            </>
          )}
        </p>
      )}
    </section>
  );
}, isUnchanged);
