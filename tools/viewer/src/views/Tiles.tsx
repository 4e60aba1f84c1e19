/**
 * @file
 * The grid of tiles of a launch. The recorded ones can be chosen.
 */
import { flatten, formatIndex, Launch, sizeOf } from "../model";
import { CellGrid, rowsOf } from "./CellGrid";

/** A larger grid is shown as a list of its recorded tiles. */
const largestGrid = 400;

interface Props {
  launch: Launch;
  selected: number;
  onSelect: (tile: number) => void;
}

export function Tiles({ launch, selected, onSelect }: Props) {
  const grid = launch.extent.map((length, d) => Math.ceil(length / launch.tileShape[d]));
  const count = sizeOf(grid);
  const recorded = new Map(launch.tiles.map((tile, i) => [flatten(tile.index, grid), i]));
  const why = (i: number) => (launch.tiles[i].hasFinding ? ", with a finding" : "");
  const name = (i: number) => formatIndex(launch.tiles[i].index);
  return (
    <section class="panel tiles" aria-label="Tiles">
      <h3>
        Tiles{" "}
        <span class="muted">
          {grid.join(" × ")}, {launch.tiles.length} recorded
        </span>
      </h3>
      {grid.length <= 2 && count <= largestGrid ? (
        <CellGrid
          label="tiles"
          class="tile-grid"
          rows={rowsOf(grid, 0, 16)}
          selected={flatten(launch.tiles[selected].index, grid)}
          onSelect={(id) => {
            const tile = id === null ? undefined : recorded.get(id);
            if (tile !== undefined) onSelect(tile);
          }}
          cell={(id) => {
            const tile = recorded.get(id);
            if (tile === undefined)
              return { look: "absent", label: `tile ${id}, not recorded`, text: "", small: "" };
            const { hasFinding } = launch.tiles[tile];
            return {
              look: hasFinding ? "recorded faulty" : "recorded",
              label: `tile ${name(tile)}${why(tile)}`,
              text: hasFinding ? "!" : "",
              small: "",
            };
          }}
        />
      ) : (
        <select
          aria-label="Tile"
          value={selected}
          onChange={(e) => onSelect(Number(e.currentTarget.value))}
        >
          {launch.tiles.map((_, i) => (
            <option value={i}>
              tile {name(i)}
              {why(i)}
            </option>
          ))}
        </select>
      )}
      <p class="detail">
        <strong>Tile {name(selected)}</strong>
        {why(selected)}
        {!launch.tiles[selected].isComplete && "; its last events are not recorded"}
      </p>
    </section>
  );
}
