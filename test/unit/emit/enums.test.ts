/** The TypeScript types of enums, with `enums: open` and `enums: closed`. */
import { expect, test } from 'vitest';
import type { EnumMode } from '../../../generator/emit/emitter.js';
import { createNames } from '../../../generator/emit/names.js';
import { formatType } from '../../../generator/emit/type-text.js';
import { resolveApi } from '../../support/packages.js';

const api = resolveApi('schemas: {}');
const colors = { kind: 'string', open: false, enum: ['RED', 'BLUE'].map((value) => ({ value, deprecated: false })) } as const;
const textOf = (enums: EnumMode, type: Parameters<typeof formatType>[0]): string =>
  formatType(type, { names: createNames(api, enums), form: 'input' });

test('an open enum suggests its values and accepts others, and a closed enum accepts only its values', () => {
  expect(textOf('open', colors)).toBe("'RED' | 'BLUE' | (string & {})");
  expect(textOf('closed', colors)).toBe("'RED' | 'BLUE'");
});

test('an enum with undocumented values stays open, and a constant is always a literal', () => {
  expect(textOf('closed', { ...colors, open: true })).toBe("'RED' | 'BLUE' | (string & {})");
  expect(textOf('open', { kind: 'string', open: false, const: 'demo#zone' })).toBe("'demo#zone'");
});
