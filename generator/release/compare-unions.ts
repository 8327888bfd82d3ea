/** Compares unions, literals, and types such as `string`, which are unions of one type. */
import { ts } from 'ts-morph';
import type { Pair } from '../diff/comparison.js';
import type { DeclarationDifference, DeclarationSite } from './declaration-changes.js';
import { formatNode, quoteNode, type TypeComparison } from './type-comparison.js';

/** Constituents by their text. The type `string & {}`, which open enums use, accepts the same values as `string`. */
type Constituents = ReadonlyMap<string, ts.Node>;

export function compareUnions(comparison: TypeComparison, types: Pair<ts.Node>, site: DeclarationSite): void {
  const old = listConstituents(types.old);
  const next = listConstituents(types.new);
  for (const [text, type] of old) {
    const nextType = next.get(text);
    if (nextType !== undefined && !isSimple(type)) comparison.compareTypes({ old: type, new: nextType }, site);
  }
  const removed = [...old].filter(([text]) => !next.has(text));
  const added = [...next].filter(([text]) => !old.has(text));
  const [[, removedType] = [], [, addedType] = []] = [removed[0], added[0]];
  if (removed.length === 1 && added.length === 1 && removedType !== undefined && addedType !== undefined)
    if (!isSimple(removedType) && !isSimple(addedType)) return comparison.compareTypes({ old: removedType, new: addedType }, site);
  for (const [text, type] of removed) {
    const breaks = isAccepted(type, next) ? 'none' : isUnset(text) ? 'written' : 'all';
    report(comparison, types, { site, breaks, message: `the value ${quoteNode(type)} was removed` });
  }
  for (const [, type] of added) {
    const breaks = isAccepted(type, old) ? 'none' : 'read';
    report(comparison, types, { site, breaks, message: `the value ${quoteNode(type)} was added` });
  }
}

/** Names both types unless values of a union differ. */
function report(
  { changes }: TypeComparison,
  types: Pair<ts.Node>,
  { site, breaks, message }: DeclarationDifference & { readonly site: DeclarationSite },
): void {
  const isUnion = ts.isUnionTypeNode(types.old) && ts.isUnionTypeNode(types.new);
  const transition = `the type changed from ${quoteNode(types.old)} to ${quoteNode(types.new)}`;
  changes.add('type-changed', site, { message: isUnion ? message : transition, breaks });
}

function listConstituents(node: ts.Node): Constituents {
  if (ts.isUnionTypeNode(node)) return new Map(node.types.flatMap((type) => [...listConstituents(type)]));
  if (ts.isParenthesizedTypeNode(node)) return listConstituents(node.type);
  const text = formatNode(node);
  return new Map([[text === 'string & {}' ? 'string' : text, node]]);
}

/** Whether the type has no parts. */
const isSimple = (node: ts.Node): boolean => ts.isLiteralTypeNode(node) || ts.isToken(node) || formatNode(node) === 'string & {}';

/** Whether a union accepts a type that it doesn't list. */
function isAccepted(node: ts.Node, constituents: Constituents): boolean {
  const isText = ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal);
  return (isText && constituents.has('string')) || constituents.has('unknown') || constituents.has('any');
}

/** Comparisons with these values compile for every type. */
const isUnset = (text: string): boolean => text === 'null' || text === 'undefined';
