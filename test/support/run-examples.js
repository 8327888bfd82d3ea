// `node run-examples.js RESULTS MODULE...` imports the modules one after the other, and writes a JSON array: what each prints to the console, and its error.
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
