/**
 * @file
 * The recordings in the page: `milliamp view` embeds each as a script element of a type that no
 * browser runs. It holds a JSON document without `<`, so that nothing in it ends the element.
 */
const type = "application/x-milliamp-recording";

export function embeddedRecordings(): string[] {
  return [...document.querySelectorAll(`script[type="${type}"]`)].map((e) => e.textContent ?? "");
}
