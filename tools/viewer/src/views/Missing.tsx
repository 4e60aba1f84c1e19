/**
 * @file
 * The order that two accesses lack, drawn: the two threads as lines from the barrier before to the
 * barrier after, with what each does in between.
 */
import { Instance } from "../findings";
import { isAccess, Kind, none } from "../model";
import { TileData } from "../tileData";
import { lowerBound } from "../timeline";
import { elementOf, formatAction, formatPlace, formatThread, verbOf } from "../values";

interface Props {
  data: TileData;
  instance: Instance;
  /** How many instances the tile has. */
  count: number;
  onEvent: (event: number) => void;
}

/** What the threads did near their own events: of each, at most this many before and after. */
const nearby = 2;

/** The steps to draw, and among them those that the finding is about. */
function stepsOf(
  { tile }: TileData,
  { event, threads, earlier, later }: Instance,
  start: number,
  end: number,
) {
  const { thread, kind } = tile.events;
  const isConflict = earlier !== none;
  const steps: number[] = [];
  const own: number[] = [];
  for (const t of threads) {
    const of: number[] = [];
    for (let e = start; e < end; ++e) {
      // Without a conflict, it matters where the threads have stopped.
      if (
        thread[e] === t &&
        (isAccess(kind[e]) || (!isConflict && (kind[e] === Kind.arrive || kind[e] === Kind.end)))
      )
        of.push(e);
    }
    const mine = [earlier, later].find((e) => e !== none && thread[e] === t);
    const center = isConflict || threads.length === 1 ? mine : of.filter((e) => e <= event).pop();
    if (center === undefined) continue;
    own.push(center);
    const middle = of.indexOf(center);
    steps.push(...of.slice(Math.max(middle - nearby, 0), middle + 1 + (isConflict ? nearby : 0)));
  }
  return { steps, own };
}

export function Missing({ data, instance, count, onEvent }: Props) {
  const { tile, timeline, recording, launch } = data;
  const { earlier, later, threads: lanes } = instance;
  const { thread, kind, place, text } = tile.events;

  const after = lowerBound(timeline.releases, instance.event);
  const opening = timeline.releases[after - 1] ?? none;
  const closing = timeline.releases[after] ?? none;
  const isConflict = earlier !== none && later !== none && lanes.length === 2;
  const isOneEpoch = earlier > opening;
  const { steps, own } = stepsOf(
    data,
    instance,
    isConflict && !isOneEpoch ? 0 : opening + 1,
    closing === none ? tile.events.length : closing,
  );
  steps.sort((a, b) => a - b);

  const rowHeight = 40;
  const top = 64;
  const width = 420;
  const bottom = top + steps.length * rowHeight + 4;
  const laneX = (t: number) =>
    lanes.length === 1 ? width / 2 : width / 2 + (lanes.indexOf(t) === 0 ? -52 : 52);
  const y = (event: number) => top + (steps.indexOf(event) + 0.5) * rowHeight;
  const barrier = (event: number, number: number) =>
    event === none
      ? number === 0
        ? "start of the tile"
        : "end of the tile"
      : `barrier ${number}${formatPlace(recording, place[event]) && ", " + formatPlace(recording, place[event])}`;
  const sentence = isConflict
    ? isOneEpoch
      ? `No barrier lies between the two accesses, so either can come first: here ${formatThread(launch, lanes[0])} came first.`
      : "A barrier lies between the two accesses, but it does not order this memory."
    : "";

  return (
    <figure class="missing">
      <svg
        viewBox={`0 0 ${width} ${bottom + 34}`}
        role="img"
        aria-label={
          isConflict
            ? `Thread ${formatThread(launch, lanes[0])} ${formatAction(tile, earlier)}; thread ${formatThread(launch, lanes[1])} ${formatAction(tile, later)}; no order between them.`
            : lanes
                .map(
                  (t, i) =>
                    `Thread ${formatThread(launch, t)} ${formatAction(tile, own[i] ?? instance.event)}`,
                )
                .join("; ")
        }
      >
        {lanes.map((t) => (
          <g key={t}>
            <text x={laneX(t)} y={16} class="lane-name" text-anchor="middle">
              thread {formatThread(launch, t)}
            </text>
            <line x1={laneX(t)} x2={laneX(t)} y1={44} y2={bottom} class="lane-line" />
          </g>
        ))}
        {[
          [38, opening, after],
          [bottom, closing, after + (closing === none ? 0 : 1)],
        ].map(([at, event, number], i) => (
          <g key={i}>
            <line
              x1={4}
              x2={width - 4}
              y1={at + 6}
              y2={at + 6}
              class={event === none ? "edge" : "barrier"}
            />
            <text
              x={width / 2}
              y={i === 0 ? at : at + 22}
              class="barrier-name"
              text-anchor="middle"
            >
              {barrier(event, i === 1 && event === none ? 1 : number)}
            </text>
          </g>
        ))}
        {isConflict && (
          <g>
            <line
              x1={laneX(lanes[0])}
              y1={y(earlier)}
              x2={laneX(lanes[1])}
              y2={y(later)}
              class="no-order"
            />
            <g transform={`translate(${width / 2} ${(y(earlier) + y(later)) / 2})`}>
              <rect x={-42} y={-11} width={84} height={22} rx={11} class="no-order-label" />
              <text class="no-order-text" text-anchor="middle" dominant-baseline="central">
                ✕ no order
              </text>
            </g>
          </g>
        )}
        {steps.map((e) => {
          const left = lanes.length > 1 && lanes.indexOf(thread[e]) === 0;
          const isOne = own.includes(e);
          return (
            <g key={e} class={isOne ? "step own" : "step"}>
              <circle cx={laneX(thread[e])} cy={y(e)} r={isOne ? 7 : 4} />
              <text
                x={laneX(thread[e]) + (left ? -14 : 14)}
                y={y(e) - 3}
                text-anchor={left ? "end" : "start"}
              >
                {shorten(
                  isAccess(kind[e])
                    ? `${verbOf(kind[e])} ${elementOf(tile, e)}`
                    : kind[e] === Kind.arrive
                      ? "waits at the barrier"
                      : "ends",
                )}
              </text>
              <text
                x={laneX(thread[e]) + (left ? -14 : 14)}
                y={y(e) + 11}
                class="where"
                text-anchor={left ? "end" : "start"}
              >
                {shorten(
                  [
                    text[e] && `= ${text[e]}`,
                    place[e] !== none && `line ${recording.places[place[e]].line}`,
                  ]
                    .filter(Boolean)
                    .join(", "),
                )}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>
        {sentence} {count > 1 && `One of ${count} instances in this tile.`}
        <span class="buttons">
          {earlier !== none && (
            <button type="button" onClick={() => onEvent(earlier)}>
              Go to the first access
            </button>
          )}
          {later !== none && (
            <button type="button" onClick={() => onEvent(later)}>
              {earlier !== none ? "Go to the second" : "Go to the access"}
            </button>
          )}
        </span>
      </figcaption>
    </figure>
  );
}

function shorten(text: string): string {
  return text.length <= 22 ? text : text.slice(0, 21) + "…";
}
