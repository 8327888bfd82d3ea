/** A method with everything that answering it needs, worked out at start. */
import type { ApiBehavior, MethodBehavior } from '../../descriptor.js';
import { parseTemplate, listTemplateSteps, type TemplateStep, type Template } from '../../path-template.js';
import type { MethodRule } from '../../rule.js';
import { joinSpanningSegments, type Resource } from './resource.js';

type RuleOf<K extends MethodRule['kind']> = Extract<MethodRule, { kind: K }>;

/** The parameters of a path: which of its segments each takes. `to` counts from the end where a run of any length stands before it. */
interface Binding {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly expression?: RegExp;
  readonly group: number;
}

export interface Method {
  readonly id: string;
  readonly api: ApiBehavior;
  readonly behavior: MethodBehavior;
  readonly template: Template;
  readonly steps: readonly TemplateStep[];
  readonly bindings: readonly Binding[];
  readonly rules: ReadonlyMap<MethodRule['kind'], MethodRule>;
  /** The kind of resource that its action names. */
  readonly resource?: Resource;
}

export function getRule<K extends MethodRule['kind']>(method: Method, kind: K): RuleOf<K> | undefined {
  return method.rules.get(kind) as RuleOf<K> | undefined;
}

export function compileMethod(api: ApiBehavior, behavior: MethodBehavior, resource: Resource | undefined): Method {
  const template = parseTemplate(behavior.method.path);
  return {
    id: behavior.method.id,
    api,
    behavior,
    template,
    steps: listTemplateSteps(template),
    bindings: createBindings(template),
    rules: new Map((behavior.rules ?? []).map((rule) => [rule.kind, rule])),
    ...(resource && { resource }),
  };
}

function createBindings(template: Template): readonly Binding[] {
  const total = listTemplateSteps(template).length;
  const found: Binding[] = [];
  let at = 0;
  let fromEnd = false;
  for (const segment of template.segments) {
    const variables = segment.filter((part) => typeof part !== 'string');
    const length = (segment.length === 1 && variables[0]?.pattern?.length) || 1;
    const many = variables.some(({ pattern }) => pattern?.includes('**'));
    const from = fromEnd ? at - total : at;
    fromEnd ||= many;
    const to = fromEnd ? at + length - total : at + length;
    const step = segment.length > 1 ? listTemplateSteps(template)[at] : undefined;
    variables.forEach(({ name }, group) =>
      found.push({ name, from, to, group, ...(step?.kind === 'mixed' && { expression: step.expression }) }),
    );
    at += length;
  }
  return found;
}

/** The parameters that a path gives, decoded. A slash within a segment stays `%2F` where the value spans several segments. */
export function readPathParameters(method: Method, segments: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const binding of method.bindings) found.set(binding.name, readBinding(binding, segments));
  return found;
}

function readBinding({ from, to, expression, group }: Binding, segments: readonly string[]): string {
  if (expression) return expression.exec(segments.at(from) ?? '')?.[group + 1] ?? '';
  if (from >= 0 && to === from + 1) return segments[from] ?? '';
  const taken = segments.slice(from, to === 0 ? undefined : to);
  return taken.length === 1 ? (taken[0] as string) : taken.map((text) => text.replaceAll('/', '%2F')).join('/');
}

/**
 * The segments of the resource (of the collection, without the last `without` ones) that a call concerns: those that stand at the same places
 * of the method's path, else those of the same names, else those in the same collections. `undefined` where neither tells.
 */
export function getResourceSegments(
  { method, segments }: { readonly method: Method; readonly segments: readonly string[] },
  target: Resource,
  without = 0,
): readonly string[] | undefined {
  const wanted = target.steps.slice(0, target.steps.length - without);
  if (without === 0 && target.behavior.spansSegments && segments.length > wanted.length) {
    const folded = joinSpanningSegments(target, segments);
    if (wanted.every((step, index) => matchesStep(step, method.steps[index], folded[index]))) return folded;
  }
  const many = method.steps.findIndex(({ kind }) => kind === 'many');
  // A name that spans segments is one name.
  if (many >= 0 && many === wanted.length - 1 && many === method.steps.length - 1 && segments.length > wanted.length) {
    return [...segments.slice(0, many), segments.slice(many).join('/')];
  }
  const aligned =
    wanted.length <= segments.length && wanted.every((step, index) => matchesStep(step, method.steps[index], segments[index]));
  if (aligned) return segments.slice(0, wanted.length);
  return expandSteps(wanted, readVariables(method, segments)) ?? expandByCollections(wanted, method, segments);
}

/** The segments that stand behind the same collections' names: another version of an API may address a resource by a longer path. */
function expandByCollections(wanted: Resource['steps'], method: Method, segments: readonly string[]): readonly string[] | undefined {
  const found: string[] = [];
  for (const [index, step] of wanted.entries()) {
    const before = wanted[index - 1];
    const at =
      'literal' in step || before === undefined || !('literal' in before)
        ? -1
        : segments.findIndex((text, place) => text === before.literal && method.steps[place]?.kind === 'literal');
    const text = 'literal' in step ? step.literal : at < 0 || method.steps[at + 1]?.kind === 'literal' ? undefined : segments[at + 1];
    if (text === undefined) return undefined;
    found.push(text);
  }
  return found;
}

function matchesStep(step: Resource['steps'][number], given: TemplateStep | undefined, text: string | undefined): boolean {
  if ('literal' in step) return text === step.literal && given?.kind !== 'one';
  return given !== undefined && given.kind !== 'literal';
}

/** Values by the variables' names, those of the method's path and of its resource. */
export function readVariables(method: Method, segments: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map(readPathParameters(method, segments));
  method.resource?.steps.forEach((step, index) => {
    const segment = segments[index];
    if ('variable' in step && segment !== undefined && !names.has(step.variable) && matchesStep(step, method.steps[index], segment)) {
      names.set(step.variable, segment);
    }
  });
  return names;
}

export function expandSteps(steps: Resource['steps'], names: ReadonlyMap<string, string>): readonly string[] | undefined {
  const found: string[] = [];
  for (const step of steps) {
    const text = 'literal' in step ? step.literal : names.get(step.variable);
    if (text === undefined) return undefined;
    found.push(text);
  }
  return found;
}
