// Measures how true the mocks are, and writes docs/fidelity.md:
//
//   npm run fidelity -- [--documents FOLDER]... [--sdk FOLDER] [--only conventions|overlays|servers]... [SOURCE=]FOLDER...
//
// Replays the recordings in each folder against mocks of the published documents: by conventions alone, with service modules and the overlays of
// specs/overlays/google, and against the servers that can be started here. SOURCE is a key of sources.yaml, by default the name of the folder.
// What is absent, or excluded by --only, keeps its counts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse, stringify } from 'yaml';
import { countLearned, listDocuments } from './inputs.js';
import { formatPage, readRows } from './page.js';
import { startServer } from './servers.js';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/fidelity.md');
const sources = parse(readFileSync(join(import.meta.dirname, 'sources.yaml'), 'utf8'));
const { verify } = await import(join(root, 'dist/index.js'));

const { values, positionals } = parseArgs({
  options: {
    documents: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: ['conventions', 'overlays', 'servers'] },
    sdk: { type: 'string' },
  },
  allowPositionals: true,
});
const folders = new Map(positionals.map((text) => (text.includes('=') ? text.split(/=(.*)/s) : [basename(text), text])));
for (const name of folders.keys()) if (!Object.hasOwn(sources.recordings, name)) throw new Error(`${name} isn't a source in sources.yaml`);

const note = (text) => process.stderr.write(`fidelity: ${text}\n`);
const today = new Date().toISOString().slice(0, 10);
const rows = readRows(page);
const documents = listDocuments(values.documents, join(root, 'specs/overlays/google'));
const work = mkdtempSync(join(tmpdir(), 'discogen-fidelity-'));

/** Verifies the recordings in a folder against mocks of all documents. */
async function verifyFolder(folder, overlays) {
  const config = join(work, 'config.yaml');
  const specs = documents.map(({ key, file, overlay }) => ({
    name: key.replaceAll(/[^a-z0-9]/gi, '-'),
    file,
    ...(overlays && overlay && { overlays: [overlay] }),
  }));
  writeFileSync(config, stringify({ specs, out: join(work, 'out') }));
  return getVerdict(await verify([folder], { config, services: overlays }));
}

function getVerdict({ verdict, diagnostics }) {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (verdict === undefined)
    throw new Error(
      errors
        .slice(0, 5)
        .map(({ file, line, message }) => `${file}:${line}: ${message}`)
        .join('\n'),
    );
  return verdict;
}

/** Verifies the recordings of an API against a server, if it can be started here. Returns `undefined` otherwise. */
async function verifyServer(folder, api) {
  const document = documents.find(({ key }) => key === api);
  const server = await startServer(sources.servers[api], values.sdk);
  if (server === undefined) {
    note(`absent: ${sources.servers[api].name}; its rows are kept`);
    return undefined;
  }
  try {
    const verdict = getVerdict(await verify([folder], { apis: [document.file], server: { target: server.url, allow: ['*'] } }));
    return { version: server.version, counts: verdict.apis.find((each) => each.api === api) };
  } finally {
    server.stop();
  }
}

try {
  for (const [name, folder] of folders) {
    if (values.only.includes('conventions')) {
      note(`${name}: by conventions`);
      const verdict = await verifyFolder(folder, false);
      rows.setSource(name, verdict, today);
      rows.setConventions(name, verdict);
    }
    if (values.only.includes('overlays')) {
      note(`${name}: with overlays`);
      const verdict = await verifyFolder(folder, true);
      rows.setSource(name, verdict, today);
      rows.setOverlays(name, verdict, countLearned(folder, documents));
      rows.setSkipped(name, verdict);
    }
    if (values.only.includes('servers'))
      for (const api of rows.listApis(name).filter((each) => Object.hasOwn(sources.servers, each))) {
        const { name: server } = sources.servers[api];
        note(`${name}: ${server}`);
        const result = await verifyServer(folder, api);
        if (result !== undefined) rows.setServer(name, api, { ...result, name: server });
      }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const name of Object.keys(sources.recordings)) if (!folders.has(name)) note(`absent: the recordings of ${name}; their rows are kept`);
const text = formatPage(rows, sources);
writeFileSync(page, text);
process.stdout.write(text);
