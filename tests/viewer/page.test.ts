/**
 * @file
 * The page as a reader uses it, in headless Chromium: what it shows is compared with the recording.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { close, launch, open, screenshot, skip } from "./browser";
import { expectedAt } from "./expected";
import { pairs, pairsTile } from "./recordings";

before(launch);
after(close);

/** What a pane shows. */
function shown(page: Page, pane = 0) {
  return page.evaluate((i) => {
    const root = document.querySelector(`[data-pane="${i}"]`)!;
    const cells = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
    return {
      time: Number(/event (\d+) of/.exec(root.querySelector(".counter")!.textContent!)![1]),
      epoch: Number(/barrier (\d+) of/.exec(root.querySelector(".counter")!.textContent!)![1]),
      event: root.querySelector(".happens")!.textContent!,
      status: cells(".thread-grid .cell").map((c) =>
        ["new", "running", "waiting", "ended"].findIndex((look) => c.classList.contains(look)),
      ),
      values: cells(".value-grid .cell").map((c) =>
        c.classList.contains("unwritten") ? undefined : c.querySelector(".cell-text")!.textContent,
      ),
      read: cells(".value-grid .cell").map((c) => c.classList.contains("read")),
      line: Number(root.querySelector<HTMLElement>(".line.current")?.dataset.line ?? 0),
    };
  }, pane);
}

async function check(page: Page, time: number, order: "forward" | "reverse" = "forward", pane = 0) {
  const expected = expectedAt(pairsTile(0, order).events, time);
  const actual = await shown(page, pane);
  assert.equal(actual.time, time);
  assert.equal(actual.epoch, expected.epoch);
  assert.deepEqual(actual.status, expected.status, `time ${time}`);
  assert.deepEqual(
    actual.values,
    Array.from({ length: 16 }, (_, i) => expected.values.get(i)),
    `time ${time}`,
  );
  assert.deepEqual(
    actual.read,
    Array.from({ length: 16 }, (_, i) => expected.readers.has(i)),
    `time ${time}`,
  );
  return actual;
}

const count = pairsTile(0, "forward").events.length;

test("steps through every event, forward and back", { skip }, async () => {
  const { page, problems } = await open("steps", [pairs()]);
  for (let time = 0; time <= count; ++time) {
    await check(page, time);
    await page.keyboard.press(time % 2 ? "ArrowRight" : ".");
  }
  for (let time = count; time > count - 20; --time) {
    await check(page, time);
    await page.click('[data-step="event-1"]');
  }
  assert.deepEqual(problems, []);
  await page.close();
});

test("says what happens, and marks the source line of each thread", { skip }, async () => {
  const { page } = await open("says", [pairs()], { fragment: "time=2" });
  const now = await shown(page);
  assert.equal(now.event, "Thread (0) writes sums[0] = 0, pairs.cpp:12.");
  assert.equal(now.line, 12);
  await page.keyboard.press("b");
  const marks = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll<HTMLElement>(".line")]
        .map((l) => [l.dataset.line, l.querySelector<HTMLElement>(".marks")!.title])
        .filter(([, mark]) => mark),
    ),
  );
  assert.deepEqual(marks, { 13: "16 threads" });
  await page.close();
});

test("steps by barrier, by finding and by thread", { skip }, async () => {
  const { page } = await open("barriers", [pairs()]);
  await page.keyboard.press("b");
  assert.match((await check(page, 49)).event, /^All threads pass the barrier/);
  await page.keyboard.press("b");
  await check(page, expectedEventTime("release", 2));
  await page.keyboard.press("Shift+B");
  await check(page, 49);
  await page.keyboard.press("f");
  const finding = await check(page, expectedEventTime("fault", 1));
  assert.equal(finding.event, "Thread (2) has a finding: race.");
  await page.keyboard.press("Home");
  await page.click('[data-step="finding1"]');
  await check(page, expectedEventTime("fault", 1));
  await page.keyboard.press("End");
  await check(page, count);
  await page.keyboard.press("Home");
  await page.click('.thread-grid [data-cell="5"]');
  await page.keyboard.press("t");
  assert.match((await shown(page)).event, /^Thread \(5\) begins/);
  await page.close();
});

function expectedEventTime(kind: string, nth: number): number {
  let seen = 0;
  return (
    pairsTile(0, "forward").events.findIndex((event) => event[0] === kind && ++seen === nth) + 1
  );
}

test("drags through time", { skip }, async () => {
  const { page } = await open("drag", [pairs()], { fragment: "axis=run" });
  const box = (await page.locator(".lane-canvases canvas").last().boundingBox())!;
  const at = (time: number) => box.x + (time / count) * box.width;
  await page.mouse.move(at(20), box.y + 50);
  await page.mouse.down();
  await check(page, 20);
  for (const time of [30, 60, 100, 40]) {
    await page.mouse.move(at(time), box.y + 60);
    await check(page, time);
  }
  await page.mouse.up();
  await page.mouse.move(at(90), box.y + 60);
  await check(page, 40);
  await page.locator("input.time").fill("77");
  await check(page, 77);
  await page.keyboard.press("a");
  await page.mouse.click(box.x + 1, box.y + 30);
  await check(page, 0);
  await page.close();
});

