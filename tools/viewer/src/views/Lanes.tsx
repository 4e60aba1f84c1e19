/**
 * @file
 * The threads of the tile as lanes over time. Dragging in it scrubs through time.
 */
import { scaleLinear } from "d3-scale";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { TileData } from "../tileData";
import { Axis, timeAt } from "../timeline";
import { formatPlace } from "../values";
import { Colors, drawLanes, drawNow, readColors } from "./drawLanes";

interface Props {
  data: TileData;
  time: number;
  axis: Axis;
  zoom: number;
  selected: number | null;
  /** Changes when the colors do. */
  theme: string;
  onTime: (time: number) => void;
  onSelect: (thread: number | null) => void;
}

/** The position of the latest event on the axis. */
function positionOf(data: TileData, axis: Axis, time: number): number {
  return time === 0 ? 0 : data.timeline.position[axis][time - 1] + 1;
}

export function Lanes({ data, time, axis, zoom, selected, theme, onTime, onSelect }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const lanes = useRef<HTMLCanvasElement>(null);
  const now = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = frame.current!;
    const observer = new ResizeObserver(() => setWidth(Math.max(element.clientWidth, 50)));
    observer.observe(element);
    setWidth(Math.max(element.clientWidth, 50));
    return () => observer.disconnect();
  }, []);

  const total = data.timeline.length[axis];
  const shown = Math.max(total / zoom, Math.min(total, 4));
  // The window follows the present, and stays while the present is in its middle part.
  const start = useRef(0);
  const at = positionOf(data, axis, time);
  if (at < start.current + shown * 0.1 || at > start.current + shown * 0.9)
    start.current = at - shown * 0.5;
  start.current = Math.min(Math.max(start.current, 0), total - shown);
  const from = start.current;

  const rowHeight = Math.min(Math.max(Math.floor(320 / data.threads), 1), 20);
  const height = rowHeight * data.threads;
  const x = useMemo(() => scaleLinear([from, from + shown], [0, width]), [from, shown, width]);
  const colors = useRef<Colors>();
  useLayoutEffect(() => {
    colors.current = readColors(frame.current!);
  }, [theme]);
  // Not a d3 scale, which is much slower for 100,000 events.
  const origin = x(0);
  const unit = x(1) - origin;
  const drawing = () => ({
    data,
    axis,
    x: (position: number) => origin + unit * position,
    rowHeight,
    width,
    selected,
    colors: colors.current!,
  });
  useLayoutEffect(() => {
    drawLanes(prepare(lanes.current!, width, height), drawing());
  }, [data, axis, x, rowHeight, width, theme]);
  useLayoutEffect(() => {
    drawNow(prepare(now.current!, width, height), drawing(), time);
  }, [data, axis, x, rowHeight, width, time, selected, theme]);

  const isDragging = useRef(false);
  // The lane of the latest event stays in sight.
  const scroller = useRef<HTMLDivElement>(null);
  const current = time === 0 ? 0 : data.tile.events.thread[time - 1];
  useEffect(() => {
    const box = scroller.current!;
    const top = current * rowHeight;
    if (
      current < 0 ||
      isDragging.current ||
      (top >= box.scrollTop && top < box.scrollTop + box.clientHeight - 40)
    )
      return;
    box.scrollTop = top - box.clientHeight / 2;
  }, [current, rowHeight]);

  const threadAt = (event: PointerEvent) =>
    Math.floor((event.clientY - now.current!.getBoundingClientRect().top) / rowHeight);
  const goTo = (event: PointerEvent) => {
    const left = now.current!.getBoundingClientRect().left;
    onTime(timeAt(data.timeline, axis, x.invert(event.clientX - left)));
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    isDragging.current = true;
    now.current!.setPointerCapture(event.pointerId);
    const thread = threadAt(event);
    if (event.pointerType === "mouse" && thread >= 0 && thread < data.threads) onSelect(thread);
    goTo(event);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (isDragging.current) goTo(event);
  };
  const onPointerUp = () => {
    isDragging.current = false;
  };

  const { releases } = data.timeline;
  const position = data.timeline.position[axis];
  const barriers: { left: number; label: string; title: string }[] = [];
  releases.forEach((release, i) => {
    const left = x(position[release] + 0.5);
    const last = barriers[barriers.length - 1];
    if (left < 0 || left > width - 10 || (last && left - last.left < 28)) return;
    const place = formatPlace(data.recording, data.tile.events.place[release]);
    barriers.push({
      left,
      label: String(i + 1),
      title: `barrier ${i + 1}${place && `, ${place}`}`,
    });
  });
  // A label for every so many threads that the labels do not overlap.
  let labelled = 1;
  while (labelled * rowHeight < 12) labelled *= 2;
  const labels = Array.from({ length: Math.ceil(data.threads / labelled) }, (_, i) => i * labelled);

  return (
    <div class="lanes" ref={scroller}>
      <div class="lane-labels" aria-hidden="true" style={{ height: height + 18 }}>
        {labels.map((t) => (
          <span
            key={t}
            style={{ height: rowHeight * labelled, lineHeight: `${Math.max(rowHeight, 10)}px` }}
          >
            {t}
          </span>
        ))}
      </div>
      <div class="lane-frame" ref={frame}>
        <div class="lane-axis" aria-hidden="true">
          {barriers.map((b) => (
            <span key={b.label} style={{ left: b.left }} title={b.title}>
              {b.label}
            </span>
          ))}
        </div>
        <div class="lane-canvases" style={{ height }}>
          <canvas ref={lanes} />
          <canvas
            ref={now}
            role="img"
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
            onPointerCancel={onPointerUp}
            aria-label={`Lanes of ${data.threads} threads with ${data.tile.events.length} events and ${releases.length} barriers; the slider above goes through them`}
          />
        </div>
      </div>
    </div>
  );
}

/** Sizes a canvas for the screen's pixels. The context's unit is a CSS pixel. */
function prepare(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D {
  const ratio = window.devicePixelRatio || 1;
  const w = Math.round(width * ratio);
  const h = Math.round(height * ratio);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
