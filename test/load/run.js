// Sends loads at full size: `npm run test:load [-- PART OF A NAME]`. Bundles main.ts because Node 20 does not run TypeScript.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '../..');
const build = await rolldown({ cwd: root, input: 'test/load/main.ts', external: /^(?:node:|[a-z@])(?!:)|\/ui\.js$/i, platform: 'node' });
const { output } = await build.generate({ format: 'esm', codeSplitting: false });
await build.close();
// Inside the repository so that dependencies resolve.
const folder = mkdtempSync(join(root, 'node_modules/.load-'));
try {
  for (const file of output) writeFileSync(join(folder, file.fileName), file.code);
  const { main } = await import(pathToFileURL(join(folder, 'main.js')).href);
  process.exitCode = await main(process.argv.slice(2), root);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
