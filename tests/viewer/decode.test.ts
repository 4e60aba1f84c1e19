/**
 * @file
 * The decoder: what it reads, and that a damaged document gives a clear error or a whole recording,
 * never a crash.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decode } from "../src/decode";
import { BadRecording } from "../src/json";
import { Kind, Recording } from "../src/model";
import { tileData } from "../src/tileData";
import { formatEvent } from "../src/values";
import { pairs } from "./recordings";

const text = JSON.stringify(pairs());

/** Replays every tile and words every event: what the page does with a recording. */
function use(recording: Recording): void {
  recording.launches.forEach((launch, l) =>
    launch.tiles.forEach((tile, t) => {
      const data = tileData(recording, l, t)!;
      for (let e = 0; e < tile.events.length; ++e) {
        data.replay.seek(e + 1);
        assert.notEqual(formatEvent(recording, launch, tile, e), "");
      }
    }),
  );
}

function problemOf(change: (document: any) => void): string {
  const document = JSON.parse(text);
  change(document);
  try {
    decode(JSON.stringify(document));
  } catch (error) {
    assert.ok(error instanceof BadRecording, String(error));
    return error.message;
  }
  return "";
}

test("reads a recording", () => {
  const recording = decode(text);
  assert.equal(recording.program, "pairs");
  assert.deepEqual(recording.launches[0].tileShape, [16]);
  const { events, variables } = recording.launches[0].tiles[1];
  assert.equal(variables[0].name, "sums");
  assert.equal(events.kind[1], Kind.write);
  assert.equal(events.text[4], "0.5");
  use(recording);
});

test("names what is wrong and where", () => {
  assert.match(
    problemOf((d) => (d.format = 2)),
    /has format 2, but this page reads format 1/,
  );
  assert.match(
    problemOf((d) => delete d.launches[0].kernel),
    /launches\[0\] has no 'kernel'/,
  );
  assert.match(
    problemOf((d) => (d.launches[0].tiles[0].events[1][1] = 16)),
    /launches\[0\]\.tiles\[0\]\.events\[1\]\[1\] is 16, not from 0 to 15/,
  );
  assert.match(
    problemOf((d) => (d.launches[0].tiles[0].events[1][4] = 16)),
    /is 16, not from 0 to 15/,
  );
  assert.match(
    problemOf((d) => (d.launches[0].tiles[0].events[1][0] = "shout")),
    /is 'shout', which is no event/,
  );
  assert.match(
    problemOf((d) => d.launches[0].tiles[0].events.splice(0, 1)),
    /lets thread 0 act while it does not run/,
  );
  assert.match(
    problemOf((d) => d.launches[0].tiles[0].variables[0].dimensions.push(1 << 30)),
    /elements, more than/,
  );
  assert.match(
    problemOf((d) => (d.places[0].source = 1)),
    /places\[0\]\.source is 1, not from -1 to 0/,
  );
  assert.match(
    problemOf((d) => (d.launches[0].findings = {})),
    /launches\[0\]\.findings is not a list/,
  );
});

test("refuses every truncated document", () => {
  for (let length = 0; length < text.length; length += 7) {
    assert.throws(
      () => decode(text.slice(0, length)),
      BadRecording,
      `the first ${length} characters`,
    );
  }
});

test("survives altered characters", () => {
  let random = 1;
  const next = (end: number) => (random = (random * 48271) % 2147483647) % end;
  let refused = 0;
  for (let i = 0; i < 2000; ++i) {
    const at = next(text.length);
    const altered =
      text.slice(0, at) +
      String.fromCharCode(text.charCodeAt(at) ^ (1 << next(7))) +
      text.slice(at + 1);
    let recording: Recording;
    try {
      recording = decode(altered);
    } catch (error) {
      assert.ok(error instanceof BadRecording, `altered at ${at}: ${error}`);
      ++refused;
      continue;
    }
    use(recording);
  }
  assert.ok(refused > 500, `only ${refused} of 2000 altered documents were refused`);
});

test("survives values of other types in every place", () => {
  const values = [null, -1, 1e300, 0.5, "", "x", true, [], {}, [[]]];
  const walk = (root: any, node: any) => {
    for (const key of Object.keys(node)) {
      const kept = node[key];
      for (const value of values) {
        node[key] = value;
        try {
          use(decode(JSON.stringify(root)));
        } catch (error) {
          assert.ok(error instanceof BadRecording, `${key} = ${JSON.stringify(value)}: ${error}`);
        }
      }
      node[key] = kept;
      // The first elements of a list stand for all.
      if (typeof kept === "object" && kept !== null && !(Array.isArray(node) && Number(key) > 3))
        walk(root, kept);
    }
  };
  const document = JSON.parse(text);
  document.launches[0].tiles.length = 1;
  document.launches[0].tiles[0].events.splice(12);
  walk(document, document);
});
