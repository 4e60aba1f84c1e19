/**
 * @file
 * Bundles the page into one file without references to others: node build.mjs [OUTPUT]. The command
 * `milliamp view` replaces <!--DOCUMENTS--> in it.
 */
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { outputFiles, metafile } = await build({
  entryPoints: [join(here, "src/main.tsx")],
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  outdir: "out",
  target: "es2021",
  charset: "utf8",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  preserveSymlinks: true,
});
const output = (extension) => outputFiles.find((file) => file.path.endsWith(extension)).text;

// The licences of what is bundled ask for their text.
const packages = Object.keys(metafile.inputs).map((file) =>
  /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file),
);
const licences = new Map(
  packages.filter(Boolean).map(([, directory, name]) => {
    const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
    return [name, file ? readFileSync(join(directory, file), "utf8").trim() : ""];
  }),
);
const notices = [...licences]
  .map(([name, text]) => `${name}\n\n${text}`)
  .join("\n\n")
  .replaceAll("--", "- -");

// esbuild writes no "</script" and "</style": it escapes the slash.
const script = output(".js");
const style = output(".css");
const parts = {
  "SCRIPT-HASH": createHash("sha256").update(script).digest("base64"),
  LICENCES: notices,
  "/*STYLE*/": style,
  "/*SCRIPT*/": script,
};
let page = readFileSync(join(here, "src/page.html"), "utf8");
for (const [mark, part] of Object.entries(parts)) page = page.replace(mark, () => part);
writeFileSync(process.argv[2] ?? join(here, "page.html"), page);
