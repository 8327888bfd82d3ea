/** Rules of the documents that concern state: each has a check, which passes on the mock and fails on one without the rule. */
import { describe, expect, test } from 'vitest';
import { readYaml } from './support/examples.js';
import { isKept } from './support/kinds.js';
import { rules, type SpecifiedRule } from './support/specifications.js';
import { checks as lists } from './state/lists.js';
import { checks as methods } from './state/methods.js';
import { checks as resources } from './state/resources.js';
import { starter, type Check } from './state/world.js';

type Named = Readonly<Record<string, readonly string[]>>;
interface File {
  readonly methods: Named;
  readonly lists: Named;
  readonly resources: Named;
  /** Rules by the reason why the mock does the same without them. */
  readonly unnoticed: Named;
}

const file = readYaml('state.yaml') as File;
const checks: Readonly<Record<string, Readonly<Record<string, Check>>>> = { methods, lists, resources };
const byId = new Map(rules.map((rule) => [rule.id, rule]));
const withApi = (id: string): string => (byId.has(id) ? id : `compute ${id}`);

interface Pointer {
  readonly name: string;
  readonly check: Check | undefined;
  readonly ids: readonly string[];
}

const pointers: readonly Pointer[] = (['methods', 'lists', 'resources'] as const).flatMap((part) =>
  Object.entries(file[part]).map(([name, ids]) => ({ name: `${part}: ${name}`, check: checks[part]?.[name], ids: ids.map(withApi) })),
);
const unnoticed = new Set(Object.values(file.unnoticed).flat().map(withApi));

describe('the mock keeps every rule', () => {
  test.each(pointers)('$name', async ({ check }) => {
    expect(check).toBeTypeOf('function');
    await check?.(starter());
  });
});

describe('a check notices where its rule is dropped', () => {
  const dropped = pointers.flatMap(({ check, ids }) => ids.map((id) => ({ id, check, rule: byId.get(id) as SpecifiedRule })));

  test.each(dropped)('$id', async ({ id, check, rule }) => {
    const failed = await Promise.resolve(check?.(starter(rule))).then(
      () => false,
      () => true,
    );
    expect(failed).toBe(!unnoticed.has(id));
  });
});

describe('no rule of the documents is without a check', () => {
  const pointed = new Set(pointers.flatMap(({ ids }) => ids));

  test('each has one', () => {
    const kept = rules.filter((rule) => isKept(rule) && !rule.file.includes('overlays/'));
    expect(kept.filter(({ id }) => !pointed.has(id) && !unnoticed.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test('each check that is pointed at exists, and each names rules that do', () => {
    expect(pointers.filter(({ check }) => check === undefined).map(({ name }) => name)).toEqual([]);
    expect([...pointed, ...unnoticed].filter((id) => !byId.has(id))).toEqual([]);
  });

  test('each check is pointed at', () => {
    const named = new Set(pointers.map(({ name }) => name));
    const all = Object.entries(checks).flatMap(([part, own]) => Object.keys(own).map((name) => `${part}: ${name}`));
    expect(all.filter((name) => !named.has(name))).toEqual([]);
  });
});
