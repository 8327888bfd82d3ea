/** Validation of filters and field masks in requests. */
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

interface Validator {
  (value: unknown, options?: { readonly strict?: boolean }): boolean;
  errors: readonly { readonly instancePath: string; readonly keyword: string; readonly message?: string }[] | null;
}

function listKeywords(validator: Validator, value: object, strict = true): readonly string[] {
  return validator({ project: 'p', ...value }, { strict })
    ? []
    : (validator.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

describe('a filter', () => {
  test.each([
    ['labels.a = b'],
    ['labels:a'],
    ['sizeGb > 10'],
    ['diskEncryptionKey.kmsKeyName:key'],
    ['users:instance'],
    ['creationTimestamp > "2026-01-01T00:00:00Z"'],
  ])('of an aggregated list can contain fields of the items: %s', (filter) => {
    expect(listKeywords(validateDisksAggregatedListRequest as Validator, { filter })).toEqual([]);
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
    expect(listKeywords(validateDisksAggregatedListRequest as Validator, { filter })).toEqual(['/filter filter']);
  });

  test('with unknown fields is accepted by a lenient validator, but not with invalid syntax', () => {
    expect(listKeywords(validateSubnetworksAggregatedListRequest as Validator, { filter: 'nonsense = 1' }, false)).toEqual([]);
    expect(listKeywords(validateSubnetworksAggregatedListRequest as Validator, { filter: 'nonsense =' }, false)).toEqual([
      '/filter filter',
    ]);
  });

  test('that is not a string is reported as a wrong type', () => {
    expect(listKeywords(validateSslPoliciesListRequest as Validator, { filter: ['name = a'] })).toEqual(['/filter type']);
  });
});

describe('a common parameter', () => {
  const disk = { zone: 'z', disk: 'd' };

  test.each([
    [{ fields: 'id,name' }],
    [{ $fields: 'items(id)' }],
    [{ fields: ' nextPageToken, items ( id , name ) ' }],
    [{ fields: '' }],
    [{ alt: 'json' }],
    [{ $alt: 'json;enum-encoding=int' }],
    [{ callback: 'page.show' }],
    [{ prettyPrint: 'false' }],
    [{ '$.xgafv': '2' }],
  ])('accepts %j', (parameters) => {
    expect(listKeywords(validateDisksGetRequest as Validator, { ...disk, ...parameters })).toEqual([]);
  });

  test.each([
    [{ fields: 'id,' }, '/fields fieldMask'],
    [{ fields: 'id name' }, '/fields fieldMask'],
    [{ fields: 'id, ' }, '/fields fieldMask'],
    [{ $fields: 'items(id' }, '/$fields fieldMask'],
    [{ pretty: 'x' }, ' additionalProperties'],
  ])('rejects %j', (parameters, expected) => {
    expect(listKeywords(validateDisksGetRequest as Validator, { ...disk, ...parameters })).toEqual([expected]);
  });

  test('is reported at the same path if a method declares it', () => {
    expect(listKeywords(validateProjectsGetRequest as Validator, { fields: 'id,' })).toEqual(['/fields fieldMask']);
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

test('reports a filter with the same message in the validator and the mock', async () => {
  const { send } = startMock('compute', { seed: { resources: {} } });
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const response = await send(`GET /compute/v1/projects/p/global/sslPolicies?filter=${encodeURIComponent(filter)}`);
      const validator = validateSslPoliciesListRequest as Validator;
      expect(validator({ project: 'p', filter }), filter).toBe(response.status === 200);
      // The mock adds an error of the RE2 engine.
      const message = readMessage(response).replace(/ \(error parsing regexp: .*\), at/, ', at');
      if (response.status !== 200)
        expect(message).toBe(`Invalid value for field 'filter': '${filter}'. ${validator.errors?.[0]?.message}.`);
    }),
    { numRuns: 400 },
  );
});
