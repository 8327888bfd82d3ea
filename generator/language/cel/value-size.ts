/** How large values can be: as their types declare, or else as a request can contain. */
import type { CelType } from './expression-types.js';

/** The bytes of the largest request, as Kubernetes assumes. */
export const maxRequestSize = 3 * 1024 * 1024;

/** The maximum size of a value. */
export interface ValueSize {
  /** Characters of text, elements of a list, or entries of a map; 0 for other values. */
  readonly size: number;
  /** The cost of reading the value at any depth. */
  readonly readCost: number;
  /** The elements of a list, or the values of a map. */
  readonly element: ValueSize;
  /** The elements that are as small, and as large, as a request allows. Absent if the elements aren't parts of the request. */
  readonly extremes?: { readonly smallest: ValueSize; readonly largest: ValueSize };
  /** The size of its fields. Default: as their types declare. */
  readonly scale?: 'smallest' | 'largest' | undefined;
}

/** The cost of reading a character. */
export const characterCost = 0.1;

/** The size of a number, of a bool, and of what isn't counted. */
export const noSize: ValueSize = {
  size: 0,
  readCost: 0,
  get element() {
    return noSize;
  },
};

/** The smallest element of a list. */
export const smallestSize: ValueSize = {
  ...noSize,
  scale: 'smallest',
  get element() {
    return smallestSize;
  },
};

/** A text that an expression computes, or whose length a rule limits. */
export const createTextSize = (size: number): ValueSize => ({ size, readCost: size * characterCost, element: noSize });

/** A list that an expression computes. With `extremes`, its elements together are at most as large as all of the smallest and one of the largest. */
export function createListSize(size: number, element: ValueSize, extremes?: ValueSize['extremes']): ValueSize {
  const readCost = size * (1 + element.readCost);
  if (extremes === undefined) return { size, element, readCost };
  const { smallest, largest } = extremes;
  return { size, element, extremes, readCost: Math.min(readCost, size * (1 + smallest.readCost) + largest.readCost) };
}

/** Limits the number of elements, or of characters. */
export function limitSize(value: ValueSize, size: number): ValueSize {
  return { ...value, size: Math.min(value.size, size), element: value.element };
}

/** Returns the larger size of each part. */
export function mergeSizes(one: ValueSize, other: ValueSize): ValueSize {
  return {
    size: Math.max(one.size, other.size),
    readCost: Math.max(one.readCost, other.readCost),
    get element() {
      return one === noSize || other === noSize ? (one === noSize ? other : one).element : mergeSizes(one.element, other.element);
    },
  };
}

/**
 * Returns the maximum size of a value in a request.
 *
 * @param isDeclared Whether the limits of the type count. Otherwise each part of the value can be as large as the request.
 */
export function getTypeSize(type: CelType, isDeclared = true): ValueSize {
  const scale = isDeclared ? undefined : 'largest';
  switch (type.kind) {
    case 'string': {
      const declared = (isDeclared && type.maxLength) || maxRequestSize;
      return { ...createTextSize(Math.min(declared, maxRequestSize)), scale };
    }
    case 'optional':
      return getTypeSize(type.of, isDeclared);
    case 'list':
    case 'map':
    case 'dyn': {
      const of: CelType = 'of' in type ? type.of : type;
      const isMap = type.kind === 'map';
      return {
        // Each element has a comma, and each key quotation marks and a colon.
        size: Math.floor(maxRequestSize / (getMinimumLength(of) + (isMap ? 4 : 1))),
        readCost: maxRequestSize,
        scale,
        get element() {
          return getTypeSize(of, isDeclared);
        },
        get extremes() {
          return { smallest: smallestSize, largest: getTypeSize(of, false) };
        },
      };
    }
    case 'object':
    case 'bytes':
      return { ...noSize, element: noSize, readCost: maxRequestSize, scale };
    default:
      return noSize;
  }
}

/** Types can contain themselves. */
const maxObjectDepth = 3;

/** Returns the length of the shortest JSON text of a value. */
function getMinimumLength(type: CelType, depth = 0): number {
  switch (type.kind) {
    case 'bool':
      return 4;
    case 'string':
    case 'bytes':
    case 'list':
    case 'map':
      return 2;
    case 'object':
      return type.fields.reduce((total, { name, required, getType }) => {
        // The quotation marks, the colon, and a comma.
        return required && depth < maxObjectDepth ? total + name.length + 4 + getMinimumLength(getType(), depth + 1) : total;
      }, 2);
    default:
      return 1;
  }
}
