/**
 * @file
 * The page: its state, its keys, and one or two recordings.
 */
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { Recording } from "../model";
import { fromFragment, initialState, PaneState, State, Theme, toFragment } from "../state";
import { tileData } from "../tileData";
import { step, Step } from "../timeline";
import { formatEvent } from "../values";
import { Help } from "./Help";
import { Pane } from "./Pane";
import { speeds, Transport } from "./Transport";

type Change = (state: State) => State;

/** The time of another recording's tile at the same barrier, with the same share of the epoch. */
function sameMoment(recordings: Recording[], state: State, from: number, to: number): number {
  const of = (i: number) => tileData(recordings[i], state.panes[i].launch, state.panes[i].tile);
  const source = of(from);
  const target = of(to);
  if (!source || !target) return 0;
  const { time } = state.panes[from];
  const bounds = (releases: number[], epoch: number, length: number) => [
    epoch === 0 ? 0 : releases[epoch - 1] + 1,
    epoch < releases.length ? releases[epoch] + 1 : length,
  ];
  const epoch = source.timeline.releases.filter((release) => release < time).length;
  if (epoch > target.timeline.releases.length) return target.tile.events.length;
  const [a, b] = bounds(source.timeline.releases, epoch, source.tile.events.length);
  const [c, d] = bounds(target.timeline.releases, epoch, target.tile.events.length);
  return Math.round(c + (b > a ? (time - a) / (b - a) : 0) * (d - c));
}

export function App({ recordings }: { recordings: Recording[] }) {
  const [state, change] = useReducer<State, Change>(
    (s, c) => c(s),
    fromFragment(location.hash.slice(1), initialState(recordings), recordings),
  );
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(10);
  const [zoom, setZoom] = useState(1);
  const [isHelpOpen, setHelpOpen] = useState(false);

  const changePane = (i: number, update: (pane: PaneState, s: State) => Partial<PaneState>) =>
    change((s) => {
      const changes = update(s.panes[i], s);
      const next = { ...s, panes: s.panes.map((p, j) => (j === i ? { ...p, ...changes } : p)) };
      if (s.isLinked && s.panes.length > 1 && changes.time !== undefined) {
        const other = 1 - i;
        next.panes[other] = { ...next.panes[other], time: sameMoment(recordings, next, i, other) };
      }
      return next;
    });
  const { active } = state;
  const pane = state.panes[active];
  const data = tileData(recordings[active], pane.launch, pane.tile);
  const go = (by: Step, direction: 1 | -1) =>
    changePane(active, (p) => {
      const now = tileData(recordings[active], p.launch, p.tile);
      return now ? { time: step(now.tile, now.timeline, p.time, by, direction, p.thread) } : {};
    });

  const theme = useTheme(state.theme);
  useFragment(state, recordings, change);
  usePlaying(isPlaying, speed, () => {
    const length = data?.tile.events.length ?? 0;
    if (pane.time >= length) setPlaying(false);
    else go("event", 1);
  });

  const play = () => {
    if (!isPlaying && data && pane.time === data.tile.events.length)
      changePane(active, () => ({ time: 0 }));
    setPlaying(!isPlaying);
  };
  const setTheme = () => change((s) => ({ ...s, theme: theme === "dark" ? "light" : "dark" }));
  const turnHeat = () => change((s) => ({ ...s, isHeat: !s.isHeat }));
  const turnAxis = () => change((s) => ({ ...s, axis: s.axis === "run" ? "parallel" : "run" }));
  const zoomBy = (factor: number) => setZoom((z) => Math.min(Math.max(z * factor, 1), 4096));
  const changeSpeed = (by: number) =>
    setSpeed((s) => speeds[Math.min(Math.max(speeds.indexOf(s) + by, 0), speeds.length - 1)]);

  const keys: Record<string, () => void> = {
    ArrowRight: () => go("event", 1),
    ArrowLeft: () => go("event", -1),
    ".": () => go("event", 1),
    ",": () => go("event", -1),
    b: () => go("barrier", 1),
    B: () => go("barrier", -1),
    f: () => go("finding", 1),
    F: () => go("finding", -1),
    t: () => go("thread", 1),
    T: () => go("thread", -1),
    Home: () => go("end", -1),
    End: () => go("end", 1),
    " ": play,
    p: play,
    ">": () => changeSpeed(1),
    "<": () => changeSpeed(-1),
    "+": () => zoomBy(2),
    "-": () => zoomBy(0.5),
    "0": () => setZoom(1),
    a: turnAxis,
    h: turnHeat,
    d: setTheme,
    o: () => change((s) => ({ ...s, active: (s.active + 1) % s.panes.length })),
    l: () => change((s) => ({ ...s, isLinked: !s.isLinked })),
    n: () => changePane(active, (p, s) => nextFinding(recordings[s.active], p)),
    "?": () => setHelpOpen(!isHelpOpen),
    Escape: () => setHelpOpen(false),
  };
  useKeys(keys);

  return (
    <>
      <header class="page-head">
        <h1>Milliamp</h1>
        <div class="tools">
          {state.panes.length > 1 && (
            <label>
              <input
                type="checkbox"
                checked={state.isLinked}
                onChange={(e) => {
                  const isLinked = e.currentTarget.checked;
                  change((s) => ({ ...s, isLinked }));
                }}
              />{" "}
              step together
            </label>
          )}
          <button
            type="button"
            onClick={turnAxis}
            title="Turn between the order of the run and parallel threads (a)"
          >
            {state.axis === "run" ? "Show in parallel" : "Show as run"}
          </button>
          <button
            type="button"
            onClick={turnHeat}
            aria-pressed={state.isHeat}
            title="Show how often elements and lines are accessed (h)"
          >
            Heat map
          </button>
          <span class="zoom" role="group" aria-label="Zoom">
            <button
              type="button"
              onClick={() => zoomBy(0.5)}
              disabled={zoom === 1}
              aria-label="Zoom out (-)"
              title="Zoom out (-)"
            >
              −
            </button>
            <button
              type="button"
              onClick={() => zoomBy(2)}
              aria-label="Zoom in (+)"
              title="Zoom in (+)"
            >
              +
            </button>
          </span>
          <button
            type="button"
            onClick={setTheme}
            title="Light or dark (d)"
            aria-label="Light or dark (d)"
          >
            ◐
          </button>
          <button
            type="button"
            onClick={() => setHelpOpen(!isHelpOpen)}
            aria-expanded={isHelpOpen}
            title="Keys (?)"
          >
            Keys
          </button>
        </div>
      </header>
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
      {data && (
        <Transport
          time={pane.time}
          length={data.tile.events.length}
          isPlaying={isPlaying}
          speed={speed}
          hasFindings={data.timeline.findings.length > 0}
          valueText={
            pane.time === 0
              ? "before the first event"
              : formatEvent(data.recording, data.launch, data.tile, pane.time - 1)
          }
          onStep={go}
          onTime={(time) => changePane(active, () => ({ time }))}
          onPlay={play}
          onSpeed={setSpeed}
        />
      )}
      <main class={state.panes.length > 1 ? "panes two" : "panes"}>
        {recordings.map((recording, i) => (
          <Pane
            key={i}
            recording={recording}
            pane={state.panes[i]}
            number={i}
            axis={state.axis}
            isHeat={state.isHeat}
            zoom={zoom}
            theme={theme}
            isActive={i === active}
            isOnly={recordings.length === 1}
            onChange={(changes) => changePane(i, () => changes)}
            onActivate={() => i !== active && change((s) => ({ ...s, active: i }))}
          />
        ))}
      </main>
    </>
  );
}

