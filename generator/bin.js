#!/usr/bin/env node
// Hand-written JavaScript, because it must work before anything is built.
import { existsSync } from 'node:fs';

const main = new URL('../dist/main.js', import.meta.url);
if (existsSync(main)) {
  const { main: run } = await import(main.href);
  await run();
} else {
  process.stderr.write('discogen: not built yet; run `npm run build` in the folder of discogen\n');
  process.exitCode = 2;
}
