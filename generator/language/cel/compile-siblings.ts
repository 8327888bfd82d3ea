/**
 * The siblings of a resource: the other resources of its collection. An expression selects them by macros with an equality, such as
 * `siblings.exists(other, other.name == self.name)`, for which the mock keeps an index.
 */
import type { ExpressionContext, Typed } from './expression-context.js';
import { simpleTypes, type CelType } from './expression-types.js';
import type { ASTNode } from './parse-expression.js';

/** The macros whose result doesn't depend on the siblings for which the condition is false. */
const selectingMacros: ReadonlySet<string> = new Set(['exists', 'exists_one', 'filter']);

export const siblingsHint = 'siblings can be used only with exists, exists_one, or filter';

export function isSiblings(context: ExpressionContext, node: ASTNode): boolean {
  return node.op === 'id' && node.args === 'siblings' && !context.variables.has('siblings');
}

interface Selection {
  readonly macro: string;
  /** The name of the variable that stands for a sibling. */
  readonly variable: string;
  readonly condition: ASTNode;
}

/** Compiles the siblings that can meet a condition, as the index returns them. */
export function compileSiblings(context: ExpressionContext, node: ASTNode, { macro, variable, condition }: Selection): Typed {
  const { siblings } = context.options;
  if (!siblings) return context.fail(node, 'siblings exist only in the rules of resources');
  if (!selectingMacros.has(macro)) return context.fail(node, siblingsHint);
  const keys = listConjuncts(condition).flatMap((conjunct) => findKey(conjunct, variable, siblings) ?? []);
  if (keys.length === 0) {
    const expected = `a string or bool field of ${variable} by == with an expression without ${variable}, such as ${variable}.name == self.name`;
    return context.fail(node, `the condition on siblings must compare ${expected}, so that the mock can find them by an index`);
  }
  const names = keys.map(({ name }) => name);
  context.relatedNames.add('siblings');
  context.siblingIndexes.set(names.join(), names);
  // The condition contains these values, so it reports their problems.
  const problemCount = context.problems.length;
  const values = keys.map(({ value }) => context.compile(value).code);
  context.problems.length = problemCount;
  const code = `siblings(${JSON.stringify(names)}, [${values.join(', ')}])`;
  return { type: { kind: 'list', of: siblings }, code };
}

function listConjuncts(node: ASTNode): readonly ASTNode[] {
  return node.op === '&&' ? node.args.flatMap(listConjuncts) : [node];
}

interface SiblingKey {
  /** The field, with `.lowerAscii()` if its case doesn't matter. */
  readonly name: string;
  /** What it equals: an expression without the sibling. */
  readonly value: ASTNode;
}

function findKey(node: ASTNode, variable: string, siblings: CelType): SiblingKey | undefined {
  if (node.op !== '==') return undefined;
  const [left, right] = node.args;
  for (const [field, value] of [
    [left, right],
    [right, left],
  ] as const) {
    const name = findKeyName(field, variable, siblings);
    if (name !== undefined && !hasVariable(value, variable)) return { name, value };
  }
  return undefined;
}

function findKeyName(node: ASTNode, variable: string, siblings: CelType): string | undefined {
  if (node.op === 'rcall') {
    const [method, receiver, parameters] = node.args;
    const name = method === 'lowerAscii' && parameters.length === 0 ? findKeyName(receiver, variable, siblings) : undefined;
    return name === undefined || name.includes('(') ? undefined : `${name}.lowerAscii()`;
  }
  if (node.op !== '.' || siblings.kind !== 'object') return undefined;
  const [object, name] = node.args;
  const kind = siblings.fields.find((field) => field.name === name)?.getType().kind;
  return object.op === 'id' && object.args === variable && (kind === simpleTypes.string.kind || kind === simpleTypes.bool.kind)
    ? name
    : undefined;
}

/** Whether an expression mentions a variable. */
export function hasVariable(node: ASTNode, variable: string): boolean {
  if (node.op === 'id') return node.args === variable;
  const parts: readonly unknown[] = Array.isArray(node.args) ? (node.args as readonly unknown[]).flat(2) : [node.args];
  return parts.some((part) => isNode(part) && hasVariable(part, variable));
}

const isNode = (value: unknown): value is ASTNode => typeof value === 'object' && value !== null && 'op' in value;
