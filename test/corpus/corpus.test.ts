/** Runs the smallest published documents through every check; `npm run corpus` runs all. Requires ../shared/corpus; skipped without it. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../packages/support.js';
import { runAll } from './main.js';

const folder = join(root, '../shared/corpus');
const names = ['oauth2-v2', 'tasks-v1', 'admob-v1'];
const files = names.map((name) => join(folder, `${name}.json`)).filter((file) => existsSync(file));

describe.skipIf(files.length === 0)('published documents (skipped without ../shared/corpus)', () => {
  const out = mkdtempSync(join(root, 'node_modules/.corpus-test-'));
  afterAll(() => rmSync(out, { recursive: true, force: true }));

  test('pass lint, generate, compile, types, calls, and collections', async () => {
    const report = await runAll(files, { out, root });
    expect(report.failed ? report.print() : '').toBe('');
  });
});
