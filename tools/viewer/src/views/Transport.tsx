/**
 * @file
 * The buttons and the slider that go through time.
 */
import { Step } from "../timeline";

interface Props {
  time: number;
  length: number;
  isPlaying: boolean;
  speed: number;
  hasFindings: boolean;
  valueText: string;
  onStep: (by: Step, direction: 1 | -1) => void;
  onTime: (time: number) => void;
  onPlay: () => void;
  onSpeed: (speed: number) => void;
}

/** Events in a second. */
export const speeds = [1, 2, 5, 10, 30, 100, 1000];

export function Transport(props: Props) {
  const { time, length, isPlaying, speed, hasFindings, onStep } = props;
  const button = (
    by: Step,
    direction: 1 | -1,
    symbol: string,
    label: string,
    disabled: boolean,
  ) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      data-step={`${by}${direction}`}
      onClick={() => onStep(by, direction)}
    >
      {symbol}
    </button>
  );
  const isFirst = time === 0;
  const isLast = time === length;
  return (
    <section class="transport" aria-label="Playback">
      <div class="buttons">
        {button("end", -1, "|◀", "To the start (Home)", isFirst)}
        {button("barrier", -1, "◀▮", "Back to the barrier before (B)", isFirst)}
        {button("event", -1, "◀", "One event back (←)", isFirst)}
        <button
          type="button"
          class="play"
          aria-label={isPlaying ? "Pause (space)" : "Play (space)"}
          title={isPlaying ? "Pause (space)" : "Play (space)"}
          onClick={props.onPlay}
        >
          {isPlaying ? "❚❚" : "▶"}
          <span class="play-text">{isPlaying ? " Pause" : " Play"}</span>
        </button>
        {button("event", 1, "▶", "One event forward (→)", isLast)}
        {button("barrier", 1, "▮▶", "To the next barrier (b)", isLast)}
        {button("finding", 1, "✕▶", "To the next finding (f)", !hasFindings)}
        {button("end", 1, "▶|", "To the end (End)", isLast)}
      </div>
      <input
        type="range"
        class="time"
        min={0}
        max={length}
        step={1}
        value={time}
        aria-label="Time"
        aria-valuetext={props.valueText}
        onInput={(e) => props.onTime(Number(e.currentTarget.value))}
      />
      <label class="speed">
        Speed{" "}
        <select value={speed} onChange={(e) => props.onSpeed(Number(e.currentTarget.value))}>
          {speeds.map((s) => (
            <option value={s}>{s}/s</option>
          ))}
        </select>
      </label>
    </section>
  );
}
