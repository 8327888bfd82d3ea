/** The property `errors` of a validator. */
import { describe, expect, test } from 'vitest';
import { validateSubnetwork, validateSubnetworkList } from '../../../../generated/compute-v1/src/validators.js';

const wrong = { name: 'Upper', secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: 'none' }], role: 'ACTIVE' };
const formatErrors = (): string[] =>
  (validateSubnetwork.errors ?? []).map(({ instancePath, keyword, message }) => `${instancePath} ${keyword}: ${message}`);

describe('errors', () => {
  test('are null before the first call and after a valid one', () => {
    expect(validateSubnetworkList.errors).toBeNull();
    expect(validateSubnetwork(wrong)).toBe(false);
    expect(validateSubnetwork({ name: 'a' })).toBe(true);
    expect(validateSubnetwork.errors).toBeNull();
  });

  test('are the same array until the next call', () => {
    validateSubnetwork(wrong);
    const first = validateSubnetwork.errors;
    expect(validateSubnetwork.errors).toBe(first);
    validateSubnetwork(wrong);
    expect(validateSubnetwork.errors).not.toBe(first);
    expect(validateSubnetwork.errors).toEqual(first);
  });

  test('are plain objects', () => {
    validateSubnetwork(wrong);
    const [error] = validateSubnetwork.errors ?? [];
    expect(Object.keys(error ?? {})).toEqual(['instancePath', 'schemaPath', 'keyword', 'params', 'message']);
    expect(JSON.parse(JSON.stringify(validateSubnetwork.errors))).toEqual(validateSubnetwork.errors);
    expect(Object.keys(validateSubnetwork)).toEqual(['errors']);
  });

  test('are those of the last call', () => {
    validateSubnetwork(wrong);
    const errorsBefore = validateSubnetwork.errors;
    const copy = structuredClone(errorsBefore);
    validateSubnetwork({ name: 5 });
    validateSubnetwork({ ipCidrRange: 'none' });
    expect(formatErrors()).toEqual(['/ipCidrRange format: must match format "cidr-ipv4": an IPv4 range such as 10.0.0.0/24']);
    expect(errorsBefore).toEqual(copy);
  });

  test('can be assigned, like those of ajv', () => {
    validateSubnetwork(wrong);
    validateSubnetwork.errors = null;
    expect(validateSubnetwork.errors).toBeNull();
    validateSubnetwork(wrong);
    expect(validateSubnetwork.errors).toHaveLength(3);
  });

  test.each<[string, () => Record<string, unknown>, (value: never) => void]>([
    ['a field', () => ({ name: 'Upper' }), (value: { name: string }) => (value.name = 'lower')],
    [
      'a list',
      () => ({ logConfig: { metadataFields: ['a', 5], enable: true, metadata: 'CUSTOM_METADATA' } }),
      (value: { logConfig: { metadataFields: unknown[] } }) => value.logConfig.metadataFields.splice(0),
    ],
    [
      'a rule',
      () => ({ role: 'ACTIVE', purpose: 'PRIVATE' }),
      (value: { purpose: string; role?: string }) => {
        value.purpose = 'REGIONAL_MANAGED_PROXY';
        delete value.role;
      },
    ],
    [
      'ranges',
      () => ({ ipCidrRange: '10.0.0.0/8', secondaryIpRanges: [{ ipCidrRange: '10.1.0.0/16' }] }),
      (value: { secondaryIpRanges: unknown[] }) => value.secondaryIpRanges.splice(0),
    ],
  ])('describe the value at the time of the call, even if it changes later: %s', (_, createValue, change) => {
    const [value, other] = [createValue(), createValue()];
    expect(validateSubnetwork(value)).toBe(false);
    const expected = formatErrors();
    validateSubnetwork(other);
    change(other as never);
    expect(formatErrors()).toEqual(expected);
  });
});
