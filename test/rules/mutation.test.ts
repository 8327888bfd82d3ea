/** Removes or slightly changes each rule in turn; its examples must detect it. */
import { expect, test } from 'vitest';
import { compile, type Target, type Validator } from './support/compile.js';
import { examples, readYaml, type Example } from './support/examples.js';
import { isAccepted, isRejected } from './support/validate-example.js';
import { permissiveFacets, isCheckedByValidator, isOpen, keywords } from './support/kinds.js';
import { createMutants, type Mutant } from './support/mutants.js';
import { rules, type SpecifiedRule } from './support/specifications.js';

const redundant = new Set((readYaml('redundant.yaml') as readonly { readonly rule: string }[]).map(({ rule }) => rule));

const examplesByRule = new Map<string, Example[]>();
for (const example of examples) for (const { id } of example.rules) examplesByRule.set(id, [...(examplesByRule.get(id) ?? []), example]);

type GetValidator = (target: Target) => Validator;

function createCompiler(rule: SpecifiedRule, { value }: Mutant): GetValidator {
  const validators = new Map<string, Validator>();
  return (target) => {
    const key = JSON.stringify(target);
    let validator = validators.get(key);
    if (validator === undefined) validators.set(key, (validator = compile(rule.api, value, target, rule)));
    return validator;
  };
}

/** Whether an example of the rule detects the mutant. A removed rule is detected by its rejecting examples. */
function isDetected(rule: SpecifiedRule, { removesRule }: Mutant, getValidator: GetValidator): boolean {
  const expectsRejection = removesRule && !isOpen(rule) && !permissiveFacets.has(rule.facet);
  const hasOwnKeyword = ({ keyword }: { readonly keyword: string }): boolean =>
    keyword === (rule.facet === 'etag' ? 'required' : keywords.get(rule.facet));
  return listExamples(rule).some(
    ({ accepted, rejected }) =>
      rejected.some((example) => (hasOwnKeyword(example) || !expectsRejection) && !isRejected(getValidator(example.target), example)) ||
      (!expectsRejection && accepted.some((example) => !isAccepted(getValidator(example.target), example))),
  );
}

function listExamples({ id }: SpecifiedRule): readonly Example[] {
  return examplesByRule.get(id) ?? [];
}

const results = rules
  .filter((rule) => isCheckedByValidator(rule) || listExamples(rule).length > 0)
  .flatMap((rule) =>
    createMutants(rule, isOpen(rule)).flatMap((mutant) => [
      { rule, description: mutant.description, detected: isDetected(rule, mutant, createCompiler(rule, mutant)) },
    ]),
  );

test('the examples detect every removed or weakened rule', () => {
  const missed = results.filter(({ rule, detected }) => !detected && !redundant.has(rule.id));
  expect(missed.map(({ rule, description }) => `${rule.id}: ${description}`)).toEqual([]);
});

test('a removed rule that another rule implies is not reported', () => {
  const undetected = new Set(results.filter(({ detected }) => !detected).map(({ rule }) => rule.id));
  expect([...redundant].filter((id) => !undetected.has(id))).toEqual([]);
});
