/** Compiles methods at startup. */
import type { ServiceDefinition } from '../types/services.js';
import { findServiceOrder, findServiceParameters } from './services.js';
import type { ApiBehavior, MethodBehavior } from '../../runtime/behavior.js';
import { matchMixedSegment } from '../../runtime/paths/match.js';
import { listVariableRanges } from '../../runtime/paths/shape.js';
import { parseTemplate, type PathStep, type PathTemplate } from '../../runtime/paths/template.js';
import type { MethodRule, RuleOf } from '../../runtime/rule.js';
import { decodeNameSlash, encodeNameSlash, joinSpanningSegments, type ResourceFields, type CompiledResource } from './resource.js';
import { getRootPath } from './root-paths.js';

/** The segments of a path parameter. `to` and `from` count from the end after a multi-segment wildcard. */
interface Binding {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** The literal texts of its segment, if it isn't the whole segment. */
  readonly texts?: readonly string[];
  /** Its position among the variables of its segment. */
  readonly position: number;
}

export interface CompiledMethod {
  readonly id: string;
  readonly api: ApiBehavior;
  readonly behavior: MethodBehavior;
  /** The path in the address of the API, which precedes that of the method. */
  readonly rootPath: string;
  readonly template: PathTemplate;
  readonly steps: readonly PathStep[];
  readonly bindings: readonly Binding[];
  readonly rules: ReadonlyMap<MethodRule['kind'], MethodRule>;
  /** The resource type that the method's action names. */
  readonly resource?: CompiledResource;
  /** The query parameters that service modules implement, by name. Absent without any. */
  readonly serviceParameters?: NonNullable<ServiceDefinition['parameters']>[string];
  /** The order of the list that a service module states. */
  readonly serviceOrder?: NonNullable<ServiceDefinition['orders']>[string];
  /** The fields of the list items, if these are another message than the resource. */
  readonly itemFields?: ResourceFields;
}

export function getRule<K extends MethodRule['kind']>(method: CompiledMethod, kind: K): RuleOf<K> | undefined {
  return method.rules.get(kind) as RuleOf<K> | undefined;
}

export function compileMethod(
  api: ApiBehavior,
  behavior: MethodBehavior,
  { resource, itemFields }: { readonly [K in 'resource' | 'itemFields']: CompiledMethod[K] | undefined },
): CompiledMethod {
  const template = parseTemplate(behavior.method.path);
  const serviceParameters = findServiceParameters(api, behavior.method.id);
  const serviceOrder = findServiceOrder(api, behavior.method.id);
  return {
    id: behavior.method.id,
    api,
    behavior,
    rootPath: getRootPath(api),
    template,
    steps: template.steps,
    bindings: createBindings(template),
    rules: new Map((behavior.rules ?? []).map((rule) => [rule.kind, rule])),
    ...(resource && { resource }),
    ...(serviceParameters && { serviceParameters }),
    ...(serviceOrder && { serviceOrder }),
    ...(itemFields && { itemFields }),
  };
}

function createBindings(template: PathTemplate): readonly Binding[] {
  const { steps } = template;
  const ranges = listVariableRanges(template);
  const wildcardIndex = steps.findIndex(({ kind }) => kind === 'many');
  const fromEnd = (index: number): number => (wildcardIndex >= 0 && index > wildcardIndex ? index - steps.length : index);
  return ranges.map(({ name, from, to }, index) => {
    const step = steps[from];
    return {
      name,
      from: fromEnd(from),
      to: fromEnd(to),
      position: index - ranges.findIndex((range) => range.from === from),
      ...(step?.kind === 'mixed' && { texts: step.texts }),
    };
  });
}

/**
 * Decodes the slashes in the segments of parameters that span several segments. A name in a response has `%2F` for a slash in a segment, and
 * a client that sends the name encodes the percent sign. The segments of an ID that spans several of them stay encoded.
 */
export function decodeNameSlashes({ bindings, resource }: CompiledMethod, segments: readonly string[]): readonly string[] {
  const decoded = [...segments];
  const idStart = resource?.behavior.spansSegments && segments.length > resource.steps.length ? resource.steps.length - 1 : segments.length;
  for (const { from, to, texts } of bindings) {
    if (texts || (from >= 0 && to === from + 1)) continue;
    for (let at = from < 0 ? from + segments.length : from; at < Math.min(idStart, to > 0 ? to : to + segments.length); at += 1)
      decoded[at] = decodeNameSlash(segments[at] ?? '');
  }
  return decoded;
}

