/**
 * @file
 * `milliamp view` from a source to the page: the page shows what the program did.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { close, launch, openFile, screenshot, skip } from "./browser";

before(launch);
after(close);

const command = process.env.MILLIAMP_TEST_COMMAND ?? "";
const directory = join(process.env.MILLIAMP_TEST_OUTPUTS ?? "", "command");

/** Each thread reads what its neighbour has written; FAULTY leaves the barrier out. */
const exchange = (isFaulty: boolean) => `#include <amp.h>
#include <cstdio>
#include <vector>
using namespace concurrency;
int main() {
  std::vector<int> out(8);
  const array_view<int> v(8, out);
  parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int held[4];
    const int i = t.local[0];
    held[i] = 10 * t.global[0] + 1;
    ${isFaulty ? "" : "t.barrier.wait();"}
    v[t] = held[3 - i];
  });
  v.synchronize();
  std::puts("</script><script>window.hacked = 1</script>");
}
`;

function milliamp(...parameters: string[]): string {
  return execFileSync(command, parameters, {
    cwd: directory,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
}

test("a source is recorded, and its values are in the page", { skip }, async () => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "exchange.cpp"), exchange(false));
  const said = milliamp("view", "--no-open", "-o", "exchange.html", "exchange.cpp");
  assert.match(said, /The page is in exchange\.html; open it in a browser/);

  const { page, problems } = await openFile(join(directory, "exchange.html"), {
    fragment: "tile=1",
  });
  await page.keyboard.press("b");
  assert.deepEqual(await page.locator(".value-grid .cell-text").allTextContents(), [
    "41",
    "51",
    "61",
    "71",
  ]);
  const events: string[] = [];
  for (;;) {
    await page.keyboard.press(".");
    const event = (await page.textContent(".happens"))!;
    if (event === events[events.length - 1]) break;
    events.push(event);
  }
  for (let t = 0; t < 4; ++t) {
    assert.ok(
      events.includes(`Thread (${t}) reads held[${3 - t}] = ${71 - 10 * t}, exchange.cpp:13.`),
      events.join("\n"),
    );
  }
  assert.match((await page.textContent(".findings"))!, /no fault/);
  assert.ok(
    (await page.textContent(".lines"))!.includes("</script><script>window.hacked = 1</script>"),
  );
  assert.equal(await page.evaluate(() => (window as any).hacked), undefined);
  assert.deepEqual(problems, []);
  await page.close();
});

test("a race is explained, and another schedule is beside it", { skip }, async () => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "race.cpp"), exchange(true));
  milliamp("view", "--no-open", "-o", "race.html", "--beside", "reverse", "race.cpp");
  const { page, problems } = await openFile(join(directory, "race.html"));
  const panes = page.locator(".pane");
  assert.equal(await panes.count(), 2);
  assert.match((await panes.nth(0).locator("h2").textContent())!, /schedule=forward$/);
  assert.match((await panes.nth(1).locator("h2").textContent())!, /schedule=reverse/);
  for (const pane of [0, 1]) {
    const text = (await panes.nth(pane).locator(".explained").textContent())!;
    for (const part of [
      "write and read of held[",
      "race.cpp:11",
      "race.cpp:13",
      "no order",
      "tile_barrier::wait()",
      "No barrier lies between the two accesses",
      "milliamp explain race",
    ]) {
      assert.ok(text.includes(part), `${part}\n${text}`);
    }
  }
  const lesson = panes.nth(0).locator(".lesson", { hasText: "Lesson 4" });
  await lesson.locator("summary").click();
  assert.equal(await lesson.locator("summary").textContent(), "Lesson 4: Why a barrier");
  assert.match((await lesson.locator("pre").textContent())!, /^4\. Why a barrier\n=+\n/);
  // Its wide lines scroll; they do not make the pane wider.
  const right = async (selector: string) => {
    const box = (await panes.nth(0).locator(selector).first().boundingBox())!;
    return box.x + box.width;
  };
  assert.ok((await right(".lesson")) <= (await right(".findings")));
  await page.keyboard.press("f");
  assert.match((await panes.nth(0).locator(".happens").textContent())!, /has a finding: race/);
  await screenshot(page, "race");
  assert.deepEqual(problems, []);
  await page.close();
});

/** Kernels of two threads with a finding of one of them, and what the page says of it. */
const findingsOfOneThread = {
  "uninitialized-read": {
    body: "if (i == 0) held = 1 / (1 + held);",
    said: ["read of held, which no thread of the tile has written", "uninitialized-read.cpp:7"],
  },
  "no-progress": {
    body: "if (i == 0) for (held = 1; atomic_fetch_add(&held, 0) == 1;) {}",
    said: ["held", "no-progress.cpp:7"],
  },
};

for (const [kind, { body, said }] of Object.entries(findingsOfOneThread)) {
  test(`a finding of one thread is explained: ${kind}`, { skip }, async () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(
      join(directory, `${kind}.cpp`),
      `#include <amp.h>
using namespace concurrency;
int main() try {
  parallel_for_each(extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int held;
    const int i = t.local[0];
    ${body}
  });
} catch (const runtime_exception&) {
}
`,
    );
    milliamp("view", "--no-open", "-o", `${kind}.html`, `${kind}.cpp`);
    const { page, problems } = await openFile(join(directory, `${kind}.html`));
    await page.keyboard.press("f");
    assert.match((await page.textContent(".happens"))!, new RegExp(`has a finding: ${kind}`));
    const text = (await page.textContent(".explained"))!;
    for (const part of [...said, `milliamp explain ${kind}`]) {
      assert.ok(text.includes(part), `${part}\n${text}`);
    }
    assert.doesNotMatch(text, /do not show it/);
    assert.deepEqual(problems, []);
    await page.close();
  });
}

test("a recording is shown, too", { skip }, async () => {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "exchange.cpp"), exchange(false));
  milliamp("trace", "-o", "exchange.trace", "exchange.cpp");
  milliamp("view", "--no-open", "-o", "recording.html", "exchange.trace");
  const { page } = await openFile(join(directory, "recording.html"));
  assert.equal(await page.locator(".tile-grid .recorded").count(), 2);
  await page.close();
});
