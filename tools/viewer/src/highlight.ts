/**
 * @file
 * C++ source as lines of colored words. Prism splits it into tokens; the page makes text nodes of
 * them, never markup.
 */
import "./prismSettings";
import Prism from "prismjs";
import "prismjs/components/prism-c";
import "prismjs/components/prism-cpp";

export interface Word {
  text: string;
  /** The class of the token: `keyword`; empty for plain text. */
  type: string;
}

// What C++ AMP adds.
const grammar = Prism.languages.insertBefore("cpp", "keyword", {
  amp: { pattern: /\b(?:restrict|tile_static|amp|concurrency)\b/, alias: "keyword" },
});

export function highlight(source: string): Word[][] {
  const lines: Word[][] = [[]];
  const add = (text: string, type: string) => {
    text.split("\n").forEach((part, i) => {
      if (i > 0) lines.push([]);
      if (part !== "") lines[lines.length - 1].push({ text: part, type });
    });
  };
  const walk = (stream: Prism.TokenStream, type: string) => {
    if (typeof stream === "string") return add(stream, type);
    if (Array.isArray(stream)) return stream.forEach((token) => walk(token, type));
    walk(stream.content, typeof stream.alias === "string" ? stream.alias : stream.type);
  };
  walk(Prism.tokenize(source.replace(/\r\n?/g, "\n"), grammar), "");
  return lines;
}
