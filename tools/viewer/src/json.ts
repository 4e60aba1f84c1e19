/**
 * @file
 * A part of a JSON document that knows its own path. Reading it as a type that it does not have
 * fails with a message that names the path: `launches[0].tiles[1].events[7]`.
 */

/** What is wrong with a recording, as a complete sentence. */
export class BadRecording extends Error {}

type Path = { above: Path; key: string | number } | null;

function formatPath(path: Path): string {
  if (path === null) return "the document";
  const above = path.above === null ? "" : formatPath(path.above);
  if (typeof path.key === "number") return `${above}[${path.key}]`;
  return above === "" ? path.key : `${above}.${path.key}`;
}

export class Json {
  private constructor(
    private readonly value: unknown,
    private readonly path: Path,
  ) {}

  static parse(text: string): Json {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new BadRecording(
        "The recording is truncated or altered: it is no JSON document. Record the program again.",
      );
    }
    return new Json(value, null);
  }

  /** Fails with a sentence that begins with the path, and the problem follows. */
  fail(problem: string): never {
    throw new BadRecording(`The recording cannot be shown: ${formatPath(this.path)} ${problem}.`);
  }

  member(name: string): Json {
    return this.optional(name) ?? this.fail(`has no '${name}'`);
  }

  optional(name: string): Json | undefined {
    if (typeof this.value !== "object" || this.value === null || Array.isArray(this.value)) {
      this.fail("is not an object");
    }
    if (!Object.prototype.hasOwnProperty.call(this.value, name)) return undefined;
    return new Json((this.value as Record<string, unknown>)[name], { above: this.path, key: name });
  }

  length(): number {
    return this.array().length;
  }

  at(index: number): Json {
    const array = this.array();
    if (index >= array.length) this.fail(`has ${array.length} elements, too few`);
    return new Json(array[index], { above: this.path, key: index });
  }

  list<T>(decode: (element: Json, index: number) => T): T[] {
    return this.array().map((_, i) => decode(this.at(i), i));
  }

  integer(smallest: number, largest = Number.MAX_SAFE_INTEGER): number {
    if (typeof this.value !== "number" || !Number.isSafeInteger(this.value))
      this.fail("is not an integer");
    if (this.value < smallest || this.value > largest) {
      this.fail(`is ${this.value}, not from ${smallest} to ${largest}`);
    }
    return this.value;
  }

  text(): string {
    if (typeof this.value !== "string") this.fail("is no text");
    return this.value;
  }

  textOrNull(): string | null {
    return this.value === null ? null : this.text();
  }

  boolean(): boolean {
    if (typeof this.value !== "boolean") this.fail("is neither true nor false");
    return this.value;
  }

  private array(): unknown[] {
    if (!Array.isArray(this.value)) this.fail("is not a list");
    return this.value;
  }
}