/** The next finding of the launch, explained. */
function nextFinding(recording: Recording, pane: PaneState): Partial<PaneState> {
  const count = recording.launches[pane.launch]?.findings.length ?? 0;
  return count === 0 ? {} : { finding: ((pane.finding ?? -1) + 1) % count };
}

/** Gives the page the colors of a theme, and returns which they are. */
function useTheme(theme: Theme): "light" | "dark" {
  const query = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const onChange = () => setDark(query.matches);
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, []);
  const shown = theme === "auto" ? (isDark ? "dark" : "light") : theme;
  // At once: the lanes are drawn with colors that the style sheet has for it.
  document.documentElement.dataset.theme = shown;
  return shown;
}

/** Keeps the URL's fragment and the state equal. */
function useFragment(state: State, recordings: Recording[], change: (c: Change) => void): void {
  const written = useRef(location.hash.slice(1));
  useEffect(() => {
    // Browsers limit how often the URL may change.
    const timer = setTimeout(() => {
      written.current = toFragment(state);
      history.replaceState(null, "", "#" + written.current);
    }, 200);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => {
    const onHashChange = () => {
      const fragment = location.hash.slice(1);
      if (fragment !== written.current)
        change(() => fromFragment(fragment, initialState(recordings), recordings));
    };
    addEventListener("hashchange", onHashChange);
    return () => removeEventListener("hashchange", onHashChange);
  }, []);
}

/** Calls `next` `speed` times a second; several times in a frame if need be. */
function usePlaying(isPlaying: boolean, speed: number, next: () => void): void {
  const latest = useRef(next);
  latest.current = next;
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    let due = performance.now();
    const onFrame = (now: number) => {
      // What a slow frame has missed is not made up for.
      due = Math.max(due, now - 100);
      for (; due <= now; due += 1000 / speed) latest.current();
      frame = requestAnimationFrame(onFrame);
    };
    frame = requestAnimationFrame(onFrame);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, speed]);
}

function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target as Element;
      // What an element does with a key itself stays its own.
      if (
        target.matches("select") ||
        (target.matches("input[type=checkbox], button, summary") && event.key === " ")
      )
        return;
      if (target.matches("input[type=range]") && /^(Arrow|Home|End)/.test(event.key)) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
