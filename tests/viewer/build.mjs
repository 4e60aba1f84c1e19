/**
 * @file
 * Bundles the tests for Node: node tests/build.mjs, in the build directory of the page.
 */
import { build } from "esbuild";
import { readdirSync } from "node:fs";

await build({
  entryPoints: readdirSync("tests")
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `tests/${file}`),
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: "built-tests",
  outExtension: { ".js": ".mjs" },
  external: ["playwright-core", "axe-core"],
  preserveSymlinks: true,
  logLevel: "warning",
});
