/**
 * @file
 * What the page computes from a recording: the state at a time, the steps, and the URL's fragment.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../src/decode";
import { highlight } from "../src/highlight";
import { none } from "../src/model";
import { fromFragment, initialState, toFragment } from "../src/state";
import { findingOf, instanceAt, instancesOf } from "../src/findings";
import { tileData } from "../src/tileData";
import { step, timeAt } from "../src/timeline";
import { expectedAt } from "./expected";
import { pairs, pairsTile } from "./recordings";

const recording = decode(JSON.stringify(pairs()));
const data = tileData(recording, 0, 0)!;
const { tile, timeline, replay } = data;
const document = pairsTile(0, "forward");

function check(time: number) {
  replay.seek(time);
  const expected = expectedAt(document.events, time);
  assert.deepEqual([...replay.status], expected.status, `time ${time}`);
  assert.equal(replay.epoch, expected.epoch);
  for (let cell = 0; cell < 16; ++cell) {
    const writer = replay.writer[cell];
    assert.equal(
      writer === none ? undefined : tile.events.text[writer],
      expected.values.get(cell),
      `time ${time}`,
    );
    const readers = [...(expected.readers.get(cell) ?? [])].sort((a, b) => a - b);
    assert.deepEqual(replay.readers(cell), readers, `time ${time}, element ${cell}`);
    assert.equal(replay.isRead(cell), readers.length > 0);
  }
}

test("the state is that of the events, forward, back and at random", () => {
  const { length } = tile.events;
  for (let time = 0; time <= length; ++time) check(time);
  for (let time = length; time >= 0; --time) check(time);
  for (let i = 0; i < 300; ++i) check((i * 7919) % (length + 1));
});

test("steps lead to events, barriers and findings, and back", () => {
  const go = (time: number, by: Parameters<typeof step>[3], direction: 1 | -1) =>
    step(tile, timeline, time, by, direction, 5);
  assert.equal(go(0, "event", -1), 0);
  assert.equal(go(tile.events.length, "event", 1), tile.events.length);
  const first = timeline.releases[0] + 1;
  const second = timeline.releases[1] + 1;
  assert.equal(go(0, "barrier", 1), first);
  assert.equal(go(first, "barrier", 1), second);
  assert.equal(go(second, "barrier", 1), tile.events.length);
  assert.equal(go(second, "barrier", -1), first);
  assert.equal(go(first, "barrier", -1), 0);
  const finding = go(0, "finding", 1);
  assert.equal(document.events[finding - 1][0], "fault");
  assert.equal(go(go(finding, "finding", 1), "finding", -1), finding);
  assert.equal(tile.events.thread[go(0, "thread", 1) - 1], 5);
  assert.equal(go(go(0, "thread", 1), "thread", -1), go(0, "thread", 1));
});

test("a position of an axis and its time agree", () => {
  for (const axis of ["run", "parallel"] as const) {
    assert.equal(timeAt(timeline, axis, -5), 0);
    assert.equal(timeAt(timeline, axis, timeline.length[axis] + 5), tile.events.length);
    let last = 0;
    for (let p = 0; p <= timeline.length[axis]; p += 0.25) {
      const time = timeAt(timeline, axis, p);
      assert.ok(time >= last && time <= tile.events.length, `${axis} ${p}`);
      last = time;
    }
    for (const release of timeline.releases) {
      const at = timeline.position[axis][release] + 1;
      assert.equal(timeAt(timeline, axis, at), release + 1, axis);
    }
  }
});

test("a finding leads to its two accesses", () => {
  const [event] = timeline.findings;
  const { earlier, later } = instanceAt(data, event);
  assert.deepEqual(document.events[earlier].slice(0, 5), ["write", 1, 3, 0, 1]);
  assert.deepEqual(document.events[later].slice(0, 5), ["read", 2, 3, 0, 1]);
  assert.equal(findingOf(data, event), 0);
  const [first, ...others] = instancesOf(data, 0);
  assert.deepEqual(first.threads, [1, 2]);
  assert.equal(others.length, 13);
});

test("the fragment holds the state, and nonsense in it is ignored", () => {
  const base = initialState([recording]);
  const state = {
    ...base,
    axis: "run" as const,
    theme: "dark" as const,
    panes: [
      {
        ...base.panes[0],
        tile: 1,
        time: 17,
        thread: 3,
        cell: { variable: 0, element: 7 },
      },
    ],
  };
  assert.deepEqual(fromFragment(toFragment(state), base, [recording]), state);
  for (const fragment of [
    "",
    "time=99999",
    "time=-1&tile=7",
    "launch=x&cell=9.9",
    "%%%&=&&axis=up",
    "cell=0.16",
  ]) {
    const { panes } = fromFragment(fragment, base, [recording]);
    assert.equal(panes[0].time, 0);
    assert.equal(panes[0].cell, null);
  }
});

test("highlighting keeps the text", () => {
  const { text } = recording.sources[0];
  const lines = highlight(text!);
  assert.equal(lines.map((words) => words.map((w) => w.text).join("")).join("\n"), text);
  assert.ok(lines[9].some((word) => word.text === "tile_static" && word.type === "keyword"));
});
