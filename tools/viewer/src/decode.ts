/**
 * @file
 * Makes the model from a recording's JSON document (`milliamp view --json`). The document is
 * checked in full: a truncated, altered or foreign one gives a `BadRecording` that says what is
 * wrong where, never a page that shows something else than what happened.
 */
import {
  Events,
  Finding,
  Frame,
  Kind,
  Launch,
  none,
  Place,
  Recording,
  sizeOf,
  Tile,
  Variable,
} from "./model";
import { BadRecording, Json } from "./json";

/** The version of the format that this page reads. */
export const format = 1;

const limits = { threads: 1 << 20, elements: 1 << 24, dimensions: 8, parts: 1 << 12 };

export function decode(text: string): Recording {
  const root = Json.parse(text);
  const version = root.member("format").integer(0);
  if (version !== format) {
    throw new BadRecording(
      `The recording has format ${version}, but this page reads format ${format}. ` +
        "Make the page with the command of the Milliamp that made the recording.",
    );
  }
  const sources = root.member("sources").list((source) => ({
    file: source.member("file").text(),
    text: source.optional("text")?.text() ?? null,
  }));
  const placeCount = root.member("places").length();
  const places = root
    .member("places")
    .list((place) => decodePlace(place, sources.length, placeCount));
  return {
    program: root.member("program").text(),
    options: root.member("options").text(),
    version: root.member("milliamp").text(),
    limits: root.member("limits").list((limit) => limit.text()),
    sources,
    places,
    launches: root.member("launches").list((launch) => decodeLaunch(launch, places.length)),
  };
}

function decodePlace(place: Json, sources: number, places: number): Place {
  return {
    source: place.member("source").integer(none, sources - 1),
    line: place.member("line").integer(0),
    column: place.member("column").integer(0),
    function: place.optional("function")?.text() ?? "",
    calls: place.optional("calls")?.list((call) => call.integer(0, places - 1)) ?? [],
  };
}

function decodeShape(shape: Json, largest: number, product: number, smallest = 1): number[] {
  const lengths = shape.list((length) => length.integer(smallest));
  if (lengths.length > largest)
    shape.fail(`has ${lengths.length} dimensions, more than ${largest}`);
  if (sizeOf(lengths) > product)
    shape.fail(`has ${sizeOf(lengths)} elements, more than ${product}`);
  return lengths;
}

function decodeLaunch(launch: Json, places: number): Launch {
  const extent = decodeShape(launch.member("extent"), 3, Number.MAX_SAFE_INTEGER);
  const shape = launch.optional("tile_extent");
  const tileShape = shape ? decodeShape(shape, 3, limits.threads) : [];
  if (shape && tileShape.length !== extent.length) {
    shape.fail(`has ${tileShape.length} dimensions, but the launch has ${extent.length}`);
  }
  const tiles = launch.optional("tiles");
  if (tiles && tiles.length() > 0 && !shape)
    tiles.fail("are those of a launch without tile_extent");
  const findings = launch.member("findings").list(decodeFinding);
  const faulty = new Set(
    findings.flatMap((finding) =>
      finding.events.flatMap((event) => event.threads.map((thread) => thread.tile.join())),
    ),
  );
  return {
    number: launch.member("number").integer(0),
    kernel: launch.member("kernel").text(),
    extent,
    tileShape,
    findings,
    tiles: tiles?.list((tile) => decodeTile(tile, extent, tileShape, places, faulty)) ?? [],
  };
}

function decodeTile(
  tile: Json,
  extent: number[],
  tileShape: number[],
  places: number,
  /** The tiles that findings name. */ faulty: Set<string>,
): Tile {
  const grid = extent.map((length, d) => Math.ceil(length / tileShape[d]));
  const index = tile.member("coordinates").list((i, d) => i.integer(0, (grid[d] ?? 0) - 1));
  if (index.length !== grid.length) {
    tile
      .member("coordinates")
      .fail(`has ${index.length} numbers, but the launch has ${grid.length} dimensions`);
  }
  const variables = tile.member("variables").list((variable) => decodeVariable(variable, places));
  const cells = variables.reduce((sum, v) => sum + sizeOf(v.shape) * v.parts.length, 0);
  if (cells > limits.elements)
    tile.member("variables").fail(`have ${cells} elements, more than ${limits.elements}`);
  const events = decodeEvents(tile.member("events"), sizeOf(tileShape), places, variables);
  return {
    number: tile.member("number").integer(0),
    index,
    hasFinding: events.kind.includes(Kind.finding) || faulty.has(index.join()),
    isComplete: tile.member("complete").boolean(),
    variables,
    events,
  };
}

function decodeVariable(variable: Json, places: number): Variable {
  const memory = variable.member("memory").text();
  if (memory !== "tile_static" && memory !== "global") {
    return variable.member("memory").fail(`is '${memory}', neither tile_static nor global`);
  }
  const parts = variable.member("parts").list((part) => part.member("name").text());
  if (parts.length > limits.parts) variable.member("parts").fail(`are more than ${limits.parts}`);
  return {
    name: variable.member("name").text(),
    memory,
    type: variable.member("type").text(),
    shape: decodeShape(variable.member("dimensions"), limits.dimensions, limits.elements, 0),
    parts: parts.length === 0 ? [""] : parts,
    declaration: variable.member("declaration").integer(none, places - 1),
  };
}

