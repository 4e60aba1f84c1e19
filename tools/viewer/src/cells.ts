/**
 * @file
 * What an element of a variable holds at the replay's time.
 */
import { none, Variable } from "./model";
import { TileData } from "./tileData";
import { formatElement, formatThread } from "./values";

/** A part of an element: the event that its value is from, or `none` if nothing is known of it. */
export interface PartState {
  name: string;
  event: number;
  isWritten: boolean;
}

export interface ElementState {
  parts: PartState[];
  /** The latest write of a part, or `none`. */
  writer: number;
  /** The threads that have read a part since the last barrier, in ascending order. */
  readers: number[];
}

export function stateOf(
  { replay }: TileData,
  variable: Variable,
  number: number,
  element: number,
): ElementState {
  const first = replay.firstCell[number] + element * variable.parts.length;
  let writer = none;
  let isRead = false;
  const parts = variable.parts.map((part, p): PartState => {
    const write = replay.writer[first + p];
    writer = Math.max(writer, write);
    isRead ||= replay.isRead(first + p);
    // The host may have written global memory; what a thread has read is there.
    const event =
      write === none && variable.memory === "global" ? replay.latestReadOf(first + p) : write;
    return { name: formatElement(variable, element) + part, event, isWritten: write !== none };
  });
  const readers = !isRead
    ? []
    : parts.length === 1
      ? replay.readers(first)
      : [...new Set(parts.flatMap((_, p) => replay.readers(first + p)))].sort((a, b) => a - b);
  return { parts, writer, readers };
}

/** The values of the parts: `7`, or `1.5, –`; empty if none is known. */
export function valueText({ tile }: TileData, { parts }: ElementState): string {
  if (parts.every((part) => part.event === none)) return "";
  return parts
    .map((part) => (part.event === none ? "–" : tile.events.text[part.event] || "?"))
    .join(", ");
}

/** `sums[3] = 7 by 3, thread (3), read by 2 threads`. */
export function labelOf(
  data: TileData,
  name: string,
  text: string,
  { writer, readers }: ElementState,
): string {
  const by = data.tile.events.thread[writer];
  const value =
    text === ""
      ? `${name} unwritten`
      : writer === none
        ? `${name} = ${text}`
        : `${name} = ${text} by ${by}, thread ${formatThread(data.launch, by)}`;
  if (readers.length === 0) return value;
  return `${value}, read by ${readers.length} ${readers.length === 1 ? "thread" : "threads"}`;
}
