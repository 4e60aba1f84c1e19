/**
 * @file
 * A variable as the array that it is: each cell with its value, its last writer, and whether threads
 * have read it since the last barrier. The chosen element is described in words.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { labelOf, stateOf, valueText } from "../cells";
import { countOf, formatAccesses, stepOf } from "../heat";
import { isAccess, none, sizeOf, unflatten, Variable } from "../model";
import { TileData } from "../tileData";
import { formatDeclaration, formatElement, formatPlace, formatThread } from "../values";
import { CellGrid, rowsOf } from "./CellGrid";

/** About how many elements are shown at once. */
const pageSize = 512;

interface Props {
  data: TileData;
  time: number;
  /** Whether cells show how often they are accessed in place of their values. */
  isHeat: boolean;
  /** The variable's number in the tile. */
  number: number;
  variable: Variable;
  selected: number | null;
  onSelect: (element: number | null) => void;
}

export function Elements({ data, time, isHeat, number, variable, selected, onSelect }: Props) {
  const { shape } = variable;
  const count = sizeOf(shape);
  const isRoomy = count <= 64;
  const isDense = count > 256;
  // A table of its last two dimensions, or else rows of a fixed length.
  const isTable = shape.length >= 2 && shape[shape.length - 1] <= 64;
  const columns = isTable
    ? shape[shape.length - 1]
    : Math.min(isRoomy ? 8 : 16, Math.max(count, 1));

  const accessed = accessedElement(data, time, number);
  const perPage = Math.max(Math.floor(pageSize / columns), 1) * columns;
  const pages = Math.max(Math.ceil(count / perPage), 1);
  const [page, setPage] = useState(0);
  const [followed, setFollowed] = useState(none);
  if (accessed !== followed) {
    setFollowed(accessed);
    if (accessed !== none) setPage(Math.floor(accessed / perPage));
  }
  const begin = page * perPage;
  const end = Math.min(begin + perPage, count);
  const rows = rowsOf([end - begin], begin, columns);
  const scroller = useScrolledTo(accessed);

  const { replay, tile, timeline, threads, heat } = data;
  const epochStart = replay.epoch === 0 ? 0 : timeline.releases[replay.epoch - 1];
  const heatCell = (element: number) => {
    const accesses = heat.elements[number].get(element);
    const count = countOf(accesses);
    return {
      look: `heat-${stepOf(count, heat.mostOfElement)}` + (element === accessed ? " current" : ""),
      label: `${formatElement(variable, element)}, ${formatAccesses(accesses)}`,
      text: String(count),
      small: "",
    };
  };
  const valueCell = (element: number) => {
    const state = stateOf(data, variable, number, element);
    const text = valueText(data, state);
    const { writer, readers } = state;
    const look = text === "" ? "unwritten" : writer >= epochStart ? "fresh" : "written";
    return {
      look: look + (readers.length > 0 ? " read" : "") + (element === accessed ? " current" : ""),
      label: labelOf(data, formatElement(variable, element), text, state),
      text: isDense && text.length > 6 ? text.slice(0, 5) + "…" : text,
      small: isRoomy && writer !== none && threads > 1 ? `by ${tile.events.thread[writer]}` : "",
    };
  };
  const rowHeader = (row: number[]) =>
    (isTable ? unflatten(row[0], shape).slice(0, -1) : [row[0]]).map((i) => `[${i}]`).join("");
  const columnHeader = (_: unknown, i: number) => (isTable ? `[${i}]` : `+${i}`);

  return (
    <div class="variable" data-variable={variable.name}>
      <h4>
        <code>{formatDeclaration(variable)}</code>
      </h4>
      {pages > 1 && (
        <p class="pages">
          <button type="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Previous
          </button>
          elements {begin} to {end - 1} of {count}
          <button type="button" disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            Next
          </button>
        </p>
      )}
      <div class="scroll" ref={scroller}>
        <CellGrid
          label={formatDeclaration(variable)}
          class={"value-grid " + (isRoomy ? "roomy" : isDense ? "dense" : "")}
          rows={rows}
          rowHeaders={shape.length > 0 ? rows.map(rowHeader) : undefined}
          columnHeaders={
            shape.length > 0 ? Array.from({ length: columns }, columnHeader) : undefined
          }
          selected={selected}
          onSelect={onSelect}
          cell={isHeat ? heatCell : valueCell}
        />
      </div>
      {selected !== null && (
        <Detail data={data} number={number} variable={variable} element={selected} />
      )}
    </div>
  );
}

/** The element of the variable that the latest event accesses, or `none`. */
function accessedElement({ tile }: TileData, time: number, variable: number): number {
  const { events } = tile;
  const event = time - 1;
  const isHere = event >= 0 && isAccess(events.kind[event]) && events.variable[event] === variable;
  return isHere ? events.element[event] : none;
}

/** For a box: scrolls it, and not the page, to the cell. */
function useScrolledTo(cell: number) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = scroller.current!;
    const target = cell === none ? null : box.querySelector<HTMLElement>(`[data-cell="${cell}"]`);
    if (!target || (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth))
      return;
    const inner = target.getBoundingClientRect();
    const outer = box.getBoundingClientRect();
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      box.scrollTop += inner.top - outer.top - box.clientHeight / 2;
    }
    if (inner.left < outer.left || inner.right > outer.right) {
      box.scrollLeft += inner.left - outer.left - box.clientWidth / 2;
    }
  }, [cell]);
  return scroller;
}

/** All about one element, in words. */
function Detail({
  data,
  number,
  variable,
  element,
}: {
  data: TileData;
  number: number;
  variable: Variable;
  element: number;
}) {
  const { tile, launch, recording } = data;
  const { thread, place, text } = tile.events;
  const { parts, readers } = stateOf(data, variable, number, element);
  const threads = readers
    .slice(0, 12)
    .map((t) => formatThread(launch, t))
    .join(", ");
  const more = readers.length > 12 ? ` and ${readers.length - 12} more` : "";
  return (
    <p class="detail" data-detail="element">
      {parts.map(({ name, event, isWritten }) => (
        <span key={name}>
          {event === none ? (
            <>
              <strong>{name}</strong> is unwritten
            </>
          ) : (
            <>
              <strong>
                {name} = {text[event] || "?"}
              </strong>
              , {isWritten ? "written" : "read"} by thread {formatThread(launch, thread[event])} at{" "}
              {formatPlace(recording, place[event]) || "an unknown place"}
            </>
          )}
          .{" "}
        </span>
      ))}
      {readers.length === 0
        ? "No thread has read it since the last barrier."
        : `Read since the last barrier by ${readers.length === 1 ? "thread" : "threads"} ${threads}${more}.`}
    </p>
  );
}
