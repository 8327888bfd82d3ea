/** Parses the paths of `fieldPath`, in the form of Kubernetes: `.spec.height`, `.items[0]`, `.labels['a.b']`. The first dot is optional. */

/** Names of fields and keys of maps, and indexes of elements of lists. */
export type FieldPath = readonly (string | number)[];

const step = /\.?([\p{L}\p{N}_$-]+)|\[(\d{1,9})\]|\['((?:[^'\\]|\\.)+)'\]/uy;

/** Returns `undefined` if the path is malformed. */
export function parseFieldPath(text: string): FieldPath | undefined {
  const path: (string | number)[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const start = step.lastIndex;
    const match = step.exec(text);
    if (match === null || (start > 0 && match[1] !== undefined && text[start] !== '.')) return undefined;
    const [, name, index, quoted] = match;
    path.push(name ?? (index === undefined ? (quoted ?? '').replace(/\\(.)/g, '$1') : Number(index)));
  }
  return path.length === 0 ? undefined : path;
}
