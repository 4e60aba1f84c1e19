/**
 * @file
 * Starts the page: decodes the embedded recordings and shows them, or says why it cannot.
 */
import { render } from "preact";
import { decode } from "./decode";
import { embeddedRecordings } from "./embedded";
import { BadRecording } from "./json";
import "./page.css";
import { App } from "./views/App";
import "./views/cells.css";
import "./views/lanes.css";
import "./views/source.css";
import "./views/findings.css";

const root = document.getElementById("page")!;
try {
  const texts = embeddedRecordings();
  if (texts.length === 0) {
    throw new BadRecording(
      "This page has no recording. Make one that has: milliamp view RECORDING",
    );
  }
  const recordings = texts.slice(0, 2).map(decode);
  document.title = `${recordings.map((r) => r.program).join(", ")} – Milliamp`;
  render(<App recordings={recordings} />, root);
} catch (error) {
  if (!(error instanceof BadRecording)) throw error;
  render(
    <main class="notice" role="alert">
      <h1>Milliamp</h1>
      <p>{error.message}</p>
    </main>,
    root,
  );
}
