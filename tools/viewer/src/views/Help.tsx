/**
 * @file
 * The keys.
 */
const keys: [string, string][] = [
  ["→ ←", "one event forward, back (also . and ,)"],
  ["b B", "next barrier, barrier before"],
  ["f F", "next finding, finding before"],
  ["t T", "next event of the chosen thread, event before"],
  ["Home End", "start, end"],
  ["space", "play, pause (also p)"],
  ["> <", "faster, slower"],
  ["+ − 0", "zoom in, out, all"],
  ["a", "threads as run, or in parallel"],
  ["h", "how often elements and lines are accessed"],
  ["n", "explain the next finding"],
  ["o l", "other recording; step together"],
  ["d", "light, dark"],
  ["Tab, arrows", "walk through tiles, threads and elements"],
  ["?", "show or hide this list"],
];

export function Help({ onClose }: { onClose: () => void }) {
  return (
    <section class="panel help" aria-label="Keys">
      <h2>
        Keys{" "}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </h2>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
