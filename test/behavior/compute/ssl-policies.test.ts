/** The profile of an SSL policy determines its custom features. */
import { describe, expect, test } from 'vitest';
import { summarizeError, startMock } from '../request.js';

const policies = '/compute/v1/projects/p/global/sslPolicies';

describe('the features of a profile', () => {
  test.each([
    ['CUSTOM without customFeatures is rejected', { profile: 'CUSTOM' }, { status: 400, reason: 'required', location: 'customFeatures' }],
    [
      'CUSTOM with an empty list is rejected',
      { profile: 'CUSTOM', customFeatures: [] },
      { status: 400, reason: 'invalid', location: 'customFeatures' },
    ],
    ['CUSTOM with a feature is accepted', { profile: 'CUSTOM', customFeatures: ['A'] }, { status: 200, reason: undefined }],
    [
      'MODERN with a feature is rejected',
      { profile: 'MODERN', customFeatures: ['A'] },
      { status: 400, reason: 'invalid', location: 'customFeatures' },
    ],
  ])('%s', async (_, body, expected) => {
    expect(summarizeError(await startMock('compute').send(`POST ${policies}`, { name: 'x', ...body }))).toEqual(expected);
  });
});

test('a snapshot seeded without a state is ready', async () => {
  const snapshots = '/compute/v1/projects/p/global/snapshots';
  const seed = { resources: { [`${snapshots}/a`]: { name: 'a' }, [`${snapshots}/b`]: { name: 'b', status: 'FAILED' } } };
  const { readStored } = startMock('compute', { seed });
  expect(await readStored(`${snapshots}/a`)).toMatchObject({ status: 'READY', storageBytesStatus: 'UP_TO_DATE' });
  expect(await readStored(`${snapshots}/b`)).toMatchObject({ status: 'FAILED' });
});
