/**
 * @file
 * The variables of the tile.
 */
import { memo } from "preact/compat";
import { TileData } from "../tileData";
import { Elements } from "./Elements";
import { isUnchanged } from "./unchanged";

interface Props {
  data: TileData;
  time: number;
  isHeat: boolean;
  selected: { variable: number; element: number } | null;
  onSelect: (cell: { variable: number; element: number } | null) => void;
}

export const Memory = memo(function Memory({ data, time, isHeat, selected, onSelect }: Props) {
  const { variables } = data.tile;
  const lineOf = (i: number) => data.recording.places[variables[i].declaration]?.line ?? 0;
  const inOrder = variables.map((_, i) => i).sort((a, b) => lineOf(a) - lineOf(b));
  return (
    <section class="panel memory" aria-label="Memory">
      <h3>Memory</h3>
      {variables.length === 0 && (
        <p class="muted">
          The kernel has no tile_static variable, or the recording has no accesses.
        </p>
      )}
      {inOrder.map((i) => (
        <Elements
          key={i}
          data={data}
          time={time}
          isHeat={isHeat}
          number={i}
          variable={variables[i]}
          selected={selected?.variable === i ? selected.element : null}
          onSelect={(element) => onSelect(element === null ? null : { variable: i, element })}
        />
      ))}
      {isHeat ? <HeatLegend most={data.heat.mostOfElement} /> : <StateLegend />}
    </section>
  );
}, isUnchanged);

function StateLegend() {
  return (
    <ul class="legend" aria-label="States of elements">
      <li>
        <span class="cell sample unwritten" aria-hidden="true" /> unwritten
      </li>
      <li>
        <span class="cell sample fresh" aria-hidden="true" /> written since the barrier
      </li>
      <li>
        <span class="cell sample read" aria-hidden="true" /> read since the barrier
      </li>
    </ul>
  );
}

/** The numbers in the cells say the same; the colors show where to look. */
function HeatLegend({ most }: { most: number }) {
  return (
    <ul class="legend" aria-label="Accesses in all recorded events">
      <li>
        <span class="cell sample heat-1" aria-hidden="true" /> 1 access
      </li>
      <li>
        <span class="cell sample heat-5" aria-hidden="true" /> {most} accesses
      </li>
    </ul>
  );
}
