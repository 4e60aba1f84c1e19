/**
 * @file
 * The page's own form of a recording: launches, the recorded tiles of each, and their events in the
 * order in which they happened. `decode.ts` makes it from a file; nothing else knows the file.
 */

/** What an event is. */
export enum Kind {
  begin,
  end,
  /** A thread has arrived at a barrier and waits. */
  arrive,
  /** All threads have arrived; the barrier releases the tile. Its thread is `allThreads`. */
  release,
  fence,
  read,
  write,
  atomic,
  /** The checker reports a finding. */
  finding,
}

/** The thread of an event of the whole tile. */
export const allThreads = -1;

/** Stands for a place, a variable, or a value that an event does not have. */
export const none = -1;

/** A line of the source. Columns and lines start at 1; 0 stands for unknown. */
export interface Place {
  /** An index into `Recording.sources`, or `none`. */
  source: number;
  line: number;
  column: number;
  function: string;
  /** The places from which the function was called, the caller first. */
  calls: number[];
}

/** A variable whose accesses are recorded. */
export interface Variable {
  name: string;
  memory: "tile_static" | "global";
  /** The type of an element: `float`. */
  type: string;
  /** The number of elements in each dimension, the slowest first; empty if it is no array. */
  shape: number[];
  /** The names of the members of an element that have values of their own: `.x`; at least one. */
  parts: string[];
  /** The place of its declaration, or `none`. */
  declaration: number;
}

/** The events of a tile as columns; an event is an index into each. */
export interface Events {
  length: number;
  kind: Uint8Array;
  /** The thread's number in its tile, or `allThreads`. */
  thread: Int32Array;
  /** An index into `Recording.places`, or `none`. */
  place: Int32Array;
  /** For accesses and findings: an index into `Tile.variables`, or `none`. */
  variable: Int32Array;
  /** For accesses and findings: the element of the variable. */
  element: Uint32Array;
  /** For accesses: the part of the element, or `none` for all. */
  part: Int16Array;
  /** For findings: the other thread, or `none`. */
  other: Int32Array;
  /** For barriers and fences: 1 for global memory, 2 for tile_static memory, 3 for both. */
  fence: Uint8Array;
  /** For accesses: the value; for findings: the kind. */
  text: string[];
}

export interface Tile {
  /** The row-major number in the grid of tiles. */
  number: number;
  /** The index in the grid of tiles. */
  index: number[];
  hasFinding: boolean;
  /** False if the recording ends before the tile did. */
  isComplete: boolean;
  variables: Variable[];
  events: Events;
}

/** A location as findings name it. The line is 0 if it is unknown. */
export interface Frame {
  file: string;
  line: number;
  text: string;
  function: string;
}

/** An action of threads in a finding. */
export interface FindingEvent {
  /** `read`, `write`, `wait at a barrier`. */
  what: string;
  frame: Frame;
  threads: { local: number[]; tile: number[]; global: number[] }[];
  threadCount: number;
}

export interface Finding {
  kind: string;
  summary: string;
  /** The variable's name, or an empty string. */
  name: string;
  element: string;
  events: FindingEvent[];
  related: { label: string; frame: Frame }[];
  notes: string[];
  help: string;
  count: number;
}

export interface Launch {
  number: number;
  kernel: string;
  /** The extent of the launch in threads. */
  extent: number[];
  /** The shape of its tiles; empty for a launch without tiles. */
  tileShape: number[];
  tiles: Tile[];
  findings: Finding[];
}

export interface Recording {
  program: string;
  /** The value of MILLIAMP_OPTIONS that repeats the run. */
  options: string;
  version: string;
  /** What the recording left out, one sentence each. */
  limits: string[];
  sources: { file: string; text: string | null }[];
  places: Place[];
  launches: Launch[];
}

/** Whether an event of this kind accesses a variable. */
export function isAccess(kind: Kind): boolean {
  return kind === Kind.read || kind === Kind.write || kind === Kind.atomic;
}

/** The number of threads or elements of a shape. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** The index of the element `linear` of a shape, the slowest dimension first. */
export function unflatten(linear: number, shape: readonly number[]): number[] {
  const index = new Array<number>(shape.length);
  for (let d = shape.length - 1; d >= 0; --d) {
    index[d] = linear % shape[d];
    linear = Math.floor(linear / shape[d]);
  }
  return index;
}

/** The number of the element with this index. */
export function flatten(index: readonly number[], shape: readonly number[]): number {
  return shape.reduce((linear, length, d) => linear * length + index[d], 0);
}

/** `(1,3)`, as reports write the index of a thread. */
export function formatIndex(index: readonly number[]): string {
  return `(${index.join(",")})`;
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
