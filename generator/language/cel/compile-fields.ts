/** Variables, fields, and elements of CEL expressions. */
import { siblingsHint } from './compile-siblings.js';
import { toDataLiteral, isIdentifier, toPropertyAccess } from '../../lib/literals.js';
import { failed, type ExpressionContext, type Typed } from './expression-context.js';
import { formatCelType, simpleTypes, type CelField, type CelType } from './expression-types.js';
import { absenceNames, getText, replaceProperty } from './foreign-forms.js';
import { methods } from './functions.js';
import { nameSubject } from './name-part.js';
import type { ASTNode } from './parse-expression.js';

export function compileVariable(context: ExpressionContext, node: ASTNode, name: string): Typed {
  const local = context.variables.get(name);
  if (local) return local;
  if (name === 'siblings') return context.fail(node, siblingsHint);
  const { self, oldSelf, parent } = context.options;
  if (name === 'parent' && !parent) return context.fail(node, 'parent exists only in the rules of resources that have one');
  if (name === 'oldSelf') context.usesOldSelf = true;
  if (name === 'parent') context.relatedNames.add('parent');
  if (absenceNames.has(name)) return context.fail(node, `there is no ${name}: test with has(self.field) whether a field is set`);
  const type = name === 'self' ? self : name === 'oldSelf' ? oldSelf : name === 'parent' ? parent : undefined;
  // The caller ensures that a value with fields is an object.
  if (type) return type.kind === 'object' || type.kind === 'optional' ? { type, code: name } : context.read(name, type);
  const isField = self.kind === 'object' && self.fields.some((field) => field.name === name);
  const suggestion = isField
    ? `self.${name}`
    : context.suggest(name, [...context.variables.keys(), 'self', 'oldSelf', 'true', 'false', ...(parent ? ['parent'] : [])]);
  return context.fail(node, `unknown variable ${name}`, suggestion);
}

export function compileSelect(context: ExpressionContext, node: ASTNode, [object, name]: readonly [ASTNode, string]): Typed {
  const [target] = context.compileAll([object]) ?? [];
  if (!target) return failed;
  const element = { container: object, target: target.code, key: toDataLiteral(name) };
  if (target.type.kind === 'dyn') return { type: simpleTypes.dyn, code: readElement(context, element) };
  if (target.type.kind === 'map') return context.read(readElement(context, element), target.type.of);
  const found = findField(context, node, { type: target.type, name, object });
  if (!found) return failed;
  if (found === 'open') return { type: simpleTypes.dyn, code: readElement(context, element) };
  recordField(context, object, found);
  const code = readMember(context, { object, target, field: found });
  return context.read(code, found.getType());
}

/** A field that `has` tests. */
interface TestedField {
  readonly object: ASTNode;
  /** The object that may have the field. */
  readonly target: Typed;
  readonly name: string;
  /** Whether an absent field is known to be unset: code. */
  readonly whole: string;
  /** The field, where it can be read in place. */
  readonly member: string | undefined;
}

/** `has(self.name)`: whether a field is set. */
export function compileHas(context: ExpressionContext, node: ASTNode, parameters: readonly ASTNode[]): Typed {
  const tested = findTestedField(context, node, parameters);
  if (!tested) return failed;
  const { target, name, whole } = tested;
  return { type: simpleTypes.bool, code: context.call('hasField', target.code, toDataLiteral(name), whole) };
}

/** A condition in JavaScript: whether `has` returns a value. */
export function compileHasCondition(context: ExpressionContext, node: ASTNode, { parameters, expected }: HasCondition): string {
  const tested = findTestedField(context, node, parameters);
  if (!tested) return 'false';
  const { object: owner, target, name, whole, member } = tested;
  if (member === undefined) return `(${context.call('hasField', target.code, toDataLiteral(name), whole)} === ${expected})`;
  if (expected) return `(${target.code}${isRoot(target.code) ? '' : '?'}.${member} != null)`;
  const object = isRoot(target.code) ? target.code : context.declareTemporary(`${nameSubject(owner)}Value`, target.code);
  const isObject = object === target.code ? [] : [`(${object} = ${target.code}) !== undefined`];
  const isKnown = whole === 'true' ? [] : [`(${whole} || ${context.call('hasField', object, toDataLiteral(name), 'false')} === false)`];
  return `(${[...isObject, `${object}.${member} == null`, ...isKnown].join(' && ')})`;
}

interface HasCondition {
  readonly parameters: readonly ASTNode[];
  readonly expected: boolean;
}

