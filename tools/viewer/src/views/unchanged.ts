/**
 * @file
 * When a view of a tile need not be drawn again. The functions that it calls back are not compared:
 * they are made anew for each drawing, but all do the same.
 */
import { TileData } from "../tileData";

interface Shown {
  data: TileData;
  time: number;
  selected?: unknown;
}

export function isUnchanged(before: Shown, after: Shown): boolean {
  return (
    before.data === after.data && before.time === after.time && before.selected === after.selected
  );
}
