// `node import-entries.js PACKAGE` imports every entry point of an installed package, as an ES module and with `require`.
import { createRequire } from 'node:module';

const [, , name] = process.argv;
const require = createRequire(import.meta.url);
const { exports } = require(`${name}/package.json`);
for (const path of Object.keys(exports)) {
  const specifier = `${name}${path.slice(1)}`;
  const options = path.endsWith('.json') ? { with: { type: 'json' } } : {};
  const [imported, required] = [await import(specifier, options), require(specifier)];
  if (path.endsWith('.json')) continue;
  const missing = Object.keys(imported).filter((member) => !(member in required));
  if (missing.length > 0) throw new Error(`require('${specifier}') lacks ${missing.join(', ')}`);
}
