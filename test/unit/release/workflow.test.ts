import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatWorkflow } from '../../../generator/release/workflow.js';

test('the workflow can prove its identity to npm, and holds no token', () => {
  expect(parse(formatWorkflow())).toMatchObject({
    on: { push: { paths: ['discogen.versions.json'] } },
    permissions: { contents: 'read', 'id-token': 'write' },
    jobs: { publish: { steps: expect.arrayContaining([{ run: 'npm install --global npm@^11.5.1' }]) } },
  });
  expect(formatWorkflow()).not.toMatch(/secrets|NODE_AUTH_TOKEN/);
});
