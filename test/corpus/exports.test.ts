/** Exports of published documents show no change in `diff`. Requires ../shared; skipped without it. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../packages/support.js';
import { exportAndRead } from '../support/round-trip.js';

const folder = join(root, '../shared/corpus');
// The largest documents take long, and have no other constructs.
const isRead = (name: string): boolean => name.endsWith('.json') && statSync(join(folder, name)).size < 200_000;
const files = existsSync(folder) ? readdirSync(folder).filter(isRead) : [];

describe.skipIf(files.length === 0)('published documents (skipped without ../shared)', () => {
  test.each(files)('exports %s faithfully', (file) => {
    const { changes, exported } = exportAndRead('document.json', readFileSync(join(folder, file), 'utf8'));
    expect(changes).toEqual([]);
    expect(exported[1] === exported[0]).toBe(true);
  });
});
