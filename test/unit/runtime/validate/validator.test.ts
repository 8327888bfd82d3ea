/** Each call of a validator sets `errors` anew from the value during validation. */
import { describe, expect, test } from 'vitest';
import { validateSubnetwork, validateSubnetworkList } from '../../../../generated/compute-v1/src/validators.js';

const wrong = { name: 'Upper', secondaryIpRanges: [{ rangeName: 'a', ipCidrRange: 'none' }], role: 'ACTIVE' };
const lines = (): string[] =>
  (validateSubnetwork.errors ?? []).map(({ instancePath, keyword, message }) => `${instancePath} ${keyword}: ${message}`);

describe('errors', () => {
  test('are null before the first call and after a valid one', () => {
    expect(validateSubnetworkList.errors).toBeNull();
    expect(validateSubnetwork(wrong)).toBe(false);
    expect(validateSubnetwork({ name: 'a' })).toBe(true);
    expect(validateSubnetwork.errors).toBeNull();
  });

  test('are the same list each time they are read, and another one after each call', () => {
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

  test('belong to the last call, read or not', () => {
    validateSubnetwork(wrong);
    const before = validateSubnetwork.errors;
    const kept = structuredClone(before);
    validateSubnetwork({ name: 5 });
    validateSubnetwork({ ipCidrRange: 'none' });
    expect(lines()).toEqual(['/ipCidrRange format: must match format "cidr-ipv4": an IPv4 range such as 10.0.0.0/24']);
    expect(before).toEqual(kept);
  });

  test('can be replaced, like those of ajv', () => {
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
  ])('describe the validated value, even if it changes later: %s', (_, make, change) => {
    const [value, other] = [make(), make()];
    expect(validateSubnetwork(value)).toBe(false);
    const expected = lines();
    validateSubnetwork(other);
    change(other as never);
    expect(lines()).toEqual(expected);
  });
});
