/**
 * @file
 * When a view of a tile need not be drawn again. The functions that it calls back are not compared:
 * each drawing makes new ones, but all do the same.
 */
import { TileData } from "../tileData";

interface Shown {
  data: TileData;
  time: number;
  selected?: unknown;
  isHeat?: boolean;
}

export function isUnchanged(before: Shown, after: Shown): boolean {
  return (
    before.data === after.data &&
    before.time === after.time &&
    before.selected === after.selected &&
    before.isHeat === after.isHeat
  );
}
