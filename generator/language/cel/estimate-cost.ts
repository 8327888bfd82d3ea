/**
 * Estimates the maximum cost of evaluating an expression, by the cost model of https://github.com/google/cel-go/blob/master/checker/cost.go and
 * with the limit of Kubernetes. The cost of an iteration that the compiled code counts comes from the same model.
 */
import type { CelType } from './expression-types.js';
import { macros } from './functions.js';
import type { ASTNode } from './parse-expression.js';
import {
  characterCost,
  createListSize,
  createTextSize,
  getTypeSize,
  limitSize,
  mergeSizes,
  noSize,
  smallestSize,
  type ValueSize,
} from './value-size.js';

/** The maximum estimated cost of a rule. An evaluation may cost a tenth of it. */
export const maxEstimatedCost = 10_000_000;

/** The cost of the loop itself for each element. */
const iterationCost = 1;
const listCost = 10;
/** The number of nested loops for which the estimate considers that elements share a request, which takes more time for each. */
const maxSharedLoops = 3;

interface Estimate {
  readonly cost: number;
  /** The size of the result. */
  readonly size: ValueSize;
}

interface Scope {
  /** The type of each part. Absent if sizes don't count. */
  readonly types?: ReadonlyMap<ASTNode, CelType>;
  readonly variables: ReadonlyMap<string, ValueSize>;
  /** The sizes that the expression has tested, by the path of the value: `self.tags`. */
  readonly limits: ReadonlyMap<string, number>;
}

/** Estimates the maximum cost of an expression. */
export function estimateCost(node: ASTNode, types: ReadonlyMap<ASTNode, CelType>): number {
  return estimate(node, { types, variables: new Map(), limits: new Map() }).cost;
}

/** Counts the cost of evaluating the body of a loop once, without that of reading text and lists, which depends on their size. */
export function countIterationCost(body: ASTNode): number {
  return Math.ceil(iterationCost + estimate(body, { variables: new Map(), limits: new Map() }).cost);
}

/** Counts how many times as much as reading a character it costs to match one. */
export const countPatternCost = (pattern: string): number => Math.max(1, Math.ceil(pattern.length / 4));

function estimate(node: ASTNode, scope: Scope): Estimate {
  switch (node.op) {
    case 'value':
      return { cost: 0, size: typeof node.args === 'string' && scope.types ? createTextSize(node.args.length) : noSize };
    case 'id':
      return { cost: 1, size: scope.variables.get(node.args) ?? getPathSize(node, scope) };
    case '.': {
      const object = estimate(node.args[0], scope);
      return { cost: object.cost + 1, size: getPathSize(node, scope, object.size) };
    }
    case '[]': {
      const [container, key] = node.args.map((each) => estimate(each, scope)) as [Estimate, Estimate];
      return { cost: container.cost + key.cost + 1, size: container.size.element };
    }
    case 'list': {
      const elements = node.args.map((each) => estimate(each, scope));
      const cost = sum(elements) + listCost;
      return { cost, size: createListSize(elements.length, elements.map(({ size }) => size).reduce(mergeSizes, noSize)) };
    }
    case '!_':
    case '-_':
      return { cost: estimate(node.args, scope).cost + 1, size: noSize };
    case '&&':
    case '||': {
      const [left, right] = node.args;
      const tested = { ...scope, limits: addLimits(scope.limits, left, node.op === '&&') };
      return { cost: estimate(left, scope).cost + estimate(right, tested).cost, size: noSize };
    }
    case '?:':
      return estimateChoice(node.args, scope);
    case 'call':
      return estimateCall(node.args[0], node.args[1], scope);
    case 'rcall':
      return estimateMethod(node, scope);
    default:
      return estimateOperator(node, scope);
  }
}

const sum = (estimates: readonly Estimate[]): number => estimates.reduce((total, { cost }) => total + cost, 0);

/** Returns the size of a variable or a field. */
function getPathSize(node: ASTNode, { types, limits }: Scope, object?: ValueSize): ValueSize {
  const type = types?.get(node);
  if (type === undefined) return noSize;
  if (object?.scale === 'smallest') return object;
  const size = getTypeSize(type, object?.scale !== 'largest');
  const limit = limits.get(formatPath(node) ?? '');
  return limit === undefined ? size : limitSize(size, limit);
}

function estimateChoice([condition, then, otherwise]: readonly [ASTNode, ASTNode, ASTNode], scope: Scope): Estimate {
  const one = estimate(then, { ...scope, limits: addLimits(scope.limits, condition, true) });
  const other = estimate(otherwise, { ...scope, limits: addLimits(scope.limits, condition, false) });
  return { cost: estimate(condition, scope).cost + Math.max(one.cost, other.cost), size: mergeSizes(one.size, other.size) };
}

/** A comparison, a membership, or a calculation. */
function estimateOperator(node: ASTNode, scope: Scope): Estimate {
  const operands = (node.args as readonly ASTNode[]).map((each) => estimate(each, scope));
  const [one = noSize, other = noSize] = operands.map(({ size }) => size);
  const cost = sum(operands);
  if (node.op === 'in') return { cost: cost + Math.max(1, other.size), size: noSize };
  if (node.op !== '+') return { cost: cost + Math.max(1, Math.min(one.readCost, other.readCost)), size: noSize };
  const kind = scope.types?.get(node)?.kind;
  if (kind === 'string') {
    const size = createTextSize(one.size + other.size);
    return { cost: cost + size.readCost, size };
  }
  const size = one.size + other.size;
  return { cost: cost + Math.max(1, size), size: kind === 'list' ? createListSize(size, mergeSizes(one, other).element) : noSize };
}

