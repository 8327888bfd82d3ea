/** A store in a folder. `mock-store.test.ts` tests what it has in common with other stores. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../generator/store/index.js';

it('is rejected if it is a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'discogen-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(openStore(file)).rejects.toThrow(`cannot open the store ${file}: `);
});
