/**
 * @file
 * Draws the lanes: a row for each thread, time to the right.
 */
import { Kind, none } from "../model";
import { TileData } from "../tileData";
import { Axis } from "../timeline";
import { Painter, Pixels } from "./pixels";

/** The colors of the page's theme, as the style sheet has them. */
export interface Colors {
  run: string;
  wait: string;
  waitDense: string;
  read: string;
  write: string;
  atomic: string;
  fence: string;
  finding: string;
  front: string;
  now: string;
  stripe: string;
  selected: string;
}

export function readColors(element: Element): Colors {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue("--" + name).trim();
  return {
    run: color("run-line"),
    wait: color("wait"),
    waitDense: color("wait-dense"),
    read: color("read"),
    write: color("write"),
    atomic: color("atomic"),
    fence: color("fence"),
    finding: color("finding"),
    front: color("front"),
    now: color("now"),
    stripe: color("stripe"),
    selected: color("selected"),
  };
}

export interface Drawing {
  data: TileData;
  axis: Axis;
  /** The pixel of a position on the axis. */
  x: (position: number) => number;
  rowHeight: number;
  width: number;
  colors: Colors;
  selected: number | null;
}

export function drawLanes(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { data, rowHeight, width, colors } = drawing;
  const height = rowHeight * data.threads;
  context.clearRect(0, 0, width, height);
  // Where there is no room for shapes, there are many rectangles.
  const pixels = markSize(drawing) === 0 ? new Pixels(context) : null;
  const painter = pixels ?? context;
  if (rowHeight >= 6) {
    painter.fillStyle = colors.stripe;
    for (let t = 1; t < data.threads; t += 2) painter.fillRect(0, t * rowHeight, width, rowHeight);
  }
  // One kind after the other: to change the color costs more than a rectangle.
  drawWaits(painter, drawing);
  drawRuns(painter, drawing);
  if (pixels) drawDashes(painter, drawing);
  else drawMarks(context, drawing);
  drawFronts(painter, drawing, height);
  pixels?.flush();
}

/** The size of a mark; 0 if there is no room for marks of different shapes. */
function markSize({ x, rowHeight }: Drawing): number {
  const unit = x(1) - x(0);
  return unit >= 3 && rowHeight >= 5 ? Math.min(rowHeight - 2, unit - 1, 12) : 0;
}

/** From each arrival at a barrier to the release. */
function drawWaits(painter: Painter, { data, axis, x, rowHeight, width, colors }: Drawing): void {
  const { kind, thread, length } = data.tile.events;
  const position = data.timeline.position[axis];
  const waiting = new Int32Array(data.threads).fill(none);
  painter.fillStyle = rowHeight < 5 ? colors.waitDense : colors.wait;
  const draw = (t: number, end: number) => {
    if (waiting[t] === none) return;
    const left = Math.max(x(position[waiting[t]] + 0.5), 0);
    const right = Math.min(end, width);
    const y = (t + 0.5) * rowHeight;
    waiting[t] = none;
    if (right <= left) return;
    if (rowHeight < 5)
      painter.fillRect(left, y - rowHeight * 0.25, right - left, Math.max(rowHeight * 0.5, 0.5));
    // Dots: told from a running thread without color.
    else for (let at = left + 2; at < right - 1; at += 5) painter.fillRect(at, y - 1, 2, 2);
  };
  for (let e = 0; e < length; ++e) {
    if (kind[e] === Kind.arrive) waiting[thread[e]] = e;
    if (kind[e] !== Kind.release) continue;
    const front = x(position[e] + 0.5);
    for (let t = 0; t < data.threads; ++t) draw(t, front);
  }
  for (let t = 0; t < data.threads; ++t) draw(t, width);
}

/** From each event to the next of the same thread, unless it waited in between. */
function drawRuns(painter: Painter, drawing: Drawing): void {
  const { data, axis, x, rowHeight, width, colors } = drawing;
  const { kind, thread, length } = data.tile.events;
  const { previous } = data.timeline;
  const position = data.timeline.position[axis];
  const gap = markSize(drawing) / 2;
  const bar = Math.max(1, Math.round(rowHeight * 0.22));
  // A run that continues is one rectangle: where it began, and where it has come to.
  const began = new Float32Array(data.threads).fill(-1);
  const end = new Float32Array(data.threads);
  painter.fillStyle = colors.run;
  const draw = (t: number) => {
    if (began[t] >= 0)
      painter.fillRect(
        began[t],
        (t + 0.5) * rowHeight - bar / 2,
        Math.max(end[t] - began[t], 1),
        bar,
      );
    began[t] = -1;
  };
  for (let e = 0; e < length; ++e) {
    const before = previous[e];
    if (before === none || kind[before] === Kind.arrive || kind[e] === Kind.finding) continue;
    const t = thread[e];
    const from = Math.max(x(position[before] + 0.5) + gap, 0);
    const to = Math.min(x(position[e] + 0.5) - gap, width);
    if (to < 0 || from > width) continue;
    if (began[t] < 0 || from - end[t] > 0.5) {
      draw(t);
      began[t] = from;
    }
    end[t] = to;
  }
  for (let t = 0; t < data.threads; ++t) draw(t);
}

