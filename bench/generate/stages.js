// Processor time of each stage for one document: `FILE OUT`. Prints one JSON object, stage to milliseconds.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [file, out] = process.argv.slice(2);
const { generate } = await import(pathToFileURL(join(import.meta.dirname, '../../dist/index.js')).href);
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const stages = { start: spent() };
let [stage, since] = ['load', spent()];
const next = (name) => {
  stages[stage] = (stages[stage] ?? 0) + spent() - since;
  [stage, since] = [name, spent()];
};
await generate({ files: [file], out }, { progress: (progress) => next(progress.stage === 'done' ? 'place' : progress.stage) });
next('end');
console.log(JSON.stringify(stages));
