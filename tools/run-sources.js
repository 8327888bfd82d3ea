// Runs the command line from its sources: `node tools/run-sources.js mock dns`. A debugger stops at breakpoints in the TypeScript of the
// generator and of the mock. Packages still contain the built runtime, so the build must be current.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createViteServer } from 'vitest/node';

const root = join(import.meta.dirname, '..');
const { status } = spawnSync(process.execPath, [join(root, 'generator/build.js'), '--packages', '--if-changed'], { stdio: 'inherit' });
if (status !== 0) process.exit(1);

const server = await createViteServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  cacheDir: 'node_modules/.vite/sources',
  optimizeDeps: { noDiscovery: true },
  // The build creates the control page.
  resolve: { alias: [{ find: /^\.\.\/\.\.\/ui\.js$/, replacement: join(root, 'dist/runtime/ui.js') }] },
  server: { middlewareMode: true, ws: false, watch: null },
});
const { main } = await server.ssrLoadModule('/generator/cli/main.ts');
await main();
await server.close();
