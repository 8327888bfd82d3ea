// The documents and recordings that the measurement of fidelity reads.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';

/** Lists the published documents in folders: `{ key: 'dns v1', file, overlay }`. The first folder with an API counts. */
export function listDocuments(folders, overlays) {
  const found = new Map();
  for (const file of folders.flatMap((folder) => readdirSync(folder).map((name) => resolve(folder, name)))) {
    if (!file.endsWith('.json')) continue;
    const { name, version } = JSON.parse(readFileSync(file, 'utf8'));
    const overlay = join(overlays, `${name}.${version}.yaml`);
    const key = `${name} ${version}`;
    if (!found.has(key)) found.set(key, { key, file, ...(existsSync(overlay) && { overlay }) });
  }
  return [...found.values()];
}

/** Counts, for each API, the recordings in a folder that its overlay was learned from. */
export function countLearned(folder, documents) {
  const digests = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && !basename(file).startsWith('.'))
    .map((file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12));
  return new Map(
    documents.map(({ key, overlay }) => {
      const learned = new Set(
        overlay === undefined ? [] : (parse(readFileSync(overlay, 'utf8'))['x-source']?.recordings ?? []).map(String),
      );
      return [key, digests.filter((digest) => learned.has(digest)).length];
    }),
  );
}
