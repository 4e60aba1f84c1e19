/**
 * @file
 * Where a finding is in a tile: its events, its threads, and the two accesses that lack an order.
 */
import { Finding, flatten, isAccess, Kind, none } from "./model";
import { TileData } from "./tileData";
import { elementOf } from "./values";

/** An instance of a finding in a tile. */
export interface Instance {
  /** The event that reports it; if none does, that of its last action. */
  event: number;
  /** Its one or two threads. */
  threads: number[];
  /** The access of another thread, or `none`. */
  earlier: number;
  /** The access that revealed it, or `none`. */
  later: number;
}

/** The instance that a finding's event reports. */
export function instanceAt({ tile }: TileData, event: number): Instance {
  const { kind, thread, variable, element, other } = tile.events;
  let later = event - 1;
  while (later >= 0 && thread[later] !== thread[event]) --later;
  if (later < 0 || !isAccess(kind[later])) later = none;

  let earlier = none;
  const isRead = later !== none && kind[later] === Kind.read;
  for (let e = event - 1; other[event] !== none && e >= 0; --e) {
    // Two reads are no race.
    const isConflict = isAccess(kind[e]) && !(isRead && kind[e] === Kind.read);
    if (
      thread[e] === other[event] &&
      isConflict &&
      variable[e] === variable[event] &&
      element[e] === element[event]
    ) {
      earlier = e;
      break;
    }
  }
  const threads = [other[event], thread[event]].filter(
    (t, i, all) => t !== none && all.indexOf(t) === i,
  );
  return { event, threads, earlier, later };
}

/** The number of the launch's finding that an event reports, or null. */
export function findingOf(data: TileData, event: number): number | null {
  const { tile, launch, recording } = data;
  const { text, variable, place } = tile.events;
  const { later, earlier } = instanceAt(data, event);
  const lines = [later, earlier]
    .filter((e) => e >= 0 && place[e] !== none)
    .map((e) => recording.places[place[e]].line);
  const v = variable[event];
  let best: number | null = null;
  let bestScore = 0;
  launch.findings.forEach((finding, i) => {
    if (finding.kind !== text[event]) return;
    let score = 1;
    if (v !== none && finding.name === tile.variables[v].name) score += 2;
    for (const line of lines) if (finding.events.some((e) => e.frame.line === line)) score += 1;
    if (score > bestScore) {
      bestScore = score;
      best = i;
    }
  });
  return best;
}

/** The threads that the finding names, if they are of this tile. */
function namedThreads({ tile, launch }: TileData, finding: Finding): number[] {
  const named = finding.events.map(({ threads: [thread] }) =>
    thread &&
    thread.tile.join() === tile.index.join() &&
    thread.local.length === launch.tileShape.length
      ? flatten(thread.local, launch.tileShape)
      : none,
  );
  return named.filter((t, i) => t !== none && named.indexOf(t) === i);
}

/**
 * The instances of a finding in a tile, the one that its text describes first.
 */
export function instancesOf(data: TileData, number: number): Instance[] {
  const finding = data.launch.findings[number];
  const named = namedThreads(data, finding);
  const reported = data.timeline.findings
    .filter((e) => findingOf(data, e) === number)
    .map((e) => instanceAt(data, e));
  if (reported.length === 0) return described(data, finding, named);
  const score = ({ event, threads, earlier, later }: Instance) =>
    (earlier !== none && later !== none ? 4 : 0) +
    (threads.every((t) => named.includes(t)) ? 2 : 0) +
    (elementOf(data.tile, event) === finding.element ? 1 : 0);
  const best = reported.reduce((a, b) => (score(b) > score(a) ? b : a));
  if (best.threads.length < 2 && named.length === 2) best.threads = named;
  return [best, ...reported.filter((instance) => instance !== best)];
}

/** The instance that the finding's text describes, if no event reports it. */
function described({ tile, recording }: TileData, finding: Finding, named: number[]): Instance[] {
  const { length, kind, thread, place } = tile.events;
  const found: number[] = [];
  for (const { frame } of finding.events) {
    for (let e = 0; e < length; ++e) {
      if (
        !isAccess(kind[e]) ||
        place[e] === none ||
        !named.includes(thread[e]) ||
        found.includes(e)
      )
        continue;
      if (recording.places[place[e]].line !== frame.line) continue;
      found.push(e);
      break;
    }
  }
  if (found.length === 0) return [];
  found.sort((a, b) => a - b);
  const later = found[found.length - 1];
  const earlier = found.length > 1 ? found[0] : none;
  return [{ event: later, threads: named.slice(0, 2), earlier, later }];
}
