/** The functions of CEL that expressions can call, with the operation of the runtime that each becomes. */
import { simpleTypes, type CelType } from './expression-types.js';
import type { Operation } from './operations.js';

type TypeKind = CelType['kind'];

export interface CelFunction {
  /** The allowed kinds of each argument. The receiver of a method is the first argument. */
  readonly parameters: readonly (readonly TypeKind[])[];
  /** The number of optional arguments. */
  readonly optional?: number;
  /** The type of the result; `receiver` stands for the type of the first argument. */
  readonly result: CelType | 'receiver';
  readonly operation: Operation;
}

const text = ['string'] as const;
const { int, double, string, bool, bytes, timestamp, duration, cidr } = simpleTypes;
const createTextTest = (operation: Operation): CelFunction => ({ parameters: [text, text], result: bool, operation });
const createTextConversion = (operation: Operation): CelFunction => ({ parameters: [text], result: string, operation });
const size: CelFunction = { parameters: [['string', 'bytes', 'list', 'map']], result: int, operation: 'size' };

/** Called as `size(x)`. `has` is compiled elsewhere, because its argument isn't evaluated. */
export const globalFunctions: Readonly<Record<string, CelFunction>> = {
  size,
  int: { parameters: [['int', 'double', 'string']], result: int, operation: 'convertToInt' },
  double: { parameters: [['int', 'double', 'string']], result: double, operation: 'convertToDouble' },
  string: { parameters: [['int', 'bool', 'string']], result: string, operation: 'convertToText' },
  bytes: { parameters: [text], result: bytes, operation: 'convertToBytes' },
  timestamp: { parameters: [['string', 'timestamp']], result: timestamp, operation: 'convertToTimestamp' },
  duration: { parameters: [['string', 'duration']], result: duration, operation: 'convertToDuration' },
  cidr: { parameters: [text], result: cidr, operation: 'convertToCidr' },
};

/** Called as `x.size()`. `matches` is compiled elsewhere, because its pattern becomes a regular expression. */
export const methods: Readonly<Record<string, CelFunction>> = {
  size,
  contains: createTextTest('contains'),
  startsWith: createTextTest('startsWith'),
  endsWith: createTextTest('endsWith'),
  lowerAscii: createTextConversion('lowerAscii'),
  upperAscii: createTextConversion('upperAscii'),
  trim: createTextConversion('trim'),
  split: { parameters: [text, text], result: { kind: 'list', of: string }, operation: 'split' },
  join: { parameters: [['list'], text], optional: 1, result: string, operation: 'join' },
  distinct: { parameters: [['list']], result: 'receiver', operation: 'distinct' },
  containsCIDR: { parameters: [['cidr'], ['cidr', 'string']], result: bool, operation: 'containsCidr' },
  prefixLength: { parameters: [['cidr']], result: int, operation: 'getPrefixLength' },
};

export interface Macro {
  readonly operation: Operation;
  /** The result: `bool`, a list of the results of the body, or a list of elements. */
  readonly result: 'bool' | 'body' | 'elements';
}

/** Called as `list.all(x, x > 0)`. */
export const macros: Readonly<Record<string, Macro>> = {
  all: { operation: 'all', result: 'bool' },
  exists: { operation: 'exists', result: 'bool' },
  exists_one: { operation: 'existsOne', result: 'bool' },
  filter: { operation: 'filterElements', result: 'elements' },
  map: { operation: 'mapElements', result: 'body' },
};
