/** Texts that contain values which only the server knows. */
import { expect, test } from 'vitest';
import { Bindings } from '../../../../fidelity/verify/bindings.js';
import { ClientValues } from '../../../../fidelity/verify/client-values.js';
import { compareTexts } from '../../../../fidelity/verify/compare-texts.js';
import { PlaceholderValues } from '../../../../fidelity/verify/placeholder-values.js';

/** Compares after the generation 1599 of the service became 17 in the mock, and the project 4961 became 6000. */
function compare(recorded: string, actual: string, sent: readonly string[] = []): string {
  const bindings = new Bindings();
  bindings.bind({ resource: 'a', field: 'generation' }, { recorded: '1599', actual: '17' });
  bindings.bind({ resource: 'a', field: 'projectNumber' }, { recorded: '4961', actual: '6000' });
  const clientValues = new ClientValues();
  clientValues.addRequest({ url: `https://x/${sent.join('/')}` });
  const context = {
    bindings,
    clientValues,
    placeholders: new PlaceholderValues(),
    isNormalized: false,
    generatedIds: new Map(),
    binds: true,
  };
  return compareTexts({ recorded, actual }, { resource: 'a', field: 'link', role: undefined, isOutput: true }, context).kind;
}

test.each([
  ['bucket/object/1599', 'bucket/object/17', 'equal'],
  ['bucket/object/1600', 'bucket/object/17', 'value'],
  ['https://x/o/a?generation=1599&alt=media', 'https://x/o/a?generation=17&alt=media', 'equal'],
  ['https://x/o/a?generation=1599&alt=media', 'https://x/o/a?generation=17&alt=json', 'value'],
  ['https://x/o/a?generation=1599', 'https://x/o/a/generation/17', 'value'],
  ['project-owners-4961', 'project-owners-6000', 'equal'],
  ['project-owners-4961', 'project-editors-6000', 'value'],
  ['project-owners-4962', 'project-owners-6000', 'value'],
])('%s and %s: %s', (recorded, actual, result) => {
  expect(compare(recorded, actual)).toBe(result);
});

test('the email address of a caller is that of the credential', () => {
  expect(compare('user-me@acme.iam.gserviceaccount.com', 'user-anonymous@example.com')).toBe('equal');
  expect(compare('user-me@acme.iam.gserviceaccount.com', 'group-anonymous@example.com')).toBe('value');
  expect(compare('user-me@example.org', 'user-you@example.com')).toBe('value');
  expect(compare('user-me@example.org', 'user-anonymous@example.com', ['me@example.org'])).toBe('value');
});
