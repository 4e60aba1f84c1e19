/**
 * @file
 * The documents in the page: `milliamp view` embeds each as a script element of a type that no
 * browser runs. It holds a JSON document without `<`, so that nothing in it ends the element.
 */
import { Json } from "./json";

/** A lesson that explains kinds of findings. */
export interface Lesson {
  number: number;
  title: string;
  kinds: string[];
  text: string;
}

export function embeddedRecordings(): string[] {
  return documentsOf("recording");
}

/** Empty if the lessons are not installed. */
export function embeddedLessons(): Lesson[] {
  return documentsOf("lessons").flatMap((text) =>
    Json.parse(text).list((lesson) => ({
      number: lesson.member("number").integer(1),
      title: lesson.member("title").text(),
      kinds: lesson.member("kinds").list((kind) => kind.text()),
      text: lesson.member("text").text(),
    })),
  );
}

function documentsOf(type: string): string[] {
  const elements = document.querySelectorAll(`script[type="application/x-milliamp-${type}"]`);
  return [...elements].map((e) => e.textContent ?? "");
}