const kinds = new Map<string, Kind>([
  ["begin", Kind.begin],
  ["end", Kind.end],
  ["arrive", Kind.arrive],
  ["release", Kind.release],
  ["fence", Kind.fence],
  ["read", Kind.read],
  ["write", Kind.write],
  ["atomic", Kind.atomic],
  ["fault", Kind.finding],
]);

function decodeEvents(list: Json, threads: number, places: number, variables: Variable[]): Events {
  const length = list.length();
  const events: Events = {
    length,
    kind: new Uint8Array(length),
    thread: new Int32Array(length).fill(none),
    place: new Int32Array(length).fill(none),
    variable: new Int32Array(length).fill(none),
    element: new Uint32Array(length),
    part: new Int16Array(length).fill(none),
    other: new Int32Array(length).fill(none),
    fence: new Uint8Array(length),
    text: new Array<string>(length).fill(""),
  };
  const elements = variables.map((variable) => sizeOf(variable.shape));

  for (let i = 0; i < length; ++i) {
    const event = list.at(i);
    const name = event.at(0).text();
    const kind = kinds.get(name);
    if (kind === undefined) event.at(0).fail(`is '${name}', which is no event of format ${format}`);
    events.kind[i] = kind!;
    const thread = () => (events.thread[i] = event.at(1).integer(0, threads - 1));
    const place = (at: number) => (events.place[i] = event.at(at).integer(none, places - 1));
    const fence = (at: number) => (events.fence[i] = event.at(at).integer(1, 3));
    const element = (at: number) => {
      const v = (events.variable[i] = event.at(at).integer(none, variables.length - 1));
      if (v === none) return;
      events.element[i] = event.at(at + 1).integer(0, elements[v] - 1);
      events.part[i] = event.at(at + 2).integer(none, variables[v].parts.length - 1);
    };
    switch (kind!) {
      case Kind.begin:
      case Kind.end:
        thread();
        break;
      case Kind.arrive:
      case Kind.fence:
        thread();
        place(2);
        fence(3);
        break;
      case Kind.release:
        place(1);
        fence(2);
        break;
      case Kind.read:
      case Kind.write:
      case Kind.atomic:
        thread();
        place(2);
        element(3);
        events.text[i] = event.at(6).textOrNull() ?? "";
        break;
      case Kind.finding:
        thread();
        events.other[i] = event.at(2).integer(none, threads - 1);
        element(3);
        events.text[i] = event.at(6).text();
        break;
    }
  }
  requireOrder(list, events, threads);
  return events;
}

/** Fails for threads that act before they begin, after they have ended, or while they wait. */
function requireOrder(list: Json, { length, kind, thread }: Events, threads: number): void {
  enum State {
    new,
    running,
    waiting,
    ended,
  }
  const state = new Uint8Array(threads);
  for (let i = 0; i < length; ++i) {
    if (kind[i] === Kind.release) {
      for (let t = 0; t < threads; ++t) if (state[t] === State.waiting) state[t] = State.running;
      continue;
    }
    const now = state[thread[i]] as State;
    if (kind[i] === Kind.finding) continue;
    if (kind[i] === Kind.begin) {
      if (now !== State.new) list.at(i).fail(`lets thread ${thread[i]} begin a second time`);
      state[thread[i]] = State.running;
    } else if (kind[i] === Kind.end) {
      // Threads end where they wait if the barrier is divergent.
      if (now === State.new || now === State.ended)
        list.at(i).fail(`lets thread ${thread[i]} end while it does not run`);
      state[thread[i]] = State.ended;
    } else {
      if (now !== State.running)
        list.at(i).fail(`lets thread ${thread[i]} act while it does not run`);
      if (kind[i] === Kind.arrive) state[thread[i]] = State.waiting;
    }
  }
}

function decodeFrame(frame: Json): Frame {
  return {
    file: frame.optional("file")?.text() ?? "",
    line: frame.optional("line")?.integer(0) ?? 0,
    text: frame.optional("text")?.text() ?? "",
    function: frame.optional("function")?.text() ?? "",
  };
}

function decodeFinding(finding: Json): Finding {
  const index = (json: Json | undefined) => json?.list((i) => i.integer(0)) ?? [];
  const text = (name: string) => finding.optional(name)?.text() ?? "";
  return {
    kind: finding.member("kind").text(),
    summary: finding.member("summary").text(),
    name: text("name"),
    element: text("element"),
    events: finding.member("events").list((event) => ({
      what: event.member("what").text(),
      frame: decodeFrame(event.member("frames").at(0)),
      threads: event.member("threads").list((thread) => ({
        local: index(thread.optional("local")),
        tile: index(thread.optional("tile")),
        global: index(thread.optional("global")),
      })),
      threadCount: event.member("thread_count").integer(0),
    })),
    related: finding.member("related").list((related) => ({
      label: related.member("label").text(),
      frame: decodeFrame(related.member("place")),
    })),
    notes: finding.member("notes").list((note) => note.text()),
    help: text("help"),
    count: finding.member("count").integer(1),
  };
}
