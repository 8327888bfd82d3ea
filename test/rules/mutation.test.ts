/** Removes or slightly changes each rule in turn; its examples must detect it. */
import { expect, test } from 'vitest';
import { compile, type Target, type Validator } from './support/compile.js';
import { examples, readYaml, type Example } from './support/examples.js';
import { accepts, rejects } from './support/validate-example.js';
import { admitting, isCheckedByValidator, isOpen, keywords } from './support/kinds.js';
import { mutantsOf, type Mutant } from './support/mutants.js';
import { rules, type SpecifiedRule } from './support/specifications.js';

const redundant = new Set((readYaml('redundant.yaml') as readonly { readonly rule: string }[]).map(({ rule }) => rule));

type Compiled = (target: Target) => Validator;

function compiler(rule: SpecifiedRule, { value }: Mutant): Compiled {
  const known = new Map<string, Validator>();
  return (target) => {
    const key = JSON.stringify(target);
    let validator = known.get(key);
    if (validator === undefined) known.set(key, (validator = compile(rule.api, value, target)));
    return validator;
  };
}

/** Whether an example of the rule detects the mutant. A removed rule is detected by its rejecting examples. */
function isNoticed(rule: SpecifiedRule, { dropped }: Mutant, validatorOf: Compiled): boolean {
  const refusing = dropped && !isOpen(rule) && !admitting.has(rule.facet);
  const own = ({ keyword }: { readonly keyword: string }): boolean =>
    keyword === (rule.facet === 'etag' ? 'required' : keywords.get(rule.facet));
  return shownBy(rule).some(
    ({ accepted, rejected }) =>
      rejected.some((one) => (own(one) || !refusing) && !rejects(validatorOf(one.target), one)) ||
      (!refusing && accepted.some((one) => !accepts(validatorOf(one.target), one))),
  );
}

function shownBy({ id }: SpecifiedRule): readonly Example[] {
  return examples.filter((example) => example.rules.some((rule) => rule.id === id));
}

const alive = rules
  .filter((rule) => isCheckedByValidator(rule) || shownBy(rule).length > 0)
  .flatMap((rule) =>
    mutantsOf(rule, isOpen(rule)).flatMap((mutant) => [{ rule, mutant, noticed: isNoticed(rule, mutant, compiler(rule, mutant)) }]),
  );

test('the examples detect every removed or weakened rule', () => {
  const missed = alive.filter(({ rule, noticed }) => !noticed && !redundant.has(rule.id));
  expect(missed.map(({ rule, mutant }) => `${rule.id}: ${mutant.what}`)).toEqual([]);
});

test('a removed rule that another rule implies is not reported', () => {
  const found = new Set(alive.filter(({ noticed }) => !noticed).map(({ rule }) => rule.id));
  expect([...redundant].filter((id) => !found.has(id))).toEqual([]);
});
