/** Matches paths with path templates. */
import { countSteps, listTexts, parseTemplate, type PathStep, type PathTemplate, type Segment } from './template.js';

/**
 * Matches a percent-encoded path without a query, with or without a leading slash. Returns the decoded values of the variables, or
 * `undefined` if the path doesn't match. The object has no prototype. In a variable with a pattern `%2F` isn't decoded, because a slash
 * would change its meaning.
 */
export function matchPath(template: PathTemplate | string, path: string): Record<string, string> | undefined {
  const parsed = typeof template === 'string' ? parseTemplate(template) : template;
  const ending = parsed.verb === undefined ? '' : `:${parsed.verb}`;
  const bare = path.startsWith('/') ? path.slice(1) : path;
  if (!bare.endsWith(ending)) return undefined;
  const segments = bare.slice(0, bare.length - ending.length).split('/');
  const matches = matchSteps(parsed.steps, segments);
  return matches && collectValues(parsed, matches);
}

/**
 * Returns the values of the variables of a segment with literal text, each as short as possible, or `undefined` if the text doesn't match.
 * Takes linear time: if the rest matches after a later occurrence of a text, it also matches after the first one.
 */
export function matchMixedSegment(texts: readonly string[], text: string): readonly string[] | undefined {
  const [first = '', ...others] = texts;
  const last = others.pop() ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const other of others) {
    const at = text.indexOf(other, from + 1);
    if (at < 0) return undefined;
    values.push(text.slice(from, at));
    from = at + other.length;
  }
  return from < end ? [...values, text.slice(from, end)] : undefined;
}

/**
 * Returns the segments that each step matches, or `undefined` if they don't match. A step of kind `many` matches as few as possible: the
 * steps between it and the next one match at the first possible position. If the rest matches after a later one, it also matches after that.
 */
function matchSteps(steps: readonly PathStep[], segments: readonly string[]): readonly (readonly string[])[] | undefined {
  const matches: (readonly string[])[] = [];
  let at = 0;
  let next = 0;
  while (next < steps.length) {
    const step = steps[next] as PathStep;
    if (step.kind !== 'many') {
      if (at >= segments.length || !isStepMatch(step, segments[at] as string)) return undefined;
      matches.push([segments[at] as string]);
      at += 1;
      next += 1;
      continue;
    }
    const following = steps.findIndex(({ kind }, index) => index > next && kind === 'many');
    const run = steps.slice(next + 1, following < 0 ? undefined : following);
    const start = at + (step.optional ? 0 : 1);
    const from = following < 0 ? Math.max(start, segments.length - run.length) : start;
    const found = findRun(run, segments, from);
    if (found === undefined || !segments.slice(at, found).every(Boolean)) return undefined;
    matches.push(segments.slice(at, found), ...run.map((_, index) => [segments[found + index] as string]));
    at = found + run.length;
    next += run.length + 1;
  }
  return at === segments.length ? matches : undefined;
}

/** Returns the first position from `from` where all steps match. */
function findRun(run: readonly PathStep[], segments: readonly string[], from: number): number | undefined {
  for (let at = from; at + run.length <= segments.length; at += 1)
    if (run.every((step, index) => isStepMatch(step, segments[at + index] as string))) return at;
  return undefined;
}

function isStepMatch(step: PathStep, text: string): boolean {
  if (step.kind === 'literal') return text === step.text || percentDecode(text) === step.text;
  if (step.kind === 'mixed') return matchMixedSegment(step.texts, text) !== undefined;
  return text !== '';
}

function collectValues(template: PathTemplate, matches: readonly (readonly string[])[]): Record<string, string> | undefined {
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  let at = 0;
  for (const segment of template.segments) {
    const length = countSteps(segment);
    const texts = matches.slice(at, at + length).flat();
    at += length;
    for (const [name, value] of parseSegmentValues(segment, texts)) {
      if (value === undefined || (values[name] ?? value) !== value) return undefined;
      values[name] = value;
    }
  }
  return values;
}

/** Returns the names and decoded values of the variables of a segment. A value is `undefined` if it can't be decoded. */
function parseSegmentValues(segment: Segment, texts: readonly string[]): readonly (readonly [string, string | undefined])[] {
  const variables = segment.filter((part) => typeof part !== 'string');
  if (segment.length > 1) {
    const values = matchMixedSegment(listTexts(segment), texts.join('/')) ?? [];
    return variables.map(({ name }, index) => [name, percentDecode(values[index] ?? '')]);
  }
  return variables.map(({ name, pattern }) => [name, percentDecode(pattern ? texts.join('/').replace(/%2f/gi, '%252F') : texts.join('/'))]);
}

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