function findTestedField(context: ExpressionContext, node: ASTNode, [parameter, ...rest]: readonly ASTNode[]): TestedField | undefined {
  if (parameter?.op !== '.' || rest.length > 0) {
    context.fail(node, 'has() takes one field, such as has(self.name)');
    return undefined;
  }
  const [object, name] = parameter.args;
  const [target] = context.compileAll([object]) ?? [];
  if (!target) return undefined;
  if (target.type.kind !== 'map' && target.type.kind !== 'dyn') {
    const found = findField(context, parameter, { type: target.type, name, object });
    if (!found) return undefined;
    if (found !== 'open') recordField(context, object, found);
  }
  const isObject = target.json !== undefined || isRoot(target.code);
  const isReadable = isObject && target.type.kind === 'object' && isIdentifier(name) && !(name in Object.prototype);
  return { object, target, name, whole: getWholeCode(object), member: isReadable ? name : undefined };
}

export function compileIndex(context: ExpressionContext, [container, key]: readonly [ASTNode, ASTNode]): Typed {
  const before = context.problems.length;
  const target = context.expect(container, 'list', 'map');
  if (context.types.get(container)?.kind === 'object' && key.op === 'value' && typeof key.args === 'string' && isIdentifier(key.args)) {
    context.problems.length = before;
    return context.fail(container, 'a field of an object is written with a dot', `${getText(container)}.${key.args}`);
  }
  const position = context.expect(key, target.type.kind === 'map' ? 'string' : 'int');
  const code = readElement(context, { container, target: target.code, key: position.code });
  return 'of' in target.type ? context.read(code, target.type.of) : { type: simpleTypes.dyn, code };
}

const isRoot = (code: string): boolean => code === 'self' || code === 'oldSelf' || code === 'parent';

interface ElementRead {
  readonly container: ASTNode;
  readonly target: string;
  readonly key: string;
}

/** Reads an element of a list, or a value of a map. */
function readElement(context: ExpressionContext, { container, target, key }: ElementRead): string {
  const isPartial = context.reportsFailures && getWholeCode(container) === 'whole';
  return context.call('getElement', target, key, ...(isPartial ? ['whole'] : []));
}

interface MemberRead {
  readonly object: ASTNode;
  readonly target: Typed;
  readonly field: CelField;
}

/** Reads a field. For a field with a default, the code distinguishes whether an absent field is known to be unset. */
function readMember(context: ExpressionContext, { object, target: { code: target, json }, field }: MemberRead): string {
  const { name, default: fallback } = field;
  if (context.reportsFailures) {
    // Type checks report the absence of a required field.
    const whole = field.required ? 'false' : getWholeCode(object);
    const absence = `{ ${fallback === undefined ? '' : `fallback: ${toDataLiteral(fallback)}, `}${whole === 'whole' ? whole : `whole: ${whole}`} }`;
    return context.call('requireField', target, toDataLiteral(name), absence);
  }
  const isDirect = isRoot(target) && !(name in Object.prototype);
  const member = `${target}${toPropertyAccess(name)}`;
  if (isDirect && fallback === undefined) return member;
  // A value with fields is an object or, if the evaluation fails, undefined.
  if (fallback === undefined && json !== undefined && isIdentifier(name) && !(name in Object.prototype)) return `${target}?.${name}`;
  if (fallback === undefined) return context.call('getField', target, toDataLiteral(name));
  const value = toDataLiteral(fallback);
  if (isDirect && getWholeCode(object) === 'true') return `(${member} ?? ${value})`;
  const absence = `{ fallback: ${value}, whole: ${isDirect ? 'false' : getWholeCode(object)} }`;
  const call = context.call('getField', target, toDataLiteral(name), absence);
  return isDirect ? `(${member} ?? (whole ? ${value} : ${call}))` : call;
}

/** Returns the code of whether an object is complete. Only `self` can be partial: stored objects, other resources, and elements of lists are complete. */
function getWholeCode(object: ASTNode): 'true' | 'whole' {
  let root = object;
  while (root.op === '.' || root.op === '[]') root = root.args[0];
  return root.op === 'id' && root.args === 'self' ? 'whole' : 'true';
}

function recordField(context: ExpressionContext, object: ASTNode, { name, readOnly }: CelField): void {
  if (object.op === 'id' && object.args === 'self') context.fields.add(name);
  if (readOnly) context.usesReadOnly = true;
}

interface FieldQuery {
  readonly type: CelType;
  readonly name: string;
  /** The part before the name. */
  readonly object: ASTNode;
}

/** `open`: the object admits members that aren't described. */
function findField(context: ExpressionContext, { range }: ASTNode, { type, name, object }: FieldQuery): CelField | 'open' | undefined {
  if (type.kind !== 'object') {
    const hint = type.kind === 'optional' ? '; read it with oldSelf.value(), after a test with oldSelf.hasValue()' : '';
    context.fail(
      { range },
      `${formatCelType(type)} has no fields${hint}`,
      replaceProperty(name, object, type.kind !== 'optional' && Object.hasOwn(methods, name)),
    );
    return undefined;
  }
  const found = type.fields.find((field) => field.name === name);
  if (found) return found;
  if (type.isOpen) return 'open';
  const names = type.fields.map((field) => field.name);
  context.fail({ range: { start: range.end - name.length, end: range.end } }, `unknown field ${name}`, context.suggest(name, names));
  return undefined;
}
