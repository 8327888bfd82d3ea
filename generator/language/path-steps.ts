/** Questions about the steps of path templates, and templates made of steps. */
import type { PathStep } from '../../runtime/paths/template.js';

/** Whether a step is a version, such as `v1` or `v1beta1`. */
export const isVersion = (step: PathStep): boolean => step.kind === 'literal' && /^v\d\w*$/.test(step.text);

/** Formats a path template with one variable per wildcard. Repeated variables get a number. */
export function toTemplate(steps: readonly PathStep[]): string {
  return nameWildcards(steps)
    .map((step) => (step.kind === 'literal' ? step.text : step.kind === 'many' ? `{${step.variable}=**}` : `{${step.variable}}`))
    .join('/');
}

/** Lists the variables after the last literal, which name a member of its collection. */
export function listTrailingVariables(steps: readonly PathStep[]): readonly string[] {
  const named = nameWildcards(steps);
  const last = named.findLastIndex((step) => step.kind === 'literal');
  return named.slice(last + 1).flatMap((step) => (step.kind === 'literal' ? [] : [step.variable]));
}

export function findLastLiteral(steps: readonly PathStep[]): string | undefined {
  const found = steps.findLast((step) => step.kind === 'literal');
  return found?.kind === 'literal' ? found.text : undefined;
}

export const hasTrailingLiteral = (steps: readonly PathStep[]): boolean => steps.at(-1)?.kind === 'literal';

/** Returns the steps up to the last literal: the collection of a resource. */
export function toCollectionSteps(steps: readonly PathStep[]): readonly PathStep[] {
  return steps.slice(0, steps.findLastIndex((step) => step.kind === 'literal') + 1);
}

export const createWildcard = (variable: string): PathStep => ({ kind: 'one', variable });

export const isWildcard = (step: PathStep | undefined): boolean => step !== undefined && step.kind !== 'literal';

/** Joins a trailing name that spans segments into one step. */
export function joinTrailingName(steps: readonly PathStep[]): readonly PathStep[] {
  const last = steps.at(-1);
  if (last?.kind !== 'many' || steps.length < 3) return steps;
  // In `documents/*/**`, everything after `documents` is one name.
  const from = steps.findLastIndex((step) => step.kind === 'literal' || step.inPattern !== true) + 1;
  const first = steps[from];
  return first !== undefined && first.kind !== 'literal'
    ? [...steps.slice(0, from), createWildcard(first.variable)]
    : [...steps.slice(0, -1), createWildcard(last.variable)];
}

/** Whether the last variable of a template can contain slashes. */
export const canSpanSegments = (steps: readonly PathStep[]): boolean => steps.at(-1)?.kind === 'many';

function nameWildcards(steps: readonly PathStep[]): readonly PathStep[] {
  const seen = new Map<string, number>();
  return steps.map((step) => {
    if (step.kind === 'literal') return step;
    const count = (seen.get(step.variable) ?? 0) + 1;
    seen.set(step.variable, count);
    return count === 1 ? step : { ...step, variable: `${step.variable}${count}` };
  });
}
