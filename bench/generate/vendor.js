// Runs the vendor's own generator from a built checkout: `CHECKOUT FILE...`, with Discovery documents as files. It writes below its
// `src/apis`, ten documents at a time, as it does itself.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [checkout, ...files] = process.argv.slice(2);
const { Generator } = createRequire(join(resolve(checkout), 'package.json'))('./build/src/generator/generator.js');
const generator = new Generator();
// Its templates use a filter that only some of its versions have.
generator.env?.addFilter('oneLine', (text) => (text ? String(text).replaceAll('\n', ' ') : ''));
const waiting = files.map((file) => resolve(file));
const work = async () => {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    // Continues after an error, as the generator does.
    await generator.generateAPI(file).catch((error) => console.error(`${file}: ${error}`));
  }
};
await Promise.all(Array.from({ length: 10 }, work));