/** Returns the decoded path parameters. A slash in a segment stays `%2F` if the parameter spans several segments. */
export function readPathParameters(method: CompiledMethod, segments: readonly string[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const binding of method.bindings) parameters.set(binding.name, readBinding(binding, segments));
  return parameters;
}

function readBinding({ from, to, texts, position }: Binding, segments: readonly string[]): string {
  if (texts) return matchMixedSegment(texts, segments.at(from) ?? '')?.[position] ?? '';
  if (from >= 0 && to === from + 1) return segments[from] ?? '';
  const values = segments.slice(from, to === 0 ? undefined : to);
  return values.length === 1 ? (values[0] as string) : values.map(encodeNameSlash).join('/');
}

/**
 * Returns the segments of the resource that a call concerns, without the last `omittedCount` ones. They come from the same positions of the
 * method's path, or else from variables of the same names, or else from the same collections. Returns `undefined` if none of these matches.
 */
export function getResourceSegments(
  { method, segments }: { readonly method: CompiledMethod; readonly segments: readonly string[] },
  target: CompiledResource,
  omittedCount = 0,
): readonly string[] | undefined {
  const steps = target.steps.slice(0, target.steps.length - omittedCount);
  if (omittedCount === 0 && target.behavior.spansSegments && segments.length > steps.length) {
    const joined = joinSpanningSegments(target, segments);
    if (steps.every((step, index) => isSameStep(step, method.steps[index], joined[index]))) return joined;
  }
  const wildcardIndex = method.steps.findIndex(({ kind }) => kind === 'many');
  // A name that spans several segments is one segment.
  if (
    wildcardIndex >= 0 &&
    wildcardIndex === steps.length - 1 &&
    wildcardIndex === method.steps.length - 1 &&
    segments.length > steps.length
  ) {
    return [...segments.slice(0, wildcardIndex), segments.slice(wildcardIndex).join('/')];
  }
  const isAligned = steps.length <= segments.length && steps.every((step, index) => isSameStep(step, method.steps[index], segments[index]));
  if (isAligned) return segments.slice(0, steps.length);
  return expandSteps(steps, readVariables(method, segments)) ?? expandByCollections(steps, method, segments);
}

/** Returns the segments that follow the same collection names. Another version of an API can address a resource by a longer path. */
function expandByCollections(
  steps: CompiledResource['steps'],
  method: CompiledMethod,
  segments: readonly string[],
): readonly string[] | undefined {
  const expanded: string[] = [];
  for (const [index, step] of steps.entries()) {
    const previous = steps[index - 1];
    const position =
      'literal' in step || previous === undefined || !('literal' in previous)
        ? -1
        : segments.findIndex((text, textIndex) => text === previous.literal && method.steps[textIndex]?.kind === 'literal');
    const text =
      'literal' in step
        ? step.literal
        : position < 0 || method.steps[position + 1]?.kind === 'literal'
          ? undefined
          : segments[position + 1];
    if (text === undefined) return undefined;
    expanded.push(text);
  }
  return expanded;
}

function isSameStep(step: CompiledResource['steps'][number], methodStep: PathStep | undefined, text: string | undefined): boolean {
  if ('literal' in step) return text === step.literal && methodStep?.kind !== 'one';
  return methodStep !== undefined && methodStep.kind !== 'literal';
}

/** Returns the values of the variables in the method's path and its resource's path. */
export function readVariables(method: CompiledMethod, segments: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map(readPathParameters(method, segments));
  method.resource?.steps.forEach((step, index) => {
    const segment = segments[index];
    if ('variable' in step && segment !== undefined && !values.has(step.variable) && isSameStep(step, method.steps[index], segment)) {
      values.set(step.variable, segment);
    }
  });
  return values;
}

export function expandSteps(steps: CompiledResource['steps'], values: ReadonlyMap<string, string>): readonly string[] | undefined {
  const expanded: string[] = [];
  for (const step of steps) {
    const text = 'literal' in step ? step.literal : values.get(step.variable);
    if (text === undefined) return undefined;
    expanded.push(text);
  }
  return expanded;
}