function drawMarks(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { data, axis, x, rowHeight, width, colors } = drawing;
  const { kind, thread, length } = data.tile.events;
  const position = data.timeline.position[axis];
  const size = markSize(drawing);
  for (let e = 0; e < length; ++e) {
    const at = x(position[e] + 0.5);
    if (thread[e] < 0 || at < -size || at > width + size) continue;
    drawMark(context, colors, kind[e], at, (thread[e] + 0.5) * rowHeight, size);
  }
}

/** Marks where there is no room for their shapes. */
function drawDashes(painter: Painter, { data, axis, x, rowHeight, width, colors }: Drawing): void {
  const { kind, thread, length } = data.tile.events;
  const position = data.timeline.position[axis];
  const dash = Math.max(1, Math.min((x(1) - x(0)) * 0.7, 3));
  const height = Math.max(rowHeight - (rowHeight > 3 ? 1 : 0), 1);
  for (let e = 0; e < length; ++e) {
    const at = x(position[e] + 0.5);
    if (thread[e] < 0 || at < 0 || at > width) continue;
    if (kind[e] === Kind.begin || kind[e] === Kind.end || kind[e] === Kind.arrive) continue;
    const size = kind[e] === Kind.finding ? 3 : dash;
    painter.fillStyle = colorOf(colors, kind[e]);
    painter.fillRect(at - size / 2, thread[e] * rowHeight, size, height);
  }
}

function colorOf(colors: Colors, kind: Kind): string {
  switch (kind) {
    case Kind.read:
      return colors.read;
    case Kind.write:
      return colors.write;
    case Kind.atomic:
      return colors.atomic;
    case Kind.fence:
      return colors.fence;
    case Kind.finding:
      return colors.finding;
    default:
      return colors.front;
  }
}

/** Marks differ in shape, not in color alone. The style sheet draws the same in the legend. */
function drawMark(
  context: CanvasRenderingContext2D,
  colors: Colors,
  kind: Kind,
  x: number,
  y: number,
  size: number,
): void {
  const r = size / 2;
  context.fillStyle = context.strokeStyle = colorOf(colors, kind);
  context.lineWidth = 1.5;
  context.beginPath();
  switch (kind) {
    case Kind.begin:
    case Kind.end:
      context.rect(x - 1, y - r * 0.7, 2, 1.4 * r);
      context.fill();
      break;
    case Kind.arrive:
      context.rect(x - 1.5, y - r, 3, 2 * r);
      context.fill();
      break;
    case Kind.read:
      context.arc(x, y, Math.max(r - 0.75, 1), 0, 2 * Math.PI);
      context.stroke();
      break;
    case Kind.write:
      context.rect(x - r * 0.85, y - r * 0.85, 1.7 * r, 1.7 * r);
      context.fill();
      break;
    case Kind.atomic:
      context.moveTo(x, y - r);
      context.lineTo(x + r, y);
      context.lineTo(x, y + r);
      context.lineTo(x - r, y);
      context.fill();
      break;
    case Kind.fence:
      context.moveTo(x - r, y - r * 0.6);
      context.lineTo(x + r, y - r * 0.6);
      context.moveTo(x - r, y + r * 0.6);
      context.lineTo(x + r, y + r * 0.6);
      context.stroke();
      break;
    case Kind.finding:
      context.moveTo(x - r, y - r);
      context.lineTo(x + r, y + r);
      context.moveTo(x + r, y - r);
      context.lineTo(x - r, y + r);
      context.lineWidth = 2.5;
      context.stroke();
      break;
  }
}

/** The barriers: fronts that all threads leave together. */
function drawFronts(
  painter: Painter,
  { data, axis, x, width, colors }: Drawing,
  height: number,
): void {
  const position = data.timeline.position[axis];
  painter.fillStyle = colors.front;
  let last = -Infinity;
  for (const release of data.timeline.releases) {
    const at = x(position[release] + 0.5);
    if (at < 0 || at > width || at - last < 1) continue;
    painter.fillRect(Math.round(at) - 1, 0, 2, height);
    last = at;
  }
}

/** Where each thread is now: what lies behind it has happened. */
export function drawNow(context: CanvasRenderingContext2D, drawing: Drawing, time: number): void {
  const { data, axis, x, rowHeight, width, colors, selected } = drawing;
  const height = rowHeight * data.threads;
  const position = data.timeline.position[axis];
  context.clearRect(0, 0, width, height);
  if (selected !== null) {
    context.fillStyle = colors.selected;
    context.fillRect(0, selected * rowHeight, width, Math.max(rowHeight, 2));
  }
  context.strokeStyle = colors.now;
  context.lineWidth = 2;
  context.beginPath();
  if (axis === "run") {
    context.moveTo(x(time), 0);
    context.lineTo(x(time), height);
  } else {
    const { latest, epoch } = data.replay;
    const front = epoch === 0 ? 0 : position[data.timeline.releases[epoch - 1]] + 1;
    for (let t = 0; t < data.threads; ++t) {
      const at = x(Math.max(latest[t] === none ? 0 : position[latest[t]] + 1, front));
      context.lineTo(at, t * rowHeight);
      context.lineTo(at, (t + 1) * rowHeight);
    }
  }
  context.stroke();
  const event = time - 1;
  if (event < 0) return;
  const t = data.tile.events.thread[event];
  if (t < 0) return;
  context.lineWidth = 2;
  const r = Math.max(Math.min(rowHeight, 14) / 2 + 1, 3);
  context.beginPath();
  context.arc(x(position[event] + 0.5), (t + 0.5) * rowHeight, r, 0, 2 * Math.PI);
  context.stroke();
}
