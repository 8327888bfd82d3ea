/** Filters and masks in requests: grammar, and the fields that a filter names. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  validateDisksAggregatedListRequest,
  validateDisksGetRequest,
  validateProjectsGetRequest,
  validateSslPoliciesListRequest,
  validateSubnetworksAggregatedListRequest,
} from '../../../../generated/compute-v1/src/validators.js';
import { messageOf, serve } from '../../../behavior/ask.js';

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
  ])('of a list of all scopes names fields of what stands in them: %s', (filter) => {
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
  ])('that asks for what cannot be is refused: %s', (filter) => {
    expect(brokenBy(validateDisksAggregatedListRequest as Judge, { filter })).toEqual(['/filter filter']);
  });

  test('of a lenient request may name fields that are not known yet, and is one', () => {
    expect(brokenBy(validateSubnetworksAggregatedListRequest as Judge, { filter: 'nonsense = 1' }, false)).toEqual([]);
    expect(brokenBy(validateSubnetworksAggregatedListRequest as Judge, { filter: 'nonsense =' }, false)).toEqual(['/filter filter']);
  });

  test('that is no text is of the wrong type', () => {
    expect(brokenBy(validateSslPoliciesListRequest as Judge, { filter: ['name = a'] })).toEqual(['/filter type']);
  });
});

describe('a parameter that every method takes', () => {
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
  ])('%j', (given) => {
    expect(brokenBy(validateDisksGetRequest as Judge, { ...disk, ...given })).toEqual([]);
  });

  test.each([
    [{ fields: 'id,' }, '/fields fieldMask'],
    [{ $fields: 'items(id' }, '/$fields fieldMask'],
    [{ pretty: 'x' }, ' additionalProperties'],
  ])('%j is refused', (given, broken) => {
    expect(brokenBy(validateDisksGetRequest as Judge, { ...disk, ...given })).toEqual([broken]);
  });

  test('is told in the same place where a method states it itself', () => {
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

test('what the validator says of a filter, the mock says with the same words', async () => {
  const { send } = serve('compute', { seed: { resources: {} } });
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const answer = await send(`GET /compute/v1/projects/p/global/sslPolicies?filter=${encodeURIComponent(filter)}`);
      const judge = validateSslPoliciesListRequest as Judge;
      expect(judge({ project: 'p', filter }), filter).toBe(answer.status === 200);
      // The engine says more of an expression.
      const said = messageOf(answer).replace(/ \(error parsing regexp: .*\), at/, ', at');
      if (answer.status !== 200) expect(said).toBe(`Invalid value for field 'filter': '${filter}'. ${judge.errors?.[0]?.message}.`);
    }),
    { numRuns: 400 },
  );
});