test("shows a chosen thread and element in words", { skip }, async () => {
  const { page } = await open("choose", [pairs()], { fragment: "time=70" });
  await page.click('.thread-grid [data-cell="3"]');
  assert.match(
    (await page.textContent('[data-detail="thread"]'))!,
    /^Thread \(3\) waits at a barrier\. Last event: waits at the barrier/,
  );
  await page.click('.value-grid [data-cell="3"]');
  assert.equal(
    await page.textContent('[data-detail="element"]'),
    "sums[3] = 3, written by thread (3) at pairs.cpp:14. Read since the last barrier by threads (3), (4).",
  );
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.match(
    (await page.textContent('[data-detail="element"]'))!,
    /^sums\[12\] = 6, written by thread \(12\) at pairs.cpp:12/,
  );
  await page.click('.tile-grid [data-cell="1"]');
  await check(page, 0);
  assert.match((await page.textContent(".tiles .detail"))!, /Tile \(1\)/);
  await page.close();
});

test("plays and pauses", { skip }, async () => {
  const { page } = await open("play", [pairs()]);
  await page.selectOption(".speed select", "100");
  await page.keyboard.press("p");
  await page.waitForFunction(
    () => !/event [0-9] of/.test(document.querySelector(".counter")!.textContent!),
  );
  await page.keyboard.press("p");
  await page.waitForSelector(".play[aria-label^=Play]");
  const { time } = await shown(page);
  await page.waitForTimeout(200);
  await check(page, time);
  await page.selectOption(".speed select", "1000");
  await page.locator(".play").click();
  await page.waitForSelector(".play[aria-label^=Play]");
  await check(page, count);
  await page.close();
});

test("explains a finding", { skip }, async () => {
  const { page } = await open("finding", [pairs()]);
  const text = (await page.textContent(".explained"))!;
  for (const part of [
    "a thread writes sums[1] while another reads it",
    "write by thread (1) of tile (0)",
    "read by thread (2) of tile (0)",
    "wait at a barrier, and write after it",
    "milliamp explain race",
    "No barrier lies between the two accesses",
    "barrier 1, pairs.cpp:13",
    "no order",
  ]) {
    assert.ok(text.includes(part), `${part}\n${text}`);
  }
  await page.click("text=Go to the first access");
  assert.equal((await shown(page)).event, "Thread (1) writes sums[1] = 0.5, pairs.cpp:14.");
  await page.click("text=Go to the second");
  assert.equal((await shown(page)).event, "Thread (2) reads sums[1] = 0.5, pairs.cpp:14.");
  await page.close();
});

test("a heat map counts the accesses of elements and lines", { skip }, async () => {
  const { page } = await open("heat", [pairs()]);
  await page.keyboard.press("h");
  const heat = await page.evaluate(() => ({
    labels: [...document.querySelectorAll(".value-grid .cell")].map((c) => c.ariaLabel),
    counts: [...document.querySelectorAll(".value-grid .cell")].map((c) => c.textContent),
    lines: [...document.querySelectorAll<HTMLElement>(".line")]
      .map((l) => [l.dataset.line, l.querySelector<HTMLElement>(".accesses")!.title])
      .filter(([, accesses]) => accesses !== "0 accesses"),
  }));
  assert.equal(heat.labels[0], "sums[0], 3 accesses: 2 reads, 1 write");
  assert.equal(heat.labels[3], "sums[3], 5 accesses: 3 reads, 2 writes");
  assert.equal(heat.labels[15], "sums[15], 4 accesses: 2 reads, 2 writes");
  assert.deepEqual(heat.counts.slice(0, 4), ["3", "5", "5", "5"]);
  assert.deepEqual(heat.lines, [
    ["12", "16 accesses: 16 writes"],
    ["14", "45 accesses: 30 reads, 15 writes"],
    ["16", "16 accesses: 16 reads"],
  ]);
  await page.waitForFunction(() => location.hash.includes("heat=1"));
  await screenshot(page, "heat");
  await page.click("text=Heat map");
  await check(page, 0);
  await page.close();
});

test("shows two schedules side by side", { skip }, async () => {
  const { page } = await open("two", [pairs("forward"), pairs("reverse")]);
  for (let i = 0; i < 60; ++i) await page.keyboard.press(".");
  await check(page, 60, "forward", 0);
  assert.equal((await check(page, 60, "reverse", 1)).epoch, 1);
  assert.notDeepEqual((await shown(page, 0)).values, (await shown(page, 1)).values);
  await page.keyboard.press("l");
  await page.keyboard.press("o");
  await page.keyboard.press("Home");
  await check(page, 60, "forward", 0);
  await check(page, 0, "reverse", 1);
  await screenshot(page, "two");
  await page.close();
});

test("the URL holds the state", { skip }, async () => {
  const { page } = await open("state", [pairs()], {
    fragment: "tile=1&time=70&thread=3&cell=0.3&axis=run&theme=dark",
  });
  const before = await shown(page);
  assert.equal(before.time, 70);
  await page.keyboard.press(".");
  await page.waitForFunction(() => location.hash.includes("time=71"));
  const url = page.url();
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForSelector(".counter");
  assert.equal((await shown(page)).time, 71);
  assert.match((await page.textContent('[data-detail="element"]'))!, /^sums\[3\]/);
  assert.match((await page.textContent(".tiles .detail"))!, /Tile \(1\)/);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.evaluate(() => (location.hash = "time=5"));
  await page.waitForFunction(() =>
    /event 5 of/.test(document.querySelector(".counter")!.textContent!),
  );
  await page.close();
});
