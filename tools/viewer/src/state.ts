/**
 * @file
 * What the reader of the page has chosen: everything that the URL's fragment holds, so that a link
 * shows the same.
 */
import { Recording } from "./model";
import { Axis } from "./timeline";

/** What is chosen in one recording. */
export interface PaneState {
  launch: number;
  /** An index into the launch's recorded tiles. */
  tile: number;
  /** How many events of the tile have happened. */
  time: number;
  thread: number | null;
  cell: { variable: number; element: number } | null;
  /** An index into the launch's findings. */
  finding: number | null;
}

export type Theme = "auto" | "light" | "dark";

export interface State {
  panes: PaneState[];
  /** The recording that the keys and the transport act on. */
  active: number;
  /** Whether the other recording goes to the same barrier. */
  isLinked: boolean;
  axis: Axis;
  /** Whether elements and lines show how often they are accessed. */
  isHeat: boolean;
  theme: Theme;
}

export const firstPane: PaneState = {
  launch: 0,
  tile: 0,
  time: 0,
  thread: null,
  cell: null,
  finding: null,
};

/** Opens a recording at the first tile that has events, and at its first finding. */
export function initialPane(recording: Recording): PaneState {
  const withFinding = recording.launches.findIndex((launch) => launch.findings.length > 0);
  const withTiles = recording.launches.findIndex((launch) => launch.tiles.length > 0);
  const launch = Math.max(withFinding >= 0 ? withFinding : withTiles, 0);
  const tiles = recording.launches[launch]?.tiles ?? [];
  const tile = Math.max(
    tiles.findIndex((t) => t.hasFinding),
    0,
  );
  const finding = withFinding >= 0 ? 0 : null;
  return { ...firstPane, launch, tile, finding };
}

export function initialState(recordings: Recording[]): State {
  return {
    panes: recordings.map(initialPane),
    active: 0,
    isLinked: recordings.length > 1,
    axis: "parallel",
    isHeat: false,
    theme: "auto",
  };
}

/** The fragment without `#`: `launch=1&time=14&thread=3`; `b.time=9` in the second recording. */
export function toFragment(state: State): string {
  const fields = new URLSearchParams();
  state.panes.forEach((pane, i) => {
    const prefix = i === 0 ? "" : "b.";
    fields.set(prefix + "launch", String(pane.launch));
    fields.set(prefix + "tile", String(pane.tile));
    fields.set(prefix + "time", String(pane.time));
    if (pane.thread !== null) fields.set(prefix + "thread", String(pane.thread));
    if (pane.cell) fields.set(prefix + "cell", `${pane.cell.variable}.${pane.cell.element}`);
    if (pane.finding !== null) fields.set(prefix + "finding", String(pane.finding));
  });
  fields.set("axis", state.axis);
  if (state.isHeat) fields.set("heat", "1");
  if (state.theme !== "auto") fields.set("theme", state.theme);
  if (state.panes.length > 1) {
    fields.set("active", String(state.active));
    fields.set("linked", state.isLinked ? "1" : "0");
  }
  return fields.toString();
}

/** The state of a fragment. What is missing or out of range is taken from `base`. */
export function fromFragment(fragment: string, base: State, recordings: Recording[]): State {
  const fields = new URLSearchParams(fragment);
  const number = (name: string, end: number): number | undefined => {
    const text = fields.get(name);
    if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
    return Number(text) < end ? Number(text) : undefined;
  };
  const panes = base.panes.map((pane, i): PaneState => {
    const prefix = i === 0 ? "" : "b.";
    const launches = recordings[i].launches;
    const launch = number(prefix + "launch", launches.length) ?? pane.launch;
    const tiles = launches[launch]?.tiles ?? [];
    const tile = number(prefix + "tile", tiles.length) ?? (launch === pane.launch ? pane.tile : 0);
    const chosen = tiles[tile];
    if (!chosen) return { ...firstPane, launch, finding: pane.finding };
    const threads = launches[launch].tileShape.reduce((a, b) => a * b, 1);
    const findings = launches[launch].findings.length;
    const cell = /^(\d+)\.(\d+)$/.exec(fields.get(prefix + "cell") ?? "");
    const variable = cell ? chosen.variables[Number(cell[1])] : undefined;
    const elements = variable?.shape.reduce((a, b) => a * b, 1) ?? 0;
    return {
      launch,
      tile,
      time: number(prefix + "time", chosen.events.length + 1) ?? 0,
      thread: number(prefix + "thread", threads) ?? null,
      cell:
        cell && Number(cell[2]) < elements
          ? { variable: Number(cell[1]), element: Number(cell[2]) }
          : null,
      finding:
        number(prefix + "finding", findings) ??
        (launch === pane.launch && findings > 0 ? pane.finding : null),
    };
  });
  const axis = fields.get("axis");
  const theme = fields.get("theme");
  return {
    panes,
    active: number("active", panes.length) ?? base.active,
    isLinked: fields.has("linked") ? fields.get("linked") === "1" : base.isLinked,
    axis: axis === "run" || axis === "parallel" ? axis : base.axis,
    isHeat: fields.get("heat") === "1",
    theme: theme === "light" || theme === "dark" ? theme : base.theme,
  };
}
