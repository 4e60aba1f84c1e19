/**
 * @file
 * The state of a tile after some of its events: what each thread does, and what each cell of each
 * variable holds. A step forward replays one event; a step back replays from the start, which takes
 * some milliseconds for 100,000 events.
 */
import { allThreads, Kind, none, sizeOf, Tile } from "./model";

/** What a thread does. */
export enum Status {
  notStarted,
  running,
  waiting,
  ended,
}

/** An access's range of cells: [first, end). */
interface Cells {
  first: number;
  end: number;
}

export class Replay {
  /** How many events have happened. */
  time = 0;
  /** How many barriers the tile has passed. */
  epoch = 0;
  readonly status: Uint8Array;
  /** For each thread: its latest event, or `none`. */
  readonly latest: Int32Array;
  /** For each thread: the place of its latest event that has one, or `none`. */
  readonly place: Int32Array;
  /** For each cell of all variables: the event that wrote it last, or `none`. A part of an element
   *  is a cell. */
  readonly writer: Int32Array;
  /** The number of the first cell of each variable. */
  readonly firstCell: number[] = [];

  /** For each cell: its latest read, and for each event the read of this cell before it. */
  private readonly latestRead: Int32Array;
  private readonly readBefore: Int32Array;
  private epochStart = 0;

  constructor(
    readonly tile: Tile,
    readonly threads: number,
  ) {
    let cells = 0;
    for (const variable of tile.variables) {
      this.firstCell.push(cells);
      cells += sizeOf(variable.shape) * variable.parts.length;
    }
    this.status = new Uint8Array(threads);
    this.latest = new Int32Array(threads);
    this.place = new Int32Array(threads);
    this.writer = new Int32Array(cells);
    this.latestRead = new Int32Array(cells);
    this.readBefore = new Int32Array(tile.events.length);
    this.reset();
  }

  /** Goes to the state after the first `time` events. */
  seek(time: number): void {
    if (time < this.time) this.reset();
    for (; this.time < time; ++this.time) this.apply(this.time);
  }

  /** The threads that have read the cell since the last barrier, in ascending order. */
  readers(cell: number): number[] {
    const found = new Set<number>();
    const { thread } = this.tile.events;
    for (let e = this.latestRead[cell]; e >= this.epochStart; e = this.readBefore[e]) {
      found.add(thread[e]);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** The latest read of the cell, or `none`. */
  latestReadOf(cell: number): number {
    return this.latestRead[cell];
  }

  /** Whether a thread has read the cell since the last barrier. */
  isRead(cell: number): boolean {
    return this.latestRead[cell] >= this.epochStart && this.latestRead[cell] !== none;
  }

  /** The cells that an event accesses. */
  cellsOf(event: number): Cells {
    const { variable, element, part } = this.tile.events;
    const v = variable[event];
    if (v === none) return { first: 0, end: 0 };
    const parts = this.tile.variables[v].parts.length;
    const first = this.firstCell[v] + element[event] * parts;
    if (part[event] === none) return { first, end: first + parts };
    return { first: first + part[event], end: first + part[event] + 1 };
  }

  private reset(): void {
    this.time = 0;
    this.epoch = 0;
    this.epochStart = 0;
    this.status.fill(Status.notStarted);
    this.latest.fill(none);
    this.place.fill(none);
    this.writer.fill(none);
    this.latestRead.fill(none);
  }

  private apply(event: number): void {
    const { kind, thread, place } = this.tile.events;
    const t = thread[event];
    switch (kind[event]) {
      case Kind.begin:
        this.status[t] = Status.running;
        break;
      case Kind.end:
        this.status[t] = Status.ended;
        break;
      case Kind.arrive:
        this.status[t] = Status.waiting;
        break;
      case Kind.release:
        for (let i = 0; i < this.threads; ++i) {
          if (this.status[i] === Status.waiting) this.status[i] = Status.running;
        }
        ++this.epoch;
        this.epochStart = event;
        break;
      case Kind.read:
        this.applyRead(event);
        break;
      case Kind.write:
        this.applyWrite(event);
        break;
      case Kind.atomic:
        this.applyRead(event);
        this.applyWrite(event);
        break;
    }
    if (t === allThreads) return;
    this.latest[t] = event;
    if (place[event] !== none) this.place[t] = place[event];
  }

  private applyRead(event: number): void {
    const { first, end } = this.cellsOf(event);
    if (first === end) return;
    // A read of all parts is listed for the first: an event has one link.
    this.readBefore[event] = this.latestRead[first];
    this.latestRead[first] = event;
  }

  private applyWrite(event: number): void {
    const { first, end } = this.cellsOf(event);
    this.writer.fill(event, first, end);
  }
}
