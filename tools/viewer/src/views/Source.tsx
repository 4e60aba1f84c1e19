/**
 * @file
 * The kernel's source, with the threads at each line.
 */
import { memo } from "preact/compat";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { countOf, formatAccesses, stepOf } from "../heat";
import { highlight, Word } from "../highlight";
import { fileName, none } from "../model";
import { Status } from "../replay";
import { TileData } from "../tileData";
import { isUnchanged } from "./unchanged";

interface LineAccesses {
  count: number;
  /** Of the color scale. */
  step: number;
  /** In words. */
  label: string;
}

interface LineProps {
  number: number;
  words: Word[];
  /** The threads whose current line this is, in short; and in words. */
  marks: string;
  label: string;
  isCurrent: boolean;
  /** How often the line accesses variables; null without a heat map. */
  accesses: LineAccesses | null;
}

const Line = memo(
  function Line({ number, words, marks, label, isCurrent, accesses }: LineProps) {
    return (
      <li
        class={isCurrent ? "line current" : "line"}
        data-line={number}
        aria-current={isCurrent ? "step" : undefined}
      >
        <span class="marks" title={label}>
          {marks}
          {label !== "" && <span class="visually-hidden">{label}: </span>}
        </span>
        <span class="number" aria-hidden="true">
          {number}
        </span>
        {accesses && (
          <span class={`accesses heat-${accesses.step}`} title={accesses.label}>
            <span aria-hidden="true">{accesses.count || ""}</span>
            {accesses.count > 0 && <span class="visually-hidden">{accesses.label}: </span>}
          </span>
        )}
        <code>
          {words.map((word) =>
            word.type === "" ? word.text : <span class={"t-" + word.type}>{word.text}</span>,
          )}
          {"\n"}
        </code>
      </li>
    );
  },
  (a, b) =>
    a.words === b.words &&
    a.marks === b.marks &&
    a.label === b.label &&
    a.isCurrent === b.isCurrent &&
    a.accesses?.label === b.accesses?.label,
);

/** `0–3 7`, or `×32` for many threads that are no range. */
function abbreviate(threads: number[]): string {
  const ranges: string[] = [];
  for (let i = 0; i < threads.length;) {
    let j = i;
    while (j + 1 < threads.length && threads[j + 1] === threads[j] + 1) ++j;
    ranges.push(
      i === j
        ? String(threads[i])
        : j === i + 1
          ? `${threads[i]} ${threads[j]}`
          : `${threads[i]}–${threads[j]}`,
    );
    i = j + 1;
  }
  const text = ranges.join(" ");
  return text.length <= 9 ? text : `×${threads.length}`;
}

interface Props {
  data: TileData;
  time: number;
  isHeat: boolean;
}

export const Source = memo(function Source({ data, time, isHeat }: Props) {
  const { recording, tile, replay, threads, heat } = data;
  const { places, sources } = recording;
  const event = time - 1;
  const place = event >= 0 ? tile.events.place[event] : none;
  const firstPlace = useMemo(
    () => tile.events.place.find((p) => p !== none && places[p].source !== none),
    [tile],
  );
  const ofEvent = place !== none ? places[place].source : none;
  const [chosen, setChosen] = useState<number | null>(null);
  const [followed, setFollowed] = useState(ofEvent);
  if (ofEvent !== none && ofEvent !== followed) {
    setFollowed(ofEvent);
    setChosen(null);
  }
  const source =
    chosen ??
    (followed !== none ? followed : firstPlace !== undefined ? places[firstPlace].source : 0);
  const file = sources[source];
  const lines = useMemo(() => (file?.text == null ? null : highlight(file.text)), [file]);

  const atLine = new Map<number, number[]>();
  for (let t = 0; t < threads; ++t) {
    const p = replay.place[t];
    if (p === none || replay.status[t] === Status.ended || places[p].source !== source) continue;
    const there = atLine.get(places[p].line);
    if (there) there.push(t);
    else atLine.set(places[p].line, [t]);
  }
  const currentLine = ofEvent === source && place !== none ? places[place].line : none;
  const shownLine =
    currentLine !== none
      ? currentLine
      : time === 0 && firstPlace !== undefined && places[firstPlace].source === source
        ? places[firstPlace].line
        : none;

  const accessesOf = (line: number): LineAccesses => {
    const accesses = heat.lines[source]?.get(line);
    const count = countOf(accesses);
    return { count, step: stepOf(count, heat.mostOfLine), label: formatAccesses(accesses) };
  };

  const scroller = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = scroller.current;
    const line = list?.querySelector<HTMLElement>(`[data-line="${shownLine}"]`);
    if (!list || !line) return;
    const top = line.offsetTop - list.offsetTop;
    if (
      top < list.scrollTop + 24 ||
      top + line.offsetHeight > list.scrollTop + list.clientHeight - 24
    ) {
      list.scrollTop = top - list.clientHeight / 3;
    }
  }, [shownLine, source]);

  return (
    <section class="panel source" aria-label="Source">
      <h3>
        {sources.length > 1 ? (
          <select
            aria-label="Source file"
            value={source}
            onChange={(e) => setChosen(Number(e.currentTarget.value))}
          >
            {sources.map((s, i) => (
              <option value={i}>{fileName(s.file)}</option>
            ))}
          </select>
        ) : file ? (
          fileName(file.file)
        ) : (
          "Source"
        )}
      </h3>
      {lines === null ? (
        <p class="muted">
          {file
            ? `${file.file} could not be read when the program was recorded.`
            : "The recording has no source: compile the program with -g."}
        </p>
      ) : (
        <ol
          class={isHeat ? "lines with-heat" : "lines"}
          ref={scroller}
          tabIndex={0}
          aria-label={`Lines of ${fileName(file.file)}`}
        >
          {lines.map((words, i) => {
            const there = atLine.get(i + 1) ?? [];
            return (
              <Line
                key={i}
                number={i + 1}
                words={words}
                isCurrent={i + 1 === currentLine}
                accesses={isHeat ? accessesOf(i + 1) : null}
                marks={there.length === 0 ? "" : abbreviate(there)}
                label={
                  there.length === 0
                    ? ""
                    : there.length === 1
                      ? `thread ${there[0]}`
                      : `${there.length} threads`
                }
              />
            );
          })}
        </ol>
      )}
    </section>
  );
}, isUnchanged);
