/**
 * The shape of a path template: its literals and wildcards, without the names of variables. All templates of a resource have the same shape.
 */
import { countSteps, parseTemplate, type PathStep, type PathTemplate } from './template.js';

/** `projects/*\/managedZones/*`: equal for templates of the same resource. */
export function formatShapeKey(steps: readonly PathStep[]): string {
  return steps.map((step) => (step.kind === 'literal' ? step.text : step.kind === 'many' ? '**' : '*')).join('/');
}

/** Returns the key of the shape of a template, without its verb. */
export function toShapeKey(template: string): string {
  return formatShapeKey(parseTemplate(template).steps);
}

/** Returns the key of the shape of a template, with its verb: `projects/*:cancel`. */
export function toPathKey(template: string): string {
  const { steps, verb } = parseTemplate(template);
  return `${formatShapeKey(steps)}${verb === undefined ? '' : `:${verb}`}`;
}

/** The range of the steps of a variable: `from` inclusive, `to` exclusive. */
export interface VariableRange {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Lists the variables of a template in order. */
export function listVariableRanges({ segments }: PathTemplate): readonly VariableRange[] {
  let from = 0;
  return segments.flatMap((segment) => {
    const to = from + countSteps(segment);
    const ranges = segment.flatMap((part) => (typeof part === 'string' ? [] : [{ name: part.name, from, to }]));
    from = to;
    return ranges;
  });
}
