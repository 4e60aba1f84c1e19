/**
 * @file
 * The page with hostile, damaged and large recordings, on a telephone, and for a screen reader.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { close, launch, open, screenshot, skip } from "./browser";
import { large, pairs } from "./recordings";

before(launch);
after(close);

test("names, source and values are text", { skip }, async () => {
  const attack = `</script><img src=x onerror="window.hacked=1"><b>bold</b>&amp;<!--`;
  const recording = pairs() as any;
  recording.program = attack;
  recording.options = attack;
  recording.limits = [attack];
  recording.sources[0].text = `// ${attack}\nchar s[] = "${attack}";\n`.repeat(10);
  recording.sources[0].file = `/x/${attack}`;
  const [launch] = recording.launches;
  launch.kernel = attack;
  launch.tiles[0].variables[0].name = attack;
  launch.tiles[0].variables[0].type = attack;
  for (const event of launch.tiles[0].events) if (event[0] === "write") event[6] = attack;
  const [finding] = launch.findings;
  finding.summary = finding.help = finding.notes[0] = finding.events[0].what = attack;
  finding.events[0].frames[0].text = attack;
  const { page, problems } = await open("hostile", [recording], {
    fragment: "time=70&thread=3&cell=0.3",
  });
  const found = await page.evaluate(() => ({
    hacked: (window as any).hacked,
    elements: document.querySelectorAll("#page img, #page b, #page script").length,
    text: document.querySelector("#page")!.textContent!,
  }));
  assert.equal(found.hacked, undefined);
  assert.equal(found.elements, 0);
  assert.ok(found.text.includes(attack));
  assert.ok((await page.textContent(".lines"))!.includes(`char s[] = "${attack}";`));
  assert.deepEqual(problems, []);
  await page.close();
});

test("says what is wrong with a damaged recording", { skip }, async () => {
  const text = JSON.stringify(pairs());
  const cases: [string, RegExp][] = [
    [text.slice(0, text.length / 2), /truncated or altered/],
    [text.replace('"format":1', '"format":7'), /format 7, but this page reads format 1/],
    [text.replace('"arrive"', '"arrave"'), /events\[2\]\[0\] is 'arrave'/],
    ["", /truncated or altered/],
  ];
  for (const [document, message] of cases) {
    const { page, problems } = await open("damaged", [document]);
    assert.match((await page.textContent("[role=alert]"))!, message);
    assert.deepEqual(problems, []);
    await page.close();
  }
  const { page } = await open("none", []);
  assert.match((await page.textContent("[role=alert]"))!, /no recording/);
  await page.close();
});

test("shows recordings without tiles, launches, source or findings", { skip }, async () => {
  const recording = pairs() as any;
  delete recording.sources[0].text;
  recording.launches.push(
    { ...recording.launches[0], tiles: [] },
    {
      number: 3,
      kernel: "untiled",
      extent: [7],
      findings: [],
      begin: 1,
      end: 2,
    },
  );
  const { page, problems } = await open("sparse", [recording]);
  assert.match((await page.textContent(".source"))!, /could not be read/);
  await page.selectOption(".pane-head select", "1");
  assert.match((await page.textContent(".pane"))!, /No tile of this launch is recorded/);
  await page.selectOption(".pane-head select", "2");
  assert.match((await page.textContent(".pane"))!, /This launch has no tiles/);
  recording.launches = [];
  const empty = await open("empty", [recording]);
  assert.match((await empty.page.textContent(".pane"))!, /no launch/);
  assert.deepEqual([...problems, ...empty.problems], []);
  await empty.page.close();
  await page.close();
});

/** What axe, which the page has loaded, finds wrong. */
function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const results = await (window as any).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    });
    return results.violations.map(
      (v: any) =>
        `${v.id}: ${v.nodes
          .map((n: any) => n.target + " " + n.failureSummary)
          .slice(0, 3)
          .join("; ")}`,
    );
  });
}

