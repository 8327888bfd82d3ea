/** Filters and masks in requests: syntax and field names. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  validateDisksAggregatedListRequest,
  validateDisksGetRequest,
  validateProjectsGetRequest,
  validateSslPoliciesListRequest,
  validateSubnetworksAggregatedListRequest,
} from '../../../../generated/compute-v1/src/validators.js';
import { readMessage, startMock } from '../../../behavior/request.js';

interface Judge {
  (value: unknown, options?: { readonly strict?: boolean }): boolean;
  errors: readonly { readonly instancePath: string; readonly keyword: string; readonly message?: string }[] | null;
}

function brokenBy(judge: Judge, value: object, strict = true): readonly string[] {
  return judge({ project: 'p', ...value }, { strict })
    ? []
    : (judge.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

describe('a filter', () => {
  test.each([
    ['labels.a = b'],
    ['labels:a'],
    ['sizeGb > 10'],
    ['diskEncryptionKey.kmsKeyName:key'],
    ['users:instance'],
    ['creationTimestamp > "2026-01-01T00:00:00Z"'],
  ])('of an aggregated list names fields of the items: %s', (filter) => {
    expect(brokenBy(validateDisksAggregatedListRequest as Judge, { filter })).toEqual([]);
  });

  test.each([
    ['nonsense = 1'],
    ['sizeGb > big'],
    ['labels = x'],
    ['users = x'],
    ['name.first = x'],
    ['diskEncryptionKey.nonsense:x'],
    ['enableConfidentialCompute = 1'],
    ['enableConfidentialCompute > true'],
  ])('that is invalid is rejected: %s', (filter) => {
    expect(brokenBy(validateDisksAggregatedListRequest as Judge, { filter })).toEqual(['/filter filter']);
  });

  test('of a lenient request can name unknown fields but must be valid', () => {
    expect(brokenBy(validateSubnetworksAggregatedListRequest as Judge, { filter: 'nonsense = 1' }, false)).toEqual([]);
    expect(brokenBy(validateSubnetworksAggregatedListRequest as Judge, { filter: 'nonsense =' }, false)).toEqual(['/filter filter']);
  });

  test('that is not a string has the wrong type', () => {
    expect(brokenBy(validateSslPoliciesListRequest as Judge, { filter: ['name = a'] })).toEqual(['/filter type']);
  });
});

describe('a common parameter', () => {
  const disk = { zone: 'z', disk: 'd' };

  test.each([
    [{ fields: 'id,name' }],
    [{ $fields: 'items(id)' }],
    [{ fields: '' }],
    [{ alt: 'json' }],
    [{ $alt: 'json;enum-encoding=int' }],
    [{ callback: 'page.show' }],
    [{ prettyPrint: 'false' }],
    [{ '$.xgafv': '2' }],
  ])('accepts %j', (given) => {
    expect(brokenBy(validateDisksGetRequest as Judge, { ...disk, ...given })).toEqual([]);
  });

  test.each([
    [{ fields: 'id,' }, '/fields fieldMask'],
    [{ $fields: 'items(id' }, '/$fields fieldMask'],
    [{ pretty: 'x' }, ' additionalProperties'],
  ])('rejects %j', (given, broken) => {
    expect(brokenBy(validateDisksGetRequest as Judge, { ...disk, ...given })).toEqual([broken]);
  });

  test('is reported at the same place if a method declares it', () => {
    expect(brokenBy(validateProjectsGetRequest as Judge, { fields: 'id,' })).toEqual(['/fields fieldMask']);
  });
});

const operand = fc.constantFrom(
  'name',
  'id',
  'warnings.code',
  'nonsense',
  'creationTimestamp',
  'enabledFeatures',
  'AND',
  '10',
  '"a b"',
  "'x",
  '*',
);
const operator = fc.constantFrom('=', '!=', '>', ':', ' eq ', ' ne ', ' OR ', ' AND ', ' NOT ', ' -', '(', ')', ' ', '==', ',');
const filters = fc.array(fc.tuple(operand, operator, operand), { minLength: 1, maxLength: 3 }).map((parts) => parts.flat().join(''));

test('the validator and the mock report a filter with the same message', async () => {
  const { send } = startMock('compute', { seed: { resources: {} } });
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const answer = await send(`GET /compute/v1/projects/p/global/sslPolicies?filter=${encodeURIComponent(filter)}`);
      const judge = validateSslPoliciesListRequest as Judge;
      expect(judge({ project: 'p', filter }), filter).toBe(answer.status === 200);
      // The engine reports more about an expression.
      const said = readMessage(answer).replace(/ \(error parsing regexp: .*\), at/, ', at');
      if (answer.status !== 200) expect(said).toBe(`Invalid value for field 'filter': '${filter}'. ${judge.errors?.[0]?.message}.`);
    }),
    { numRuns: 400 },
  );
});
