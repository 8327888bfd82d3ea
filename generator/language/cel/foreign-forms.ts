/** Forms of JavaScript and of other languages that authors write in expressions, with the form of CEL. */
import type { CelType } from './expression-types.js';
import type { ASTNode } from './parse-expression.js';

/** Returns the text of a part. */
export const getText = ({ input, range: { start, end } }: ASTNode): string => input.slice(start, end);

interface MethodCall {
  readonly receiver: ASTNode;
  /** The kind of the receiver. */
  readonly kind: CelType['kind'];
  readonly parameters: readonly ASTNode[];
}

/** The texts of a call. */
interface ForeignCall {
  readonly receiver: string;
  readonly kind: CelType['kind'];
  readonly parameters: readonly string[];
}

const formatMethod =
  (name: string) =>
  ({ receiver, parameters }: ForeignCall): string =>
    `${receiver}.${name}(${parameters.join(', ')})`;
const formatSize = ({ receiver }: ForeignCall): string => `size(${receiver})`;

function formatMembership({ receiver, kind, parameters: [element = ''] }: ForeignCall): string {
  return kind === 'string' ? `${receiver}.contains(${element})` : `${element} in ${receiver}`;
}

/** The methods, with the expression that replaces a call. */
const methods: ReadonlyMap<string, (call: ForeignCall) => string | undefined> = new Map<string, (call: ForeignCall) => string | undefined>([
  ['length', formatSize],
  ['len', formatSize],
  ['count', formatSize],
  ['isEmpty', ({ receiver }) => `size(${receiver}) == 0`],
  ['includes', formatMembership],
  ['contains', formatMembership],
  ['has', formatMembership],
  ['indexOf', formatMembership],
  [
    'hasOwnProperty',
    ({ receiver, parameters: [name = ''] }) => (/^(['"])\w+\1$/.test(name) ? `has(${receiver}.${name.slice(1, -1)})` : undefined),
  ],
  ['toLowerCase', formatMethod('lowerAscii')],
  ['toLower', formatMethod('lowerAscii')],
  ['lower', formatMethod('lowerAscii')],
  ['toUpperCase', formatMethod('upperAscii')],
  ['toUpper', formatMethod('upperAscii')],
  ['upper', formatMethod('upperAscii')],
  ['toString', ({ receiver }) => `string(${receiver})`],
  ['some', formatMethod('exists')],
  ['any', formatMethod('exists')],
  ['every', formatMethod('all')],
  ['find', ({ receiver, parameters }) => `${receiver}.filter(${parameters.join(', ')})[0]`],
  ['match', formatMethod('matches')],
  ['test', formatMethod('matches')],
  ['regex', formatMethod('matches')],
  ['concat', ({ receiver, parameters: [other = ''] }) => `${receiver} + ${other}`],
  ['at', ({ receiver, parameters: [index = ''] }) => `${receiver}[${index}]`],
]);

const functions: ReadonlyMap<string, string> = new Map([
  ['len', 'size'],
  ['length', 'size'],
  ['exists', 'has'],
  ['parseInt', 'int'],
  ['parseFloat', 'double'],
  ['Number', 'double'],
  ['String', 'string'],
  ['Date', 'timestamp'],
]);

/** Returns the expression of CEL that replaces the call of a method of another language. */
export function replaceMethodCall(name: string, { receiver, kind, parameters }: MethodCall): string | undefined {
  return methods.get(name)?.({ receiver: getText(receiver), kind, parameters: parameters.map(getText) });
}

/** Returns the expression of CEL that replaces the call of a function of another language. */
export function replaceFunctionCall(name: string, parameters: readonly ASTNode[]): string | undefined {
  const replacement = functions.get(name);
  return replacement && `${replacement}(${parameters.map(getText).join(', ')})`;
}

/** Returns the expression of CEL that replaces a property of another language, or a method without parentheses. */
export function replaceProperty(name: string, object: ASTNode, isMethod: boolean): string | undefined {
  if (name === 'length' || name === 'count') return `size(${getText(object)})`;
  return isMethod ? `${getText(object)}.${name}()` : undefined;
}

/** The names of values that another language has. */
export const absenceNames: ReadonlySet<string> = new Set(['undefined', 'nil', 'None', 'NULL', 'Null']);
