/**
 * @file
 * The page with hostile, damaged and large recordings, on a telephone, and for a screen reader.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import type { CDPSession, Page } from "playwright-core";
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

/** What an interaction costs: times depend on the machine and its load, so they decide nothing here. */
interface Work {
  /** The number of executions of the blocks of the page's code. */
  blocks: number;
  /** The number of changes to the document. */
  changes: number;
  /** The time up to the next frame, to be read. */
  ms: number;
}

/** Runs code in the page, and counts what the page does until it rests. */
async function workOf(page: Page, profiler: CDPSession, act: string): Promise<Work> {
  // Taking the coverage resets it.
  await profiler.send("Profiler.takePreciseCoverage");
  const { changes, ms } = await page.evaluate(async (code) => {
    let changes = 0;
    const observer = new MutationObserver((records) => (changes += records.length));
    observer.observe(document, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const start = performance.now();
    new Function(code)();
    await nextFrame();
    const ms = performance.now() - start;
    // Effects run after the frame, and may draw another.
    for (let i = 0; i < 3; ++i) await nextFrame();
    observer.disconnect();
    return { changes, ms };
  }, act);
  const { result } = await profiler.send("Profiler.takePreciseCoverage");
  const blocks = result
    .filter(({ url }) => url.startsWith("file:"))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
  return { blocks, changes, ms };
}

test("1,024 threads and 100,000 events stay smooth", { skip }, async () => {
  const { page, problems } = await open("large", [large()], {
    fragment: "time=50000",
  });
  const profiler = await page.context().newCDPSession(page);
  await profiler.send("Profiler.enable");
  await profiler.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  // Only code that is compiled from now on counts all of its blocks.
  await page.reload();
  await page.waitForSelector("#page > *");
  const key = (name: string) =>
    `document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, key: "${name}" }))`;
  const point = (type: string, x: number) => `
    const canvas = [...document.querySelectorAll(".lane-canvases canvas")].pop();
    const box = canvas.getBoundingClientRect();
    canvas.setPointerCapture = () => {};
    canvas.dispatchEvent(new PointerEvent("${type}", { bubbles: true, pointerType: "touch",
      clientX: box.left + box.width * ${x}, clientY: box.top + 50 }));`;
  // The limits are half as much again as what it takes: thousands of blocks, and changes. A pass over all
  // events, or drawing all cells again, takes more.
  const interactions: [string, string, number, number][] = [
    ["step forward", key("."), 250, 40],
    ["step back", key(","), 700, 40],
    ["next barrier", key("b"), 800, 6000],
    ["barrier before", key("B"), 800, 2000],
    ["the end", key("End"), 1100, 5000],
    ["the start", key("Home"), 700, 7000],
    ["drag, down", point("pointerdown", 0.2), 1100, 7000],
    ["drag, on", point("pointermove", 0.6), 1100, 3000],
    ["drag, back", point("pointermove", 0.3), 750, 3000],
    ["drag, up", point("pointerup", 0.3), 1, 10],
    [
      "choose a thread",
      'document.querySelector(`.thread-grid [data-cell="700"]`).click()',
      150,
      40,
    ],
    ["choose an element", 'document.querySelectorAll(".value-grid .cell")[700].click()', 200, 40],
    ["heat map", key("h"), 650, 5000],
    ["turn the axis", key("a"), 3300, 60],
    ["zoom in", key("+"), 2700, 60],
    ["step, zoomed", key("."), 230, 60],
    ["next barrier, zoomed", key("b"), 400, 3000],
  ];
  const excess: string[] = [];
  for (const [name, act, mostBlocks, mostChanges] of interactions) {
    const { blocks, changes, ms } = await workOf(page, profiler, act);
    const text = `${name}: ${blocks} blocks, ${changes} changes`;
    console.log(`${text}, ${ms.toFixed(0)} ms`);
    assert.ok(blocks > 0, `no code runs for '${name}'`);
    if (blocks > 1000 * mostBlocks || changes > mostChanges) excess.push(text);
  }
  assert.deepEqual(excess, []);
  assert.deepEqual(problems, []);
  await screenshot(page, "large");
  await page.close();
});
