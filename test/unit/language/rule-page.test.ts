import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { updateRulePage } from '../../support/rule-page.js';

const path = fileURLToPath(new URL('../../../docs/reference/rules.md', import.meta.url));

test('the reference states the definitions of the kinds of rules (`npx vitest -u` updates it)', async () => {
  await expect(updateRulePage(readFileSync(path, 'utf8'))).toMatchFileSnapshot(path);
});
