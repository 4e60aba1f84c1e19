/**
 * @file
 * The variables of the tile as the arrays they are: each cell with its value, its last writer and
 * the threads that have read it since the last barrier.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { formatIndex, isAccess, none, sizeOf, unflatten, Variable } from "../model";
import { TileData } from "../tileData";
import { formatDeclaration, formatElement, formatPlace, formatThread } from "../values";
import { CellGrid, rowsOf } from "./CellGrid";

/** How many elements of a variable are shown at once. */
const pageSize = 512;

interface Props {
  data: TileData;
  time: number;
  selected: { variable: number; element: number } | null;
  onSelect: (cell: { variable: number; element: number } | null) => void;
}

export function Memory({ data, time, selected, onSelect }: Props) {
  const { variables } = data.tile;
  const lineOf = (i: number) => data.recording.places[variables[i].declaration]?.line ?? 0;
  const inOrder = variables.map((_, i) => i).sort((a, b) => lineOf(a) - lineOf(b));
  return (
    <section class="panel memory" aria-label="Memory">
      <h3>Memory</h3>
      {variables.length === 0 && (
        <p class="muted">The kernel has no tile_static variable, or the recording has no accesses.</p>
      )}
      {inOrder.map((i) => (
        <Elements key={i} data={data} time={time} number={i} variable={variables[i]}
          selected={selected?.variable === i ? selected.element : null}
          onSelect={(element) => onSelect(element === null ? null : { variable: i, element })} />
      ))}
      <ul class="legend" aria-label="States of elements">
        <li><span class="cell sample unwritten" aria-hidden="true" /> unwritten</li>
        <li><span class="cell sample fresh" aria-hidden="true" /> written since the barrier</li>
        <li><span class="cell sample read" aria-hidden="true" /> read since the barrier</li>
      </ul>
    </section>
  );
}

interface ElementsProps {
  data: TileData;
  time: number;
  number: number;
  variable: Variable;
  selected: number | null;
  onSelect: (element: number | null) => void;
}

