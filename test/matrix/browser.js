// Runs the checks in the system's Chromium, or in the one of the other browser tests: a page of one origin, the mock on another, with CORS between them.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { control } from './conformance.mjs';
import { installed, Skip } from './install.js';

const programs = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Returns the path of a Chromium. `@sparticuz/chromium` has one for Linux on x64. */
async function findChromium() {
  const program = programs.find((path) => path && existsSync(path));
  if (program || process.platform !== 'linux' || process.arch !== 'x64') return program;
  const { default: chromiumPackage } = await import('@sparticuz/chromium');
  return chromiumPackage.executablePath();
}

/** Creates an import map of the packages from their `exports`. */
function createImportMap(folder, packages) {
  const entries = packages.flatMap((name) => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([path, target]) =>
      target.default ? [[join(name, path), `/${join('node_modules', name, target.default)}`]] : [],
    );
  });
  return JSON.stringify({ imports: Object.fromEntries(entries) });
}

/** Serves the page and the project's files. */
function serve(folder) {
  const page = `<!doctype html><script type="importmap">${createImportMap(folder, ['@discogen/runtime', '@discogen/dns-v1', '@discogen/compute-v1'])}</script>`;
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, 'http://h').pathname);
    if (path === '/') return response.setHeader('content-type', 'text/html').end(page);
    const file = join(folder, path);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('content-type', 'text/javascript');
    return createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const chromium = {
  name: 'chromium, over CORS',
  async run({ folder, rootUrl, session }) {
    const executablePath = await findChromium();
    if (!executablePath) throw new Skip('no Chromium here: apt-get install chromium, or name one in CHROMIUM');
    const home = await installed('playwright-core@1');
    const { chromium: launcher } = createRequire(join(home, 'package.json'))('playwright-core');
    const server = await serve(folder);
    const browser = await launcher.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const tab = await browser.newPage();
      await tab.goto(`http://127.0.0.1:${server.address().port}/`);
      await tab.exposeFunction('control', control);
      const result = await tab.evaluate(
        async ([address, name]) => {
          const [{ conformance }, modules] = await Promise.all([import('/conformance.mjs'), import('/modules.mjs')]);
          return conformance({ ...modules, rootUrl: address, session: name, control: globalThis.control });
        },
        [rootUrl, session],
      );
      const { stdout } = await promisify(execFile)(executablePath, ['--version']);
      return { note: stdout.trim().replace(/ built on.*/, ''), ...result };
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  },
};

export const browserCells = [chromium];
