import { describe, expect, it } from 'vitest';
import { withEnumNames } from '../../../../templates/runtime/mock/enum-names.js';

const numbers = { state: ['NONE', 'ON', 'OFF'], 'parts.kind': ['NONE', 'BIG'] };

describe('numbers of enums', () => {
  it.each([
    [{ state: 1 }, { state: 'ON' }],
    [{ state: 0 }, { state: 'NONE' }],
    [{ parts: [{ kind: 1 }, { kind: 'BIG' }, {}] }, { parts: [{ kind: 'BIG' }, { kind: 'BIG' }, {}] }],
    [{ other: 1 }, { other: 1 }],
    [{ state: 3 }, { state: 3 }],
    [{ state: 1.5 }, { state: 1.5 }],
    [{ state: null, parts: 5 }, { state: null, parts: 5 }],
  ])('%j is %j', (body, named) => expect(withEnumNames(body, numbers)).toEqual(named));

  it('leaves alone what has none', () => {
    const body = { state: 'ON', parts: [{ kind: 'BIG' }] };
    expect(withEnumNames(body, numbers)).toBe(body);
    expect(withEnumNames(body, undefined)).toBe(body);
    expect(withEnumNames(undefined, numbers)).toBeUndefined();
  });
});
