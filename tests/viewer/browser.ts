/**
 * @file
 * Opens the built page with recordings in headless Chromium. The environment names the page, the
 * browser, and the directory for pages and screenshots.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser, chromium, Page } from "playwright-core";

export const chromiumPath = process.env.MILLIAMP_TEST_CHROMIUM ?? "";
const template = process.env.MILLIAMP_TEST_PAGE ?? "";
const outputs = process.env.MILLIAMP_TEST_OUTPUTS ?? "";

/** The reason to skip the tests, or false. */
export const skip = chromiumPath === "" && "found no Chromium; tools/setup installs it";

let browser: Browser | undefined;

export interface View {
  width?: number;
  height?: number;
  scheme?: "light" | "dark";
  /** The URL's fragment. */
  fragment?: string;
}

export async function launch(): Promise<void> {
  if (skip) return;
  mkdirSync(outputs, { recursive: true });
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export async function close(): Promise<void> {
  await browser?.close();
}

/** Writes a page with recordings' documents, or with texts in their place. */
export function writePage(name: string, documents: (object | string)[]): string {
  const scripts = documents.map((document) => {
    const text = typeof document === "string" ? document : JSON.stringify(document);
    return `<script type="application/x-milliamp-recording">${text.replace(/</g, "\\u003c")}</script>`;
  });
  const file = join(outputs, `${name}.html`);
  writeFileSync(
    file,
    readFileSync(template, "utf8").replace("<!--DOCUMENTS-->", () => scripts.join("\n")),
  );
  return file;
}

/** Opens a file. What the page asks of the network, and its errors, fail the test. */
export async function openFile(
  file: string,
  view: View = {},
): Promise<{ page: Page; problems: string[] }> {
  const page = await browser!.newPage({
    viewport: { width: view.width ?? 1360, height: view.height ?? 900 },
    colorScheme: view.scheme ?? "light",
  });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on(
    "request",
    (request) => !request.url().startsWith("file:") && problems.push(request.url()),
  );
  await page.goto(`file://${file}${view.fragment ? "#" + view.fragment : ""}`);
  await page.waitForSelector("#page > *");
  return { page, problems };
}

export async function open(name: string, documents: (object | string)[], view: View = {}) {
  return openFile(writePage(name, documents), view);
}

export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(outputs, `${name}.png`), fullPage: true });
}
