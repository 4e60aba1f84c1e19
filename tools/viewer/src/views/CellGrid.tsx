/**
 * @file
 * A grid of cells that one can point at, or walk through with the arrow keys: the threads of a tile,
 * or the elements of an array. The Tab key enters it at one cell.
 */
import { ComponentChildren } from "preact";
import { memo } from "preact/compat";

/** What a cell shows. Equal properties draw nothing new. */
export interface CellProps {
  id: number;
  /** The classes of its state. */
  look: string;
  /** In words, for screen readers; and the tooltip, which a cell gets when it is pointed at. */
  label: string;
  /** The text in the cell: a first line, and a smaller second one. */
  text: string;
  small: string;
  isSelected: boolean;
  isTabStop: boolean;
}

const Cell = memo(function Cell({
  id,
  look,
  label,
  text,
  small,
  isSelected,
  isTabStop,
}: CellProps) {
  return (
    <div
      role="gridcell"
      class={"cell " + look}
      data-cell={id}
      aria-label={label}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
    >
      {text !== "" && <span class="cell-text">{text}</span>}
      {small !== "" && <span class="cell-small"> {small}</span>}
    </div>
  );
}, areEqual);

function areEqual(a: CellProps, b: CellProps): boolean {
  return (
    a.look === b.look &&
    a.label === b.label &&
    a.text === b.text &&
    a.small === b.small &&
    a.isSelected === b.isSelected &&
    a.isTabStop === b.isTabStop &&
    a.id === b.id
  );
}

interface Props {
  label: string;
  class: string;
  /** The ids of the cells, row by row. */
  rows: number[][];
  rowHeaders?: string[];
  columnHeaders?: string[];
  selected: number | null;
  onSelect: (id: number | null) => void;
  /** What a cell shows, but for the selection. */
  cell: (id: number) => Omit<CellProps, "id" | "isSelected" | "isTabStop">;
}

export function CellGrid(props: Props) {
  const { label, rows, rowHeaders, columnHeaders, selected, onSelect } = props;
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const isHere = selected !== null && rows.some((row) => row.includes(selected));
  const tabStop = isHere ? selected : rows[0]?.[0];

  const idOf = (event: Event) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
    return cell ? Number(cell.dataset.cell) : null;
  };
  const onClick = (event: MouseEvent) => {
    const id = idOf(event);
    if (id !== null) onSelect(id === selected ? null : id);
  };
  const onPointerOver = (event: PointerEvent) => {
    const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
    if (cell) cell.title = cell.getAttribute("aria-label") ?? "";
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = idOf(event);
    if (id === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const row = rows.findIndex((r) => r.includes(id));
    const column = rows[row].indexOf(id);
    let next: number | undefined;
    switch (event.key) {
      case "ArrowLeft":
        next = rows[row][column - 1];
        break;
      case "ArrowRight":
        next = rows[row][column + 1];
        break;
      case "ArrowUp":
        next = rows[row - 1]?.[column];
        break;
      case "ArrowDown":
        next = rows[row + 1]?.[column];
        break;
      case "Home":
        next = rows[row][0];
        break;
      case "End":
        next = rows[row][rows[row].length - 1];
        break;
      case "Enter":
        next = id;
        break;
      case "Escape":
        onSelect(null);
        event.preventDefault();
        return;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    onSelect(next);
    const grid = event.currentTarget as HTMLElement;
    grid.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
  };

  const header = (text: ComponentChildren, role: "rowheader" | "columnheader") => (
    <div role={role} class="cell-header">
      {text}
    </div>
  );
  const template = `${rowHeaders ? "max-content " : ""}repeat(${columns}, var(--cell-width))`;
  return (
    <div
      role="grid"
      aria-label={label}
      class={"cell-grid " + props.class}
      style={{ gridTemplateColumns: template, "--columns": columns }}
      onClick={onClick}
      onPointerOver={onPointerOver}
      onKeyDown={onKeyDown}
    >
      {columnHeaders && (
        <div role="row" class="cell-row">
          {rowHeaders && header(<span class="visually-hidden">index</span>, "columnheader")}
          {columnHeaders.map((text) => header(text, "columnheader"))}
        </div>
      )}
      {rows.map((row, r) => (
        <div role="row" class="cell-row" key={row[0]}>
          {rowHeaders && header(rowHeaders[r], "rowheader")}
          {row.map((id) => (
            <Cell
              key={id}
              id={id}
              isSelected={id === selected}
              isTabStop={id === tabStop}
              {...props.cell(id)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The ids first, first+1, … of a shape of at most two dimensions, row by row; one row is wrapped. */
export function rowsOf(shape: readonly number[], first: number, wrapAt: number): number[][] {
  const isFlat = shape.length < 2;
  const count = shape.reduce((a, b) => a * b, 1);
  const columns = isFlat ? Math.min(wrapAt, Math.max(count, 1)) : shape[1];
  const rows: number[][] = [];
  for (let at = 0; at < count; at += columns) {
    const length = Math.min(columns, count - at);
    rows.push(Array.from({ length }, (_, i) => first + at + i));
  }
  return rows;
}
