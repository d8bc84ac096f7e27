// Reads {"display": bool, "tex": text} objects, one a line; prints what KaTeX cannot set, or would set with a warning.
const katex = require(process.argv[2]);
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter(Boolean);
for (const line of lines) {
  const formula = JSON.parse(line);
  try {
    katex.renderToString(formula.tex, { displayMode: formula.display, strict: "error", throwOnError: true });
  } catch (error) {
    console.log(formula.tex + ": " + error.message);
  }
}