function estimateMethod(node: Extract<ASTNode, { readonly op: 'rcall' }>, scope: Scope): Estimate {
  const [name, receiver, parameters] = node.args;
  const [variable, body] = parameters;
  return Object.hasOwn(macros, name) && variable?.op === 'id' && body !== undefined
    ? estimateLoop({ name, list: receiver, variable: variable.args, body }, scope)
    : estimateCall(name, [receiver, ...parameters], scope);
}

interface Loop {
  readonly name: string;
  readonly list: ASTNode;
  readonly variable: string;
  readonly body: ASTNode;
}

/**
 * The elements of a list in a request aren't all as large as the request. What their text costs together is at most the cost of one element
 * that is.
 */
function estimateLoop({ name, list, variable, body }: Loop, scope: Scope): Estimate {
  const { cost, size } = estimate(list, scope);
  const isMap = scope.types?.get(list)?.kind === 'map';
  const element = isMap ? createTextSize(size.size === 0 ? 0 : getTypeSize({ kind: 'string' }).size) : size.element;
  const estimateBody = (value: ValueSize): Estimate =>
    estimate(body, { ...scope, variables: new Map([...scope.variables, [variable, value]]) });
  const each = estimateBody(element);
  const separate = size.size * (each.cost + iterationCost);
  const createResult = (extremes?: ValueSize['extremes']): ValueSize =>
    name === 'map' ? createListSize(size.size, each.size, extremes) : name === 'filter' ? size : noSize;
  if (size.extremes === undefined || scope.variables.size >= maxSharedLoops) return { cost: cost + separate, size: createResult() };
  const [smallest, largest] = [estimateBody(size.extremes.smallest), estimateBody(isMap ? element : size.extremes.largest)];
  const shared = size.size * (smallest.cost + iterationCost) + largest.cost;
  return { cost: cost + Math.min(separate, shared), size: createResult({ smallest: smallest.size, largest: largest.size }) };
}

function estimateCall(name: string, parameters: readonly ASTNode[], scope: Scope): Estimate {
  // As in Kubernetes, the test of a field costs nothing.
  if (name === 'has') return { cost: parameters.reduce((total, each) => total + estimate(each, scope).cost - 1, 0), size: noSize };
  const operands = parameters.map((each) => estimate(each, scope));
  const [one = noSize, other = noSize] = operands.map(({ size }) => size);
  const { cost, size } = estimateFunction(name, { one, other, pattern: parameters[1], isText: isText(parameters[0], scope) });
  return { cost: sum(operands) + Math.max(1, cost), size };
}

const isText = (node: ASTNode | undefined, { types }: Scope): boolean => node !== undefined && types?.get(node)?.kind === 'string';

interface Operands {
  readonly one: ValueSize;
  readonly other: ValueSize;
  /** The second operand, which is the pattern of `matches`. */
  readonly pattern: ASTNode | undefined;
  /** Whether the first operand is text. */
  readonly isText: boolean;
}

/** Estimates the cost of a function, and the size of its result. */
function estimateFunction(name: string, { one, other, pattern, isText: readsText }: Operands): Estimate {
  const reading = one.size * characterCost;
  switch (name) {
    case 'size':
      return { cost: readsText ? reading : 1, size: noSize };
    case 'contains':
      return { cost: reading * Math.max(1, other.size / 10), size: noSize };
    case 'startsWith':
    case 'endsWith':
      return { cost: other.size * characterCost, size: noSize };
    case 'matches':
      return { cost: reading * countPatternCost(String(pattern?.args)), size: noSize };
    case 'split':
      return {
        cost: reading * 2 + one.size,
        size: { ...createListSize(one.size, one), readCost: reading + one.size, extremes: { smallest: smallestSize, largest: one } },
      };
    case 'join': {
      const { smallest, largest } = one.extremes ?? {};
      const shared = smallest && largest ? one.size * smallest.size + largest.size : Infinity;
      const size = createTextSize(Math.min(one.size * one.element.size, shared) + one.size * other.size);
      return { cost: size.readCost * 2, size };
    }
    case 'distinct':
      return { cost: one.readCost, size: one };
    case 'string':
      return { cost: 1, size: readsText ? one : createTextSize(one === noSize ? 0 : 20) };
    default:
      return { cost: reading, size: one };
  }
}

/** Adds the sizes that a condition tests: `size(self.tags) <= 10`. */
function addLimits(limits: ReadonlyMap<string, number>, condition: ASTNode, holds: boolean): ReadonlyMap<string, number> {
  if (condition.op === '!_') return addLimits(limits, condition.args, !holds);
  if (condition.op === (holds ? '&&' : '||')) return addLimits(addLimits(limits, condition.args[0], holds), condition.args[1], holds);
  const operator = holds ? condition.op : negations[condition.op];
  if (operator !== '<' && operator !== '<=' && operator !== '==') return limits;
  const [left, right] = condition.args as readonly [ASTNode, ASTNode];
  const path = formatPath(findSizeOperand(left));
  if (path === undefined || right.op !== 'value' || typeof right.args !== 'bigint') return limits;
  return new Map([...limits, [path, Number(right.args)]]);
}

const negations: Readonly<Record<string, string>> = { '>': '<=', '>=': '<', '!=': '==' };

/** Returns the value whose size a part is. */
function findSizeOperand(node: ASTNode): ASTNode | undefined {
  if (node.op === 'call' && node.args[0] === 'size') return node.args[1][0];
  return node.op === 'rcall' && node.args[0] === 'size' ? node.args[1] : undefined;
}

/** Formats the path of a field. */
function formatPath(node: ASTNode | undefined): string | undefined {
  if (node?.op === 'id') return node.args;
  if (node?.op !== '.') return undefined;
  const object = formatPath(node.args[0]);
  return object === undefined ? undefined : `${object}.${node.args[1]}`;
}
