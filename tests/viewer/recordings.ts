/**
 * @file
 * Recordings made by hand, as JSON documents: what each test knows of them does not depend on the
 * recorder.
 */
export type Event = (string | number | null)[];

const source = `#include <amp.h>
#include <cstdio>

using namespace concurrency;

// Sums pairs of neighbours. The barrier between the write and the reads is missing.
int main() {
  array<float, 1> in(64), out(64);
  parallel_for_each(in.extent.tile<16>(), [&](tiled_index<16> t) restrict(amp) {
    tile_static float sums[16];
    const int i = t.local[0];
    sums[i] = in[t];
    t.barrier.wait();
    if (i > 0) sums[i] += sums[i - 1];
    t.barrier.wait();
    out[t] = sums[15 - i];
  });
  std::puts("</script><img src=x onerror=window.hacked=1>");
}
`;

const frame = (line: number) => ({
  function: "main::{lambda}",
  file: "/home/you/pairs.cpp",
  line,
  column: 16,
  end_column: 20,
  text: source.split("\n")[line - 1],
});

/** A document with one launch of 4 tiles of `threads` threads; `tiles` are the recorded ones. */
export function makeRecording(
  tiles: object[],
  options = "schedule=forward",
  findings: object[] = [],
) {
  return {
    format: 1,
    milliamp: "0.1.0",
    program: "pairs",
    options,
    limits: [] as string[],
    sources: [{ file: "/home/you/pairs.cpp", text: source }],
    places: [9, 11, 12, 13, 14, 15, 13].map((line) => ({
      source: 0,
      line: line + 1,
      column: 5,
      function: "main::{lambda}",
    })),
    launches: [
      {
        number: 1,
        kernel: "main::{lambda}",
        extent: [64],
        tile_extent: [16],
        begin: 1000,
        end: 90000,
        findings,
        tiles,
      },
    ],
  };
}

const sums = {
  name: "sums",
  memory: "tile_static",
  type: "float",
  dimensions: [16],
  element_size: 4,
  parts: [{ name: "", offset: 0, size: 4, kind: "float" }],
  declaration: 0,
};

/** A tile of the program above, run in one of two orders. Its races are found. */
export function pairsTile(number: number, order: "forward" | "reverse") {
  const threads = Array.from({ length: 16 }, (_, t) => (order === "forward" ? t : 15 - t));
  const events: Event[] = [];
  const held = new Array<number>(16);
  for (const t of threads) {
    held[t] = t * 0.5;
    events.push(["begin", t], ["write", t, 1, 0, t, 0, String(held[t])], ["arrive", t, 2, 3]);
  }
  events.push(["release", 2, 3]);
  for (const t of threads) {
    if (t > 0) {
      events.push(
        ["read", t, 3, 0, t, 0, String(held[t])],
        ["read", t, 3, 0, t - 1, 0, String(held[t - 1])],
      );
      if (order === "forward" && t > 1) events.push(["fault", t, t - 1, 0, t - 1, 0, "race"]);
      held[t] += held[t - 1];
      events.push(["write", t, 3, 0, t, 0, String(held[t])]);
      if (order === "reverse" && t < 15) events.push(["fault", t, t + 1, 0, t, 0, "race"]);
    }
    events.push(["arrive", t, 4, 3]);
  }
  events.push(["release", 4, 3]);
  for (const t of threads) {
    events.push(["read", t, 5, 0, 15 - t, 0, String(held[15 - t])], ["end", t]);
  }
  return {
    number,
    coordinates: [number],
    reason: "finding",
    worker: 0,
    begin: 1500,
    end: 60000,
    complete: true,
    variables: [structuredClone(sums)],
    events,
  };
}

const pairsFinding = {
  kind: "race",
  summary: "data race on tile_static float sums: a thread writes sums[1] while another reads it",
  variable: "tile_static float sums",
  name: "sums",
  element: "sums[1]",
  events: [
    {
      what: "write",
      frames: [frame(14)],
      threads: [{ local: [1], tile: [0], global: [1] }],
      thread_count: 15,
    },
    {
      what: "read",
      frames: [frame(14)],
      threads: [{ local: [2], tile: [0], global: [2] }],
      thread_count: 15,
    },
  ],
  related: [],
  notes: ["Both accesses are after the barrier at pairs.cpp:13 and before that at pairs.cpp:15."],
  help: "read the neighbour's element into a local variable, wait at a barrier, and write after it",
  count: 56,
};

export function pairs(order: "forward" | "reverse" = "forward") {
  return makeRecording([pairsTile(0, order), pairsTile(1, order)], `schedule=${order}`, [
    structuredClone(pairsFinding),
  ]);
}

/** 1,024 threads in 32 x 32 and some 100,000 events between 16 barriers. */
export function large() {
  const events: Event[] = [];
  const threads = 1024;
  for (let t = 0; t < threads; ++t) events.push(["begin", t]);
  for (let round = 0; round < 16; ++round) {
    for (let t = 0; t < threads; ++t) {
      events.push(
        ["write", t, 1, 0, t, 0, String(round + t)],
        ["read", t, 3, 0, t, 0, String(round + t)],
        ["read", t, 3, 1, (t * 7) % threads, 0, "1"],
        ["write", t, 3, 1, t, 0, "1"],
        ["read", t, 5, 0, t, 0, String(round + t)],
        ["arrive", t, 2, 3],
      );
    }
    events.push(["release", 2, 3]);
  }
  for (let t = 0; t < threads; ++t) events.push(["end", t]);
  const table = { ...sums, name: "left", dimensions: [32, 32] };
  const document = makeRecording([
    {
      number: 0,
      coordinates: [0, 0],
      reason: "first",
      worker: 0,
      begin: 1500,
      end: 60000,
      complete: true,
      variables: [table, { ...table, name: "right" }],
      events,
    },
  ]);
  document.launches[0].extent = [256, 256];
  document.launches[0].tile_extent = [32, 32];
  return document;
}
