/** Field masks and the response types that they select (checked by `npm run check:types`). */
import { expectTypeOf, test } from 'vitest';
import type { Fields, FieldsParameter, Masked, MaskedItem, MaskedPage } from '../../runtime/client/index.js';

interface Zone {
  readonly name: string;
  id?: string;
  logConfig?: { enable?: boolean; rate: number };
  labels?: { [key: string]: string };
  ranges?: { cidr: string; n?: number }[];
}
interface Open {
  name: string;
  deep?: { a: string; [field: string]: unknown };
  [field: string]: unknown;
}
interface Page {
  items?: Zone[];
  nextPageToken?: string;
}
interface Api {
  get<const Mask extends Fields<Zone> = '*'>(params: { project: string } & FieldsParameter<Zone, Mask>): Masked<Zone, Mask>;
  open<const Mask extends Fields<Open> = '*'>(params: FieldsParameter<Open, Mask>): Masked<Open, Mask>;
  list<const Mask extends Fields<Page> = '*'>(
    params: FieldsParameter<Page, Mask>,
  ): [MaskedPage<Page, Mask>, MaskedItem<Zone, Mask, 'items'>];
}
interface SameApi extends Pick<Api, 'get'> {
  get<const Other extends Fields<Zone> = '*'>(params: { project: string } & FieldsParameter<Zone, Other>): Masked<Zone, Other>;
}
declare const api: Api;
const project = 'p';

test('returns the whole type without a mask, with `*`, and with a mask of type string', () => {
  expectTypeOf(() => api.get({ project })).returns.toEqualTypeOf<Zone>();
  expectTypeOf(() => api.get({ project, fields: '*' })).returns.toEqualTypeOf<Zone>();
  expectTypeOf((fields: string) => api.get({ project, fields })).returns.toEqualTypeOf<Zone>();
  expectTypeOf(() => api.get({ project, fields: 'name,ranges(cidr)' })).returns.toEqualTypeOf<Zone>();
});

test('narrows nested objects and lists, and keeps optional and read-only modifiers', () => {
  expectTypeOf(() => api.get({ project, fields: ['name', 'logConfig/enable'] })).returns.toEqualTypeOf<{
    readonly name: string;
    logConfig?: { enable?: boolean };
  }>();
  expectTypeOf(() => api.get({ project, fields: 'id,ranges.cidr' })).returns.toEqualTypeOf<{ id?: string; ranges?: { cidr: string }[] }>();
  expectTypeOf(() => api.get({ project, fields: ['logConfig.enable', 'logConfig.rate'] }).logConfig?.rate).returns.toEqualTypeOf<
    number | undefined
  >();
});

test('white space around names has no meaning', () => {
  expectTypeOf(() => api.get({ project, fields: ' id , ranges . cidr,\n logConfig / rate' })).returns.toEqualTypeOf<{
    id?: string;
    logConfig?: { rate: number };
    ranges?: { cidr: string }[];
  }>();
  expectTypeOf(() => api.get({ project, fields: 'name, ranges(cidr, n)' })).returns.toEqualTypeOf<Zone>();
});

test('accepts quoted keys and wildcards, which select the whole map or list for the compiler', () => {
  const fields = ['labels.`my.key`', 'ranges.*.cidr', 'id'] as const;
  expectTypeOf(() => api.get({ project, fields })).returns.toEqualTypeOf<{
    id?: string;
    labels?: { [key: string]: string };
    ranges?: { cidr: string; n?: number }[];
  }>();
  expectTypeOf(() => api.get({ project, fields: ['labels/*', 'logConfig.rate'] })).returns.toEqualTypeOf<{
    labels?: { [key: string]: string };
    logConfig?: { rate: number };
  }>();
  expectTypeOf(() => api.get({ project, fields: 'labels.`my key`' })).returns.toEqualTypeOf<Zone>();
  // @ts-expect-error no such field
  expectTypeOf(() => api.get({ project, fields: ['label.`my key`'] })).toBeFunction();
});

test('rejects a path that matches no field', () => {
  // @ts-expect-error no such field
  expectTypeOf(() => api.get({ project, fields: ['nme'] })).toBeFunction();
  // @ts-expect-error no such field below
  expectTypeOf(() => api.get({ project, fields: ['name', 'logConfig/enabl'] })).toBeFunction();
  // @ts-expect-error not a mask
  expectTypeOf(() => api.get({ project, fields: 5 })).toBeFunction();
  expectTypeOf(() => api.get({ project, fields: ['labels/any', 'ranges/cidr', '*'] })).returns.toEqualTypeOf<Zone>();
});

test('accepts any path in an open type and returns unknown for undocumented fields', () => {
  const zone = (): Masked<Open, readonly ['name', 'more', 'deep/b']> => api.open({ fields: ['name', 'more', 'deep/b'] });
  expectTypeOf(zone).returns.toHaveProperty('name').toEqualTypeOf<string>();
  expectTypeOf(zone).returns.toHaveProperty('more').toEqualTypeOf<unknown>();
  // @ts-expect-error not in the mask
  expectTypeOf(() => zone().other).toBeFunction();
});

test('narrows the items of a list together with its page', () => {
  const items = ['items/name'] as const;
  expectTypeOf(() => api.list({ fields: items })[0]).returns.toEqualTypeOf<{
    items?: { readonly name: string }[];
    nextPageToken?: string;
  }>();
  expectTypeOf(() => api.list({ fields: items })[1]).returns.toEqualTypeOf<{ readonly name: string }>();
  expectTypeOf(() => api.list({ fields: ['items'] })[1]).returns.toEqualTypeOf<Zone>();
});

test('keeps the page token under any name, with or without selection', () => {
  expectTypeOf(() => api.list({ fields: 'items/name' })[0].nextPageToken).returns.toEqualTypeOf<string | undefined>();
  expectTypeOf<MaskedPage<Page, '*'>>().toEqualTypeOf<Page>();
  interface Rows {
    rows?: Zone[];
    total?: string;
    pageToken?: string;
  }
  expectTypeOf<MaskedPage<Rows, readonly ['total'], 'pageToken'>>().toEqualTypeOf<{ total?: string; pageToken?: string }>();
});

test('compares and destructures methods with masks like other methods', () => {
  expectTypeOf<Api>().toExtend<SameApi>();
  expectTypeOf<{ project: string }>().toExtend<Parameters<Api['get']>[0]>();
});
