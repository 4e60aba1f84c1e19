/**
 * @file
 * How often the threads of a tile access each element and each source line, in all of its recorded
 * events: what the heat map shows.
 */
import { isAccess, Kind, none, Place, Tile } from "./model";

/** The accesses of an element, a line, or a tile. An atomic operation reads and writes. */
export interface Accesses {
  reads: number;
  writes: number;
}

export interface Heat {
  /** For each variable, its elements that are accessed. */
  elements: Map<number, Accesses>[];
  /** For each source, its lines that access variables. */
  lines: Map<number, Accesses>[];
  /** The most accesses of an element. */
  mostOfElement: number;
  /** The most accesses of a line. */
  mostOfLine: number;
}

/** The number of steps of the color scale, without that of no access. */
const steps = 5;

export function heatOf(tile: Tile, places: readonly Place[]): Heat {
  const heat: Heat = {
    elements: tile.variables.map(() => new Map()),
    lines: [],
    mostOfElement: 0,
    mostOfLine: 0,
  };
  const { events } = tile;
  for (let e = 0; e < events.length; ++e) {
    if (!isAccess(events.kind[e])) continue;
    const { source, line } = places[events.place[e]] ?? { source: none, line: 0 };
    if (source !== none) {
      const count = add((heat.lines[source] ??= new Map()), line, events.kind[e]);
      heat.mostOfLine = Math.max(heat.mostOfLine, count);
    }
    if (events.variable[e] !== none) {
      const count = add(heat.elements[events.variable[e]], events.element[e], events.kind[e]);
      heat.mostOfElement = Math.max(heat.mostOfElement, count);
    }
  }
  return heat;
}

export function countOf(accesses: Accesses | undefined): number {
  return accesses ? accesses.reads + accesses.writes : 0;
}

/** `13 accesses: 12 reads, 1 write`; `0 accesses`. */
export function formatAccesses(accesses: Accesses | undefined): string {
  const total = countOf(accesses);
  const text = `${total} ${total === 1 ? "access" : "accesses"}`;
  if (!accesses) return text;
  const { reads, writes } = accesses;
  const parts = [reads > 0 && plural(reads, "read"), writes > 0 && plural(writes, "write")];
  return `${text}: ${parts.filter(Boolean).join(", ")}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The step of the color scale, 0 for no access. The scale is logarithmic: `most` is the last. */
export function stepOf(count: number, most: number): number {
  if (count === 0) return 0;
  return most <= 1 ? steps : 1 + Math.round((Math.log(count) / Math.log(most)) * (steps - 1));
}

/** Counts an access, and returns how many there are now. */
function add(to: Map<number, Accesses>, key: number, kind: Kind): number {
  let accesses = to.get(key);
  if (!accesses) to.set(key, (accesses = { reads: 0, writes: 0 }));
  if (kind !== Kind.write) ++accesses.reads;
  if (kind !== Kind.read) ++accesses.writes;
  return countOf(accesses);
}