const views = [
  { name: "light", width: 1360, scheme: "light" as const },
  { name: "dark", width: 1360, scheme: "dark" as const },
  { name: "phone-light", width: 360, height: 740, scheme: "light" as const },
  { name: "phone-dark", width: 360, height: 740, scheme: "dark" as const },
];
for (const view of views) {
  test(`is accessible and fits: ${view.name}`, { skip }, async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    const { page } = await open(view.name, [pairs()], {
      ...view,
      fragment: "time=70&thread=3&cell=0.3",
    });
    await page.evaluate(axe);
    await page.keyboard.press("?");
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("?");
    await page.keyboard.press("h");
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press("h");
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), view.width);
    await screenshot(page, view.name);
    await page.close();
  });
}

test("the keyboard reaches everything", { skip }, async () => {
  const { page } = await open("keyboard", [pairs()], { fragment: "time=70" });
  const reached = new Set<string>();
  for (let i = 0; i < 40; ++i) {
    await page.keyboard.press("Tab");
    reached.add(
      await page.evaluate(() => {
        const element = document.activeElement!;
        return (
          element.closest("[role=grid]")?.getAttribute("aria-label") ??
          element.getAttribute("aria-label") ??
          element.textContent!
        );
      }),
    );
  }
  for (const name of [
    "Time",
    "tiles",
    "threads",
    "tile_static float sums[16]",
    "Lines of pairs.cpp",
    "Go to the first access",
    "Keys",
  ]) {
    assert.ok(reached.has(name), `${name} is not among ${[...reached].join(" | ")}`);
  }
  await page.close();
});

/** The limit for an interaction, in ms. */
const smooth = 100;

/** The least time in ms of some tries of an action, up to the next frame: other load only adds. */
async function duration(page: Page, act: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5 || (i < 20 && Math.min(...times) >= smooth); ++i) {
    times.push(
      await page.evaluate(async (code) => {
        const start = performance.now();
        new Function(code)();
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        return performance.now() - start;
      }, act),
    );
  }
  return Math.min(...times);
}

test("1,024 threads and 100,000 events stay smooth", { skip }, async () => {
  const { page, problems } = await open("large", [large()], {
    fragment: "time=50000",
  });
  const key = (name: string) =>
    `document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: "${name}" }))`;
  const point = (type: string, x: number) => `
    const canvas = [...document.querySelectorAll(".lane-canvases canvas")].pop();
    const box = canvas.getBoundingClientRect();
    canvas.setPointerCapture = () => {};
    canvas.dispatchEvent(new PointerEvent("${type}", { bubbles: true, pointerType: "touch",
      clientX: box.left + box.width * (${x} + Math.random() / 10), clientY: box.top + 50 }));`;
  const interactions: [string, string][] = [
    ["step forward", key(".")],
    ["step back", key(",")],
    ["next barrier", key("b")],
    ["barrier before", key("B")],
    ["the end", key("End")],
    ["the start", key("Home")],
    ["drag, down", point("pointerdown", 0.2)],
    ["drag, on", point("pointermove", 0.6)],
    ["drag, back", point("pointermove", 0.3)],
    ["drag, up", point("pointerup", 0.3)],
    [
      "choose a thread",
      'document.querySelector(`.thread-grid [data-cell="${Math.floor(Math.random() * 1024)}"]`).click()',
    ],
    [
      "choose an element",
      'const cells = document.querySelectorAll(".value-grid .cell"); cells[Math.floor(Math.random() * cells.length)].click()',
    ],
    ["heat map", key("h")],
    ["turn the axis", key("a")],
    ["zoom in", key("+")],
    ["step, zoomed", key(".")],
    ["next barrier, zoomed", key("b")],
  ];
  const slow: string[] = [];
  for (const [name, act] of interactions) {
    const ms = await duration(page, act);
    console.log(`${name}: ${ms.toFixed(0)} ms`);
    if (ms >= smooth) slow.push(`${name}: ${ms.toFixed(0)} ms`);
  }
  assert.deepEqual(slow, []);
  assert.deepEqual(problems, []);
  await screenshot(page, "large");
  await page.close();
});
