/**
 * @file
 * Where the events of a tile lie in time, and which event a step leads to. There are two axes: "as
 * run" shows the order in which the schedule ran the threads, one after another; "in parallel" lets
 * the threads of an epoch begin together, as on a device, so that a barrier is a front that all leave
 * at once.
 */
import { allThreads, Kind, none, Tile } from "./model";

export type Axis = "run" | "parallel";

export interface Timeline {
  /** The releases of the tile's barriers, in order. */
  releases: number[];
  /** The events that report findings. */
  findings: number[];
  /** For each event: the event of the same thread before it, or `none`. */
  previous: Int32Array;
  /** For each axis: the position of each event, and the length of the axis. */
  position: Record<Axis, Float32Array>;
  length: Record<Axis, number>;
}

export function makeTimeline(tile: Tile, threads: number): Timeline {
  const { length, kind, thread } = tile.events;
  const releases: number[] = [];
  const findings: number[] = [];
  const previous = new Int32Array(length);
  const run = new Float32Array(length);
  const parallel = new Float32Array(length);

  const latest = new Int32Array(threads).fill(none);
  // In parallel, each thread is at a position of its own until a barrier aligns them.
  const at = new Float32Array(threads);
  let farthest = 0;
  for (let e = 0; e < length; ++e) {
    run[e] = e;
    const t = thread[e];
    if (t === allThreads) {
      previous[e] = none;
      parallel[e] = farthest;
      if (kind[e] === Kind.release) {
        at.fill(++farthest);
        releases.push(e);
      }
    } else {
      previous[e] = latest[t];
      latest[t] = e;
      // A finding is shown at the access that it is about.
      parallel[e] = kind[e] === Kind.finding ? Math.max(at[t] - 1, 0) : at[t]++;
      if (at[t] > farthest) farthest = at[t];
    }
    if (kind[e] === Kind.finding) findings.push(e);
  }
  return {
    releases,
    findings,
    previous,
    position: { run, parallel },
    length: { run: Math.max(length, 1), parallel: Math.max(farthest, 1) },
  };
}

export type Step = "event" | "thread" | "barrier" | "finding" | "end";

/**
 * The time that a step leads to. A time is a number of events: after a step to an event, that event
 * is the last to have happened.
 */
export function step(
  tile: Tile,
  timeline: Timeline,
  time: number,
  by: Step,
  direction: 1 | -1,
  selected: number | null,
): number {
  const last = tile.events.length;
  switch (by) {
    case "event":
      return Math.min(Math.max(time + direction, 0), last);
    case "end":
      return direction > 0 ? last : 0;
    case "barrier":
      return nextOf(timeline.releases, time, direction) ?? (direction > 0 ? last : 0);
    case "finding":
      return nextOf(timeline.findings, time, direction) ?? time;
    case "thread": {
      if (selected === null) return step(tile, timeline, time, "event", direction, null);
      for (let e = time - 1 + direction; e >= 0 && e < last; e += direction) {
        if (tile.events.thread[e] === selected) return e + 1;
      }
      return time;
    }
  }
}

/** The time just after the next of these events (ascending), or undefined if there is none. */
function nextOf(events: number[], time: number, direction: 1 | -1): number | undefined {
  const index = lowerBound(events, direction > 0 ? time : time - 1);
  const event = events[direction > 0 ? index : index - 1];
  return event === undefined ? undefined : event + 1;
}

/** The index of the first element that is not less than the value. */
export function lowerBound(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The time at a position of an axis: the latest at which no event beyond it has happened. */
export function timeAt(timeline: Timeline, axis: Axis, position: number): number {
  const positions = timeline.position[axis];
  if (axis === "run") return Math.min(Math.max(Math.round(position), 0), positions.length);
  // The order of the run and the axis agree between barriers only: take the epoch, and within it the
  // share of its events.
  const starts = timeline.releases;
  let epoch = 0;
  while (epoch < starts.length && positions[starts[epoch]] + 1 <= position) ++epoch;
  const first = epoch === 0 ? 0 : starts[epoch - 1] + 1;
  const end = epoch < starts.length ? starts[epoch] + 1 : positions.length;
  const from = epoch === 0 ? 0 : positions[starts[epoch - 1]] + 1;
  const to = epoch < starts.length ? positions[starts[epoch]] + 1 : timeline.length.parallel;
  const share = to > from ? (position - from) / (to - from) : 0;
  return Math.min(Math.max(first + Math.round(share * (end - first)), 0), positions.length);
}
