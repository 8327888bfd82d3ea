// `node run-examples.js RESULTS MODULE...` imports the modules in order and writes a JSON array with the console output and the error of
// each.
import { writeFileSync } from 'node:fs';
import { format } from 'node:util';
import { pathToFileURL } from 'node:url';

const [, , file, ...modules] = process.argv;
const results = [];
for (const path of modules) {
  const printed = [];
  console.log = (...values) => void printed.push(format(...values));
  console.error = console.warn = () => {};
  const error = await import(pathToFileURL(path).href).then(
    () => undefined,
    (thrown) => String(thrown?.stack ?? thrown),
  );
  results.push({ printed: printed.join('\n'), error });
}
writeFileSync(file, JSON.stringify(results));
