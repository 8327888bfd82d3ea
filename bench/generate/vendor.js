// The vendor's own generator, where a built checkout of it stands: `CHECKOUT FILE...`, the files Discovery documents. It writes below
// its `src/apis`; ten at a time, as it does itself.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [checkout, ...files] = process.argv.slice(2);
const { Generator } = createRequire(join(resolve(checkout), 'package.json'))('./build/src/generator/generator.js');
const generator = new Generator();
// Its templates ask for a filter that only some of its versions have.
generator.env?.addFilter('oneLine', (text) => (text ? String(text).replaceAll('\n', ' ') : ''));
const waiting = files.map((file) => resolve(file));
const work = async () => {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    // What it cannot do it goes on after.
    await generator.generateAPI(file).catch((error) => console.error(`${file}: ${error}`));
  }
};
await Promise.all(Array.from({ length: 10 }, work));
