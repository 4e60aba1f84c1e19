/**
 * @file
 * The state of a tile with one variable after some of its events, by the plainest means: maps, sets,
 * and the document itself.
 */
import { Status } from "../src/replay";
import { Event } from "./recordings";

export function expectedAt(events: Event[], time: number, threads = 16) {
  const values = new Map<number, string>();
  let readers = new Map<number, Set<number>>();
  const status = new Array<Status>(threads).fill(Status.notStarted);
  let epoch = 0;
  for (const event of events.slice(0, time)) {
    const [kind, thread, , , element, , value] = event as [
      string,
      number,
      number,
      number,
      number,
      number,
      string,
    ];
    if (kind === "begin") status[thread] = Status.running;
    if (kind === "end") status[thread] = Status.ended;
    if (kind === "arrive") status[thread] = Status.waiting;
    if (kind === "write") values.set(element, value);
    if (kind === "read") readers.set(element, (readers.get(element) ?? new Set()).add(thread));
    if (kind === "release") {
      readers = new Map();
      ++epoch;
      status.forEach((s, t) => {
        if (s === Status.waiting) status[t] = Status.running;
      });
    }
  }
  return { values, readers, status, epoch };
}
