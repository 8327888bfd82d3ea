/** The measurement of `npm run protos`. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeFileSystem } from '../../generator/lib/file-system.js';
import { getText } from '../../generator/lib/json.js';
import { buildModel } from '../../generator/model/build.js';
import type { Api } from '../../generator/model/model.js';
import { mergeOverlays } from '../../generator/pipeline/merge-overlays.js';
import { learnProtos, matchProtos } from '../../generator/protos/learn-protos.js';
import { openProtos } from '../../generator/protos/open-protos.js';
import { readSpecification } from '../../generator/read/index.js';
import { Comparison } from './compare.js';

const { values: options } = parseArgs({
  options: {
    protos: { type: 'string', multiple: true, default: [] },
    documents: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});
const folder = 'specs/overlays/google';

interface Document {
  readonly path: string;
  readonly text: string;
}

/** The documents by `NAME.VERSION`. */
function readDocuments(): ReadonlyMap<string, Document> {
  const found = new Map<string, Document>();
  for (const documents of options.documents)
    for (const file of readdirSync(documents).filter((name) => name.endsWith('.json'))) {
      const path = join(documents, file);
      const text = readFileSync(path, 'utf8');
      const value = JSON.parse(text) as never;
      const key = `${getText(value, 'name') ?? ''}.${getText(value, 'version') ?? ''}`;
      if (!found.has(key)) found.set(key, { path, text });
    }
  return found;
}

/** Builds the model of a document, with the facts of the overlay from recordings that comes with discogen. */
function buildApi(document: Document, overlay?: string): Api | undefined {
  const { specification } = readSpecification(document);
  if (specification === undefined) return undefined;
  if (overlay === undefined) return buildModel(specification.value, { variables: {} });
  const learned = readSpecification({ path: overlay, text: readFileSync(overlay, 'utf8') }).specification!;
  return buildModel(mergeOverlays(specification, [learned]).specification.value, { variables: {} });
}

const opened = options.protos.map((path) => openProtos(path, { files: nodeFileSystem, cwd: process.cwd() }));
const comparison = new Comparison();
const counts = { documents: 0, withProtos: 0, methods: 0, matched: 0, bytes: 0, entries: 0 };
if (options.write) for (const name of readdirSync(folder).filter((file) => file.endsWith('.protos.yaml'))) rmSync(join(folder, name));
for (const [key, document] of readDocuments()) {
  const api = buildApi(document);
  if (api === undefined) continue;
  counts.documents += 1;
  counts.methods += api.methods.length;
  const protos = opened.find(({ library }) => matchProtos(api, library).methods.length > 0);
  if (protos === undefined) continue;
  const matches = matchProtos(api, protos.library);
  comparison.add(api, matches, protos.library);
  const path = join(folder, `${key}.yaml`);
  const known = existsSync(path) ? buildApi(document, path)! : api;
  const { overlay, proposals, matchedMethods } = learnProtos(known, protos, { compact: true });
  counts.withProtos += 1;
  counts.matched += matchedMethods;
  if (proposals === 0) continue;
  counts.entries += proposals;
  counts.bytes += Buffer.byteLength(overlay);
  if (options.write) writeFileSync(resolve(folder, `${key}.protos.yaml`), overlay);
}
process.stdout.write(
  `${counts.withProtos} of ${counts.documents} documents, ${counts.matched} of ${counts.methods} methods have definitions.\n`,
);
process.stdout.write(`Overlays: ${counts.entries} entries, ${counts.bytes} bytes.\n\n${comparison.format()}\n`);
