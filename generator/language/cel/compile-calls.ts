/** Functions, methods, and macros of CEL expressions. */
import { compileSiblings, isSiblings } from './compile-siblings.js';
import { toRegExpLiteral } from '../../lib/literals.js';
import { compilePattern } from '../../lib/pattern.js';
import { compileHas } from './compile-fields.js';
import { countIterationCost, countPatternCost } from './estimate-cost.js';
import { failed, isKind, type ExpressionContext, type Typed } from './expression-context.js';
import { formatCelType, simpleTypes, type CelType } from './expression-types.js';
import { replaceFunctionCall, replaceMethodCall } from './foreign-forms.js';
import { globalFunctions, macros, methods, type CelFunction, type Macro } from './functions.js';
import type { ASTNode } from './parse-expression.js';

const { bool, string, dyn } = simpleTypes;

/** The functions whose result can be much larger than the value. */
const growing: ReadonlySet<string> = new Set(['join', 'split']);

interface CelCall {
  readonly node: ASTNode;
  readonly name: string;
  readonly parameters: readonly ASTNode[];
}

export function compileGlobalCall(context: ExpressionContext, call: CelCall): Typed {
  const { node, name, parameters } = call;
  if (name === 'has') return compileHas(context, node, parameters);
  const definition = Object.hasOwn(globalFunctions, name) ? globalFunctions[name] : undefined;
  if (definition) return compileFunctionCall(context, definition, call);
  const known = ['has', ...Object.keys(globalFunctions)];
  return context.fail(node, `unknown function ${name}`, replaceFunctionCall(name, parameters) ?? context.suggest(name, known));
}

export function compileMethodCall(context: ExpressionContext, receiver: ASTNode, { node, name, parameters }: CelCall): Typed {
  if (name === 'matches') return compileMatches(context, receiver, { node, name, parameters });
  if (name === 'hasValue' || name === 'value') return compileOptional(context, receiver, { node, name, parameters });
  const macro = Object.hasOwn(macros, name) ? macros[name] : undefined;
  if (macro) return compileMacro(context, receiver, { node, name, macro, parameters });
  const definition = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (definition) {
    const before = context.problems.length;
    const typed = compileFunctionCall(context, definition, { node, name, parameters: [receiver, ...parameters] });
    const { kind = 'dyn' } = context.types.get(receiver) ?? {};
    if (name !== 'contains' || (kind !== 'list' && kind !== 'map')) return typed;
    context.problems.length = before;
    return context.fail(node, `contains applies to strings (received ${kind})`, replaceMethodCall(name, { receiver, kind, parameters }));
  }
  const [target] = context.compileAll([receiver]) ?? [];
  if (!target) return failed;
  const known = ['matches', ...Object.keys(macros), ...Object.keys(methods)];
  const replacement = replaceMethodCall(name, { receiver, kind: target.type.kind, parameters });
  return context.fail(node, `unknown function ${name}`, replacement ?? context.suggest(name, known));
}

function compileFunctionCall(context: ExpressionContext, definition: CelFunction, { node, name, parameters }: CelCall): Typed {
  const { parameters: expected, optional = 0, result } = definition;
  if (parameters.length > expected.length || parameters.length < expected.length - optional) {
    return context.fail(node, `${name} takes ${expected.length} arguments (received ${parameters.length}, including the receiver)`);
  }
  const typed = parameters.map((parameter, index) => context.expect(parameter, ...(expected[index] ?? [])));
  if (growing.has(name)) context.needsLimit = true;
  const type = result === 'receiver' ? (typed[0]?.type ?? dyn) : result;
  return { type, code: context.call(definition.operation, ...typed.map((each) => context.normalize(each))) };
}

function compileMatches(context: ExpressionContext, receiver: ASTNode, { node, parameters: [pattern, ...rest] }: CelCall): Typed {
  const text = context.expect(receiver, 'string');
  if (pattern?.op !== 'value' || typeof pattern.args !== 'string' || rest.length > 0) {
    return context.fail(node, 'matches() takes one pattern, written as a string literal');
  }
  const result = compilePattern(pattern.args);
  if (!result.ok) return context.fail(pattern, `the pattern is not valid: ${result.problem}`);
  const expression = result.pattern.toRegExp('part');
  const test = expression ? toRegExpLiteral(expression) : context.callRe2(pattern.args);
  // Outside of a loop, it takes time in proportion to the text.
  const cost = context.isInLoop ? [String(countPatternCost(pattern.args))] : [];
  return { type: bool, code: context.call('matches', text.code, test, ...cost) };
}

/** `oldSelf.hasValue()` and `oldSelf.value()`, where there may be no stored object. */
function compileOptional(context: ExpressionContext, receiver: ASTNode, { node, name, parameters }: CelCall): Typed {
  const target = context.compile(receiver);
  if (target.type.kind !== 'optional' || parameters.length > 0) {
    return context.fail(node, `${name}() applies to oldSelf in a rule with optionalOldSelf: true (received ${formatCelType(target.type)})`);
  }
  if (name === 'hasValue') return { type: bool, code: `(${target.code} !== undefined)` };
  return context.read(context.reportsFailures ? context.call('requireStored', target.code) : target.code, target.type.of);
}

interface MacroCall extends CelCall {
  readonly macro: Macro;
}

function compileMacro(
  context: ExpressionContext,
  receiver: ASTNode,
  { node, name: macroName, macro: { operation, result }, parameters: [name, body, ...rest] }: MacroCall,
): Typed {
  if (name?.op !== 'id' || body === undefined || rest.length > 0) {
    return context.fail(node, 'a macro takes the name of a variable and an expression, such as self.items.all(x, x.size() > 0)');
  }
  const list = isSiblings(context, receiver)
    ? compileSiblings(context, receiver, { macro: macroName, variable: name.args, condition: body })
    : context.expect(receiver, 'list', 'map');
  const element: CelType = list.type.kind === 'list' ? list.type.of : list.type.kind === 'map' ? string : dyn;
  const { type, visit } = context.withVariable({ name: name.args, type: element, cost: countIterationCost(body) }, () =>
    result === 'body' ? context.compile(body) : context.expect(body, 'bool'),
  );
  const types: Readonly<Record<Macro['result'], CelType>> = {
    bool,
    body: { kind: 'list', of: type },
    elements: { kind: 'list', of: element },
  };
  return { type: isKind(list.type, 'list', 'map') ? types[result] : dyn, code: context.call(operation, list.code, visit) };
}
