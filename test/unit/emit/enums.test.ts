/** The TypeScript types of enums, with `enums: open` and `enums: closed`. */
import { expect, test } from 'vitest';
import type { EnumMode } from '../../../generator/language/parts.js';
import { createNames } from '../../../generator/emit/names.js';
import { formatType } from '../../../generator/emit/type-text.js';
import { resolveApi } from '../../support/packages.js';

const api = resolveApi('schemas: {}');
const colors = { kind: 'string', open: false, enum: ['RED', 'BLUE'].map((value) => ({ value, deprecated: false })) } as const;
const format = (enums: EnumMode, type: Parameters<typeof formatType>[0]): string =>
  formatType(type, { names: createNames(api, enums), form: 'input' });

test('accepts only known values in a closed enum and suggests them in an open enum', () => {
  expect(format('open', colors)).toBe("'RED' | 'BLUE' | (string & {})");
  expect(format('closed', colors)).toBe("'RED' | 'BLUE'");
});

test('keeps an enum with undocumented values open and a constant a literal', () => {
  expect(format('closed', { ...colors, open: true })).toBe("'RED' | 'BLUE' | (string & {})");
  expect(format('open', { kind: 'string', open: false, const: 'demo#zone' })).toBe("'demo#zone'");
});
