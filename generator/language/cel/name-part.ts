/**
 * Names the parts of an expression after the fields that they read, for variables and functions that hold their results: `stateIsOneOf`.
 * The last word of a name says what is known of the field, so no name is a word of JavaScript or a function of the runtime.
 */
import type { ASTNode } from './parse-expression.js';

const comparisons: Readonly<Record<string, readonly [holds: string, fails: string]>> = {
  '==': ['Is', 'IsNot'],
  '!=': ['IsNot', 'Is'],
  '<': ['IsBelow', 'IsAtLeast'],
  '<=': ['IsAtMost', 'IsAbove'],
  '>': ['IsAbove', 'IsAtMost'],
  '>=': ['IsAtLeast', 'IsBelow'],
  in: ['IsOneOf', 'IsNoneOf'],
};

/** Names the result of a condition. */
export function nameCondition(node: ASTNode, expected = true): string {
  if (node.op === '!_') return nameCondition(node.args, !expected);
  if (node.op === '&&' || node.op === '||') {
    const [first, last] = [findFirst(node), findLast(node)];
    return `${nameCondition(first, expected)}${(node.op === '&&') === expected ? 'And' : 'Or'}${capitalize(nameCondition(last, expected))}`;
  }
  const words = comparisons[node.op];
  if (words) {
    const [left, right] = node.args as readonly [ASTNode, ASTNode];
    return `${nameSubject(left)}${words[expected ? 0 : 1]}${node.op === 'in' ? '' : capitalize(nameSubject(right))}`;
  }
  if (node.op === 'call' && node.args[0] === 'has') return `${nameSubject(node.args[1][0])}${expected ? 'IsSet' : 'IsUnset'}`;
  const isCall = node.op === 'call' || node.op === 'rcall';
  return `${nameSubject(node)}${isCall ? (expected ? 'Holds' : 'Fails') : expected ? 'IsTrue' : 'IsFalse'}`;
}

/** Names the last condition of a rule: what it requires if the conditions before it don't decide. */
export function nameRequirement(node: ASTNode): string {
  return node.op === '||' ? nameRequirement(node.args[1]) : nameCondition(node);
}

/** Names the value of a part: `size(self.name)` is `nameSize`, `oldSelf.name` is `oldName`, and `other.name` is `otherName`. */
export function nameSubject(node: ASTNode | undefined): string {
  switch (node?.op) {
    case 'id':
      return toWord(node.args);
    case '.': {
      const [object, name] = node.args;
      const owner = object.op === 'id' ? nameOwner(object.args) : '';
      return owner === '' ? toWord(name) : `${owner}${capitalize(toWord(name))}`;
    }
    case '[]':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return nameSubject(node.args[0]);
    case 'call':
      return `${nameSubject(node.args[1][0])}${capitalize(toWord(node.args[0]))}`;
    case 'rcall':
      return `${nameSubject(node.args[1])}${capitalize(toWord(node.args[0]))}`;
    case 'value':
      return nameLiteral(node.args);
    default:
      return 'result';
  }
}

/** Names the owner of a field. Empty for the resource itself, and for a variable of one letter, which adds nothing to a name. */
function nameOwner(variable: string): string {
  if (variable === 'oldSelf') return 'old';
  return variable === 'self' || variable.length === 1 ? '' : toWord(variable);
}

/** `CUSTOM` is `custom`, `ACTIVE_STANDBY` is `activeStandby`. */
function nameLiteral(value: unknown): string {
  if (typeof value !== 'string') return String(value).replace(/\W/g, '');
  if (value === '') return 'empty';
  const word = toWord(/^[A-Z0-9_]+$/.test(value) ? value.toLowerCase().replaceAll('_', '-') : value);
  return word === '' ? 'text' : word;
}

/** The longest word that a name takes from a specification. */
const maxLength = 40;

function toWord(text: string): string {
  const [first = '', ...others] = text.split(/\W+/).filter((part) => part !== '');
  return `${first}${others.map(capitalize).join('')}`.slice(0, maxLength);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

type Logical = Extract<ASTNode, { readonly op: '&&' | '||' }>;
const isLogical = (node: ASTNode): node is Logical => node.op === '&&' || node.op === '||';
const findFirst = (node: ASTNode): ASTNode => (isLogical(node) ? findFirst(node.args[0]) : node);
const findLast = (node: ASTNode): ASTNode => (isLogical(node) ? findLast(node.args[1]) : node);