function Elements({ data, time, number, variable, selected, onSelect }: ElementsProps) {
  const [page, setPage] = useState(0);
  const { replay, tile, launch, threads } = data;
  const parts = variable.parts.length;
  const first = replay.firstCell[number];
  const count = sizeOf(variable.shape);
  const event = time - 1;
  const accessed = event >= 0 && isAccess(tile.events.kind[event]) && tile.events.variable[event] === number
    ? tile.events.element[event] : none;
  const pages = Math.ceil(count / pageSize);
  // A step to an access shows the page with its element.
  const shown = accessed !== none && accessed !== selected ? Math.floor(accessed / pageSize) : Math.min(page, pages - 1);
  const isRoomy = count <= 64;
  const isDense = count > 256;
  const epochStart = replay.epoch === 0 ? 0 : data.timeline.releases[replay.epoch - 1];

  const cell = (element: number) => {
    const at = first + element * parts;
    let text = "";
    let writer = none;
    let isRead = false;
    for (let p = 0; p < parts; ++p) {
      const write = replay.writer[at + p];
      writer = Math.max(writer, write);
      isRead ||= replay.isRead(at + p);
      if (parts > 1 && p > 0) text += ", ";
      text += write === none ? (parts > 1 ? "–" : "") : tile.events.text[write] || "?";
    }
    const by = writer === none ? none : tile.events.thread[writer];
    const readers = isRead ? readersOf(data, at, parts) : [];
    const name = formatElement(variable, element);
    const label = (writer === none ? `${name} unwritten` : `${name} = ${text} by ${by}, thread ${formatThread(launch, by)}`) +
      (readers.length > 0 ? `, read by ${readers.length} ${readers.length === 1 ? "thread" : "threads"}` : "");
    return {
      look: (writer === none ? "unwritten" : writer >= epochStart ? "fresh" : "written") +
        (isRead ? " read" : "") + (element === accessed ? " current" : ""),
      label,
      text: writer === none ? "" : isDense && text.length > 6 ? text.slice(0, 5) + "…" : text,
      small: isRoomy && writer !== none ? (threads > 1 ? `by ${by}` : "") : "",
    };
  };

  // A step to an access scrolls the array, not the page, to its element.
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = scroller.current!;
    const target = accessed === none ? null : box.querySelector<HTMLElement>(`[data-cell="${accessed}"]`);
    if (!target || (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth)) return;
    const inner = target.getBoundingClientRect();
    const outer = box.getBoundingClientRect();
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - box.clientHeight / 2;
    if (inner.left < outer.left || inner.right > outer.right) box.scrollLeft += inner.left - outer.left - box.clientWidth / 2;
  }, [accessed]);

  const { shape } = variable;
  // Another array is wrapped.
  const isTable = shape.length >= 2 && shape[shape.length - 1] <= 64;
  const columns = isTable ? shape[shape.length - 1] : Math.min(isRoomy ? 8 : 16, Math.max(count, 1));
  const begin = shown * pageSize;
  const end = Math.min(begin + pageSize, count);
  const rows = rowsOf([end - begin], begin, columns);
  const header = (row: number[]) => {
    const index = unflatten(row[0], shape);
    return isTable ? index.slice(0, -1).map((i) => `[${i}]`).join("") : `[${row[0]}]`;
  };
  return (
    <div class="variable" data-variable={variable.name}>
      <h4><code>{formatDeclaration(variable)}</code></h4>
      {pages > 1 && (
        <p class="pages">
          <button type="button" disabled={shown === 0} onClick={() => setPage(shown - 1)}>Previous</button>
          elements {begin} to {end - 1} of {count}
          <button type="button" disabled={shown === pages - 1} onClick={() => setPage(shown + 1)}>Next</button>
        </p>
      )}
      <div class="scroll" ref={scroller}>
        <CellGrid label={formatDeclaration(variable)} class={"value-grid " + (isRoomy ? "roomy" : isDense ? "dense" : "")}
          rows={rows} rowHeaders={shape.length > 0 ? rows.map(header) : undefined}
          columnHeaders={shape.length > 0 ? Array.from({ length: columns }, (_, i) => (isTable ? `[${i}]` : `+${i}`)) : undefined}
          selected={selected} onSelect={onSelect} cell={cell} />
      </div>
      {selected !== null && <Detail data={data} number={number} variable={variable} element={selected} />}
    </div>
  );
}

function readersOf(data: TileData, cell: number, parts: number): number[] {
  if (parts === 1) return data.replay.readers(cell);
  const all = new Set<number>();
  for (let p = 0; p < parts; ++p) for (const t of data.replay.readers(cell + p)) all.add(t);
  return [...all].sort((a, b) => a - b);
}

/** All about one element, in words. */
function Detail({ data, number, variable, element }: {
  data: TileData; number: number; variable: Variable; element: number;
}) {
  const { replay, tile, launch, recording } = data;
  const parts = variable.parts.length;
  const first = replay.firstCell[number] + element * parts;
  const readers = readersOf(data, first, parts);
  return (
    <p class="detail" data-detail="element">
      {variable.parts.map((part, p) => {
        const write = replay.writer[first + p];
        const name = formatElement(variable, element) + part;
        if (write === none) return <span key={p}><strong>{name}</strong> is unwritten. </span>;
        const by = tile.events.thread[write];
        return (
          <span key={p}>
            <strong>{name} = {tile.events.text[write] || "?"}</strong>, written by
            thread {formatThread(launch, by)} at {formatPlace(recording, tile.events.place[write]) || "an unknown place"}.{" "}
          </span>
        );
      })}
      {readers.length === 0 ? "No thread has read it since the last barrier." :
        `Read since the last barrier by ${readers.length === 1 ? "thread" : "threads"} ${list(readers.map((t) => formatIndex(unflatten(t, launch.tileShape))))}.`}
    </p>
  );
}

function list(items: string[]): string {
  const shown = items.slice(0, 12).join(", ");
  return items.length > 12 ? `${shown} and ${items.length - 12} more` : shown;
}
