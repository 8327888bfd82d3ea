/** Types of merge patches (checked by `npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import type { MergePatch } from '../../runtime/body-types.js';

interface Zone {
  name: string;
  note?: string;
  state?: 'ON' | 'OFF' | (string & {});
  logging?: { enable?: boolean };
  labels?: { [key: string]: string };
  tags?: string[];
  anything?: unknown;
}

type Patch = MergePatch<Zone>;

test('makes every field optional and allows null for optional fields', () => {
  expectTypeOf<Record<never, never>>().toExtend<Patch>();
  expectTypeOf<Patch['note']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Patch['name']>().toEqualTypeOf<string | undefined>();
});

test('merges objects and maps, and replaces lists', () => {
  expectTypeOf<{ logging: { enable: null } }>().toExtend<Patch>();
  expectTypeOf<{ labels: { old: null; kept: string } }>().toExtend<Patch>();
  expectTypeOf<Patch['tags']>().toEqualTypeOf<readonly string[] | null | undefined>();
});

test('keeps the literals of an open enum and accepts any string', () => {
  expectTypeOf<{ state: 'ON' }>().toExtend<Patch>();
  expectTypeOf<{ state: 'NEW' }>().toExtend<Patch>();
  expectTypeOf<{ state: 1 }>().not.toExtend<Patch>();
});

test('accepts a whole resource as a patch', () => {
  expectTypeOf<Zone>().toExtend<Patch>();
});
