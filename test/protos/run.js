// Measures what protobuf definitions state, against what conventions infer, and with `--write` updates the overlays from them that come with
// discogen: `npm run protos -- --protos DIR... --documents DIR... [--write]`. Of several documents of an API, the first one counts. Skips if
// there are no definitions.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '../..');

async function run() {
  const folder = join(root, 'node_modules/.cache/protos');
  mkdirSync(folder, { recursive: true });
  const external = [/^node:/, /^(?:@eslint-community|@marcbachmann|ajv|jsonc-parser|protobufjs|re2js|yaml)/];
  const build = await rolldown({ input: join(import.meta.dirname, 'measure.ts'), external, platform: 'node' });
  await build.write({ file: join(folder, 'measure.js'), format: 'esm', codeSplitting: false });
  await build.close();
  const { status } = spawnSync(process.execPath, [join(folder, 'measure.js'), ...process.argv.slice(2)], { stdio: 'inherit', cwd: root });
  rmSync(folder, { recursive: true });
  process.exitCode = status ?? 1;
}

if (process.argv.includes('--protos')) await run();
else process.stdout.write('SKIP: name folders with protobuf definitions (--protos DIR) and documents (--documents DIR)\n');
