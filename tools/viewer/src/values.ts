/**
 * @file
 * Values and events in words, as the page shows them.
 */
import {
  allThreads,
  fileName,
  formatIndex,
  Kind,
  Launch,
  none,
  Recording,
  Tile,
  unflatten,
  Variable,
} from "./model";

/** `sums[1][3]`, or `points[2].x`. */
export function formatElement(variable: Variable, element: number, part = none): string {
  const index = unflatten(element, variable.shape)
    .map((i) => `[${i}]`)
    .join("");
  return variable.name + index + (part === none ? "" : variable.parts[part]);
}

/** `tile_static float sums[4][4]`. */
export function formatDeclaration(variable: Variable): string {
  const dimensions = variable.shape.map((length) => `[${length}]`).join("");
  const memory = variable.memory === "tile_static" ? "tile_static " : "";
  return `${memory}${variable.type} ${variable.name}${dimensions}`;
}

/** `kernel.cpp:12`, or an empty string if it is unknown. */
export function formatPlace(recording: Recording, place: number): string {
  if (place === none) return "";
  const { source, line } = recording.places[place];
  return source === none ? "" : `${fileName(recording.sources[source].file)}:${line}`;
}

/** `(0,3)`. */
export function formatThread(launch: Launch, thread: number): string {
  return formatIndex(unflatten(thread, launch.tileShape));
}

const fences = ["", "global memory", "tile_static memory", "all memory"];

/** The element that an access or a finding is about: `sums[3]`. */
export function elementOf(tile: Tile, event: number): string {
  const { variable, element, part } = tile.events;
  const v = variable[event];
  return v === none ? "memory" : formatElement(tile.variables[v], element[event], part[event]);
}

/** What an access does to an element: `writes`. */
export function verbOf(kind: Kind): string {
  return kind === Kind.read ? "reads" : kind === Kind.write ? "writes" : "updates";
}

/** What an event does, without its thread and place: `writes sums[3] = 7`. */
export function formatAction(tile: Tile, event: number): string {
  const { kind, fence, text } = tile.events;
  const value = text[event] === "" ? "" : ` = ${text[event]}`;
  switch (kind[event] as Kind) {
    case Kind.begin:
      return "begins";
    case Kind.end:
      return "ends";
    case Kind.arrive:
      return `waits at the barrier (fence: ${fences[fence[event]]})`;
    case Kind.release:
      return `pass the barrier (fence: ${fences[fence[event]]})`;
    case Kind.fence:
      return `passes a fence of ${fences[fence[event]]}`;
    case Kind.read:
    case Kind.write:
      return `${verbOf(kind[event])} ${elementOf(tile, event)}${value}`;
    case Kind.atomic:
      return `updates ${elementOf(tile, event)}${value} atomically`;
    case Kind.finding:
      return `has a finding: ${text[event]}`;
  }
}

/** `Thread (0, 3) writes sums[3] = 7, kernel.cpp:12`. */
export function formatEvent(
  recording: Recording,
  launch: Launch,
  tile: Tile,
  event: number,
): string {
  const t = tile.events.thread[event];
  const who = t === allThreads ? "All threads" : `Thread ${formatThread(launch, t)}`;
  const where = formatPlace(recording, tile.events.place[event]);
  return `${who} ${formatAction(tile, event)}${where ? `, ${where}` : ""}`;
}
