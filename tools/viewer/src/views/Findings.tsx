/**
 * @file
 * The findings of the launch; the chosen one explained: the two accesses, the order that they lack,
 * and the repair.
 */
import { useMemo } from "preact/hooks";
import { embeddedLessons } from "../embedded";
import { fileName, Finding, FindingEvent, formatIndex, Frame, Launch, none } from "../model";
import { instancesOf } from "../findings";
import { TileData } from "../tileData";
import { Missing } from "./Missing";

interface Props {
  launch: Launch;
  /** The shown tile; null if the launch has none. */
  data: TileData | null;
  selected: number | null;
  onSelect: (finding: number) => void;
  /** Goes to the time just after an event. */
  onEvent: (event: number) => void;
  onTile: (tile: number) => void;
}

export function Findings({ launch, data, selected, onSelect, onEvent, onTile }: Props) {
  const finding = selected === null ? undefined : launch.findings[selected];
  return (
    <section class="panel findings" aria-label="Findings">
      <h3>
        Findings{" "}
        <span class="muted">{launch.findings.length === 0 ? "none" : launch.findings.length}</span>
      </h3>
      {launch.findings.length === 0 && (
        <p class="muted">The checker has found no fault in this launch.</p>
      )}
      {launch.findings.length > 1 && (
        <ul class="finding-list">
          {launch.findings.map((f, i) => (
            <li key={i}>
              <button type="button" aria-pressed={i === selected} onClick={() => onSelect(i)}>
                <span class="mark" aria-hidden="true">
                  ✕
                </span>{" "}
                {f.summary}
              </button>
            </li>
          ))}
        </ul>
      )}
      {finding && (
        <Explained
          key={selected}
          finding={finding}
          number={selected!}
          data={data}
          onEvent={onEvent}
          onTile={onTile}
        />
      )}
    </section>
  );
}

function formatFrame(frame: Frame): string {
  return frame.file === "" ? "an unknown place" : `${fileName(frame.file)}:${frame.line}`;
}

function formatWho(event: FindingEvent): string {
  const [thread] = event.threads;
  if (!thread) return `${event.threadCount} threads`;
  const more = event.threadCount > 1 ? ` and ${event.threadCount - 1} more` : "";
  if (thread.local.length === 0) return `thread ${formatIndex(thread.global)}${more}`;
  return `thread ${formatIndex(thread.local)} of tile ${formatIndex(thread.tile)}${more}`;
}

/** The recorded tile that the finding names, or `none`. */
function tileOf(launch: Launch, finding: Finding): number {
  const named = finding.events.flatMap((event) =>
    event.threads.map((thread) => thread.tile.join()),
  );
  return launch.tiles.findIndex((tile) => named.includes(tile.index.join()));
}

/** The lessons on a kind of findings, to be opened. */
function Lessons({ kind }: { kind: string }) {
  const lessons = useMemo(
    () => embeddedLessons().filter((lesson) => lesson.kinds.includes(kind)),
    [kind],
  );
  return (
    <>
      {lessons.map(({ number, title, text }) => (
        <details class="lesson" key={number}>
          <summary>
            Lesson {number}: {title}
          </summary>
          <pre tabIndex={0} aria-label={`Text of lesson ${number}`}>
            {text}
          </pre>
        </details>
      ))}
    </>
  );
}

function Explained({
  finding,
  number,
  data,
  onEvent,
  onTile,
}: {
  finding: Finding;
  number: number;
  data: TileData | null;
  onEvent: (event: number) => void;
  onTile: (tile: number) => void;
}) {
  const here = useMemo(() => (data === null ? [] : instancesOf(data, number)), [data, number]);
  const elsewhere = data === null ? none : tileOf(data.launch, finding);
  return (
    <article class="explained">
      <div class="explained-text">
        <p class="finding-summary">
          <span class="mark" aria-hidden="true">
            ✕
          </span>{" "}
          {finding.summary}
          {finding.count > 1 && <span class="muted"> ({finding.count} times)</span>}
        </p>
        <ol class="accesses">
          {finding.events.map((event, i) => (
            <li key={i}>
              <strong>{event.what}</strong> by {formatWho(event)}, {formatFrame(event.frame)}
              {event.frame.text !== "" && (
                <pre>
                  <code>{event.frame.text.trim()}</code>
                </pre>
              )}
            </li>
          ))}
          {finding.related.map((related, i) => (
            <li key={"r" + i}>
              {related.label}, {formatFrame(related.frame)}
              {related.frame.text !== "" && (
                <pre>
                  <code>{related.frame.text.trim()}</code>
                </pre>
              )}
            </li>
          ))}
        </ol>
        {finding.notes.map((note, i) => (
          <p key={i}>{note}</p>
        ))}
        {finding.help !== "" && (
          <p class="repair">
            <strong>Repair</strong> {finding.help}
          </p>
        )}
        <Lessons kind={finding.kind} />
        <p class="muted">
          What this kind of finding means, and the smallest program that has it:{" "}
          <code>milliamp explain {finding.kind}</code>
        </p>
      </div>
      {data !== null && here.length > 0 && (
        <Missing data={data} instance={here[0]} count={here.length} onEvent={onEvent} />
      )}
      {data !== null && here.length === 0 && (
        <p class="muted">
          The recorded events of this tile do not show it.{" "}
          {elsewhere !== none && data.launch.tiles[elsewhere] !== data.tile && (
            <button type="button" onClick={() => onTile(elsewhere)}>
              Go to tile {formatIndex(data.launch.tiles[elsewhere].index)}
            </button>
          )}
        </p>
      )}
    </article>
  );
}
