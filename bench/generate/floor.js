// The minimum of any generator: `SIZES OUT FILE...` parses the files and writes as many files of the sizes in SIZES.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [sizes, out, ...files] = process.argv.slice(2);
const parsed = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
const made = new Set();
for (const [path, size] of JSON.parse(readFileSync(sizes, 'utf8'))) {
  const folder = dirname(join(out, path));
  if (!made.has(folder)) mkdirSync(folder, { recursive: true });
  made.add(folder);
  writeFileSync(join(out, path), 'x'.repeat(size));
}
if (parsed.length !== files.length) process.exitCode = 1;
