/** The TypeScript types of enums, with `enums: open` and `enums: closed`. */
import { expect, test } from 'vitest';
import type { EnumMode } from '../../../generator/emit/emitter.js';
import { createNames } from '../../../generator/emit/names.js';
import { formatType } from '../../../generator/emit/type-text.js';
import { apiOf } from '../../support/packages.js';

const api = apiOf('schemas: {}');
const colors = { kind: 'string', open: false, enum: ['RED', 'BLUE'].map((value) => ({ value, deprecated: false })) } as const;
const textOf = (enums: EnumMode, type: Parameters<typeof formatType>[0]): string =>
  formatType(type, { names: createNames(api, enums), form: 'input' });

test('an open enum suggests its values and accepts others; a closed one accepts only its values', () => {
  expect(textOf('open', colors)).toBe("'RED' | 'BLUE' | (string & {})");
  expect(textOf('closed', colors)).toBe("'RED' | 'BLUE'");
});

test('an enum of which the documents do not show all values stays open; a constant is always literal', () => {
  expect(textOf('closed', { ...colors, open: true })).toBe("'RED' | 'BLUE' | (string & {})");
  expect(textOf('open', { kind: 'string', open: false, const: 'demo#zone' })).toBe("'demo#zone'");
});
