/**
 * @file
 * One recording: its launch and tile, and all views of the tile at the chosen time.
 */
import { formatIndex, Recording } from "../model";
import { PaneState } from "../state";
import { tileData } from "../tileData";
import { Axis } from "../timeline";
import { formatEvent } from "../values";
import { Findings } from "./Findings";
import { Lanes } from "./Lanes";
import { Memory } from "./Memory";
import { Source } from "./Source";
import { Threads } from "./Threads";
import { Tiles } from "./Tiles";

interface Props {
  recording: Recording;
  pane: PaneState;
  number: number;
  isActive: boolean;
  isOnly: boolean;
  axis: Axis;
  isHeat: boolean;
  zoom: number;
  theme: string;
  onChange: (change: Partial<PaneState>) => void;
  onActivate: () => void;
}

export function Pane({
  recording,
  pane,
  number,
  isActive,
  isOnly,
  axis,
  isHeat,
  zoom,
  theme,
  onChange,
  onActivate,
}: Props) {
  const launch = recording.launches[pane.launch];
  const data = tileData(recording, pane.launch, pane.tile);
  data?.replay.seek(pane.time);
  const count = data?.tile.events.length ?? 0;
  const { releases } = data?.timeline ?? { releases: [] };

  return (
    <section
      class={isActive && !isOnly ? "pane active" : "pane"}
      data-pane={number}
      aria-label={`Recording of ${recording.program}`}
      onPointerDown={onActivate}
      onFocusCapture={onActivate}
    >
      <header class="pane-head">
        <h2>
          {recording.program} <span class="muted">{scheduleOf(recording)}</span>
        </h2>
        {recording.launches.length > 1 && (
          <label>
            Launch{" "}
            <select
              value={pane.launch}
              onChange={(e) => onChange({ ...startOf(recording, Number(e.currentTarget.value)) })}
            >
              {recording.launches.map((l, i) => (
                <option value={i}>
                  {l.number}: {l.kernel}
                  {l.findings.length > 0
                    ? ` (${l.findings.length} ${l.findings.length === 1 ? "finding" : "findings"})`
                    : ""}
                </option>
              ))}
            </select>
          </label>
        )}
        {launch && (
          <p class="muted">
            {launch.extent.join(" × ")} threads
            {launch.tileShape.length > 0 && ` in tiles of ${launch.tileShape.join(" × ")}`}
          </p>
        )}
        {recording.limits.length > 0 && (
          <details>
            <summary>Not all is recorded</summary>
            <ul>
              {recording.limits.map((limit, i) => (
                <li key={i}>{limit}</li>
              ))}
            </ul>
          </details>
        )}
      </header>

      {!launch && <p class="notice">The recording has no launch on the checking engine.</p>}
      {launch && !data && (
        <p class="notice">
          {launch.tileShape.length === 0
            ? "This launch has no tiles: its threads cannot wait for each other."
            : "No tile of this launch is recorded."}
        </p>
      )}
      {data && (
        <>
          <p class="status" role="status" aria-live="polite">
            <span class="counter">
              event {pane.time} of {count}
              {releases.length > 0 && `, after barrier ${data.replay.epoch} of ${releases.length}`}
            </span>{" "}
            <span class="happens">
              {pane.time === 0
                ? "No thread has begun."
                : formatEvent(recording, launch, data.tile, pane.time - 1) + "."}
            </span>
          </p>
          <div class="views">
            <div class="column">
              <Tiles
                launch={launch}
                selected={pane.tile}
                onSelect={(tile) => tile !== pane.tile && onChange(ofTile(tile))}
              />
              <Threads
                data={data}
                time={pane.time}
                selected={pane.thread}
                onSelect={(thread) => onChange({ thread })}
              />
            </div>
            <Source key={recording.program} data={data} time={pane.time} isHeat={isHeat} />
            <Memory
              key={formatIndex(data.tile.index)}
              data={data}
              time={pane.time}
              isHeat={isHeat}
              selected={pane.cell}
              onSelect={(cell) => onChange({ cell })}
            />
          </div>
          <section class="panel" aria-label="Time">
            <h3>
              Time{" "}
              <span class="muted">
                {axis === "run" ? "in the order of the run" : "as if in parallel"}
              </span>
            </h3>
            <Lanes
              data={data}
              time={pane.time}
              axis={axis}
              zoom={zoom}
              theme={theme}
              selected={pane.thread}
              onTime={(time) => onChange({ time })}
              onSelect={(thread) => onChange({ thread })}
            />
            <Legend />
          </section>
        </>
      )}
      {launch && (
        <Findings
          launch={launch}
          data={data}
          selected={pane.finding}
          onSelect={(finding) => onChange({ finding })}
          onEvent={(event) => onChange({ time: event + 1 })}
          onTile={(tile) => onChange(ofTile(tile))}
        />
      )}
    </section>
  );
}

/** The options of the run, but for those of the recording and of `milliamp run`. */
function scheduleOf(recording: Recording): string {
  return recording.options
    .split(":")
    .filter((option) => !/^(trace_|time_limit=)/.test(option))
    .join(":");
}

function ofTile(tile: number): Partial<PaneState> {
  return { tile, time: 0, thread: null, cell: null };
}

function startOf(recording: Recording, launch: number): PaneState {
  const finding = recording.launches[launch].findings.length > 0 ? 0 : null;
  return { launch, tile: 0, time: 0, thread: null, cell: null, finding };
}

function Legend() {
  const items = [
    ["run", "runs"],
    ["wait", "waits"],
    ["read", "read"],
    ["write", "write"],
    ["atomic", "atomic"],
    ["fence", "fence"],
    ["front", "barrier"],
    ["finding", "finding"],
  ];
  return (
    <ul class="legend" aria-label="Marks in the lanes">
      {items.map(([look, text]) => (
        <li key={look}>
          <span class={"key key-" + look} aria-hidden="true" /> {text}
        </li>
      ))}
    </ul>
  );
}
