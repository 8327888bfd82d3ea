/** Compares types as they are written, and the declarations to which they refer. */
import { ts } from 'ts-morph';
import type { Pair } from '../diff/comparison.js';
import { compareMemberDeclarations, type MemberDeclaration } from './compare-members.js';
import { compareSignatures } from './compare-signatures.js';
import { compareUnions } from './compare-unions.js';
import type { DeclarationSite } from './declaration-changes.js';
import { formatNode, quoteNode, type TypeComparison } from './type-comparison.js';
import { getReferenceName, hasTypeArguments, type NodeWithArguments } from './type-uses.js';

/** Compares types. What has no rule of its own must have the same text, and its parts are compared. */
export function compareDeclaredTypes(
  comparison: TypeComparison,
  { old, new: next }: Pair<ts.Node | undefined>,
  site: DeclarationSite,
): void {
  if (old === undefined || next === undefined) {
    if (old !== next) reportType(comparison, { old, new: next }, site);
    return;
  }
  const types = { old: unwrap(old), new: unwrap(next) };
  if (ts.isUnionTypeNode(types.old) || ts.isUnionTypeNode(types.new)) return compareUnions(comparison, types, site);
  if (compareReferences(comparison, types, site) || compareWithExtension(comparison, types, site)) return;
  if (compareArrays(comparison, types, site)) return;
  if (compareInterfaces(comparison, types, site)) return;
  const members = { old: getMembers(comparison, types.old), new: getMembers(comparison, types.new) };
  if (members.old !== undefined && members.new !== undefined)
    return compareMemberDeclarations(comparison, { old: members.old, new: members.new }, site);
  const expanded = { old: expandAlias(comparison, types.old), new: expandAlias(comparison, types.new) };
  if (expanded.old !== types.old || expanded.new !== types.new) return compareDeclaredTypes(comparison, expanded, site);
  if (isFunction(types.old) && isFunction(types.new) && types.old.kind === types.new.kind)
    return compareSignatures(comparison, { old: [types.old], new: [types.new] }, site);
  if (ts.isIntersectionTypeNode(types.old) && ts.isIntersectionTypeNode(types.new))
    return compareIntersections(comparison, { old: types.old, new: types.new }, site);
  if (isLeaf(types.old) || isLeaf(types.new)) return compareUnions(comparison, types, site);
  compareParts(comparison, types, site);
}

function unwrap(node: ts.Node): ts.Node {
  return ts.isParenthesizedTypeNode(node) ? unwrap(node.type) : node;
}

const isFunction = (node: ts.Node): node is ts.FunctionTypeNode | ts.ConstructorTypeNode =>
  ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node);

/** Whether the type is a literal or a keyword such as `string`. */
const isLeaf = (node: ts.Node): boolean => ts.isLiteralTypeNode(node) || (ts.isTypeNode(node) && ts.isToken(node));

function reportType({ changes }: TypeComparison, { old, new: next }: Pair<ts.Node | undefined>, site: DeclarationSite): void {
  changes.add('type-changed', site, { message: `the type changed from ${quoteNode(old)} to ${quoteNode(next)}`, breaks: 'all' });
}

/** Compares references to the same name. Returns false for others. */
function compareReferences(comparison: TypeComparison, { old, new: next }: Pair<ts.Node>, site: DeclarationSite): boolean {
  if (!hasTypeArguments(old) || !hasTypeArguments(next)) return false;
  const { typeUses, typeParameters } = comparison;
  const symbols = { old: typeUses.resolve(getReferenceName(old)), new: typeUses.resolve(getReferenceName(next)) };
  if (symbols.old === undefined || symbols.new === undefined) {
    if (symbols.old !== symbols.new || formatNode(getReferenceName(old)) !== formatNode(getReferenceName(next))) return false;
  } else if (symbols.old.flags & ts.SymbolFlags.TypeParameter) {
    return typeParameters.get(symbols.old) === symbols.new || formatNode(old) === formatNode(next);
  } else {
    if (symbols.old.name !== symbols.new.name) return false;
    comparison.compareSymbols({ old: symbols.old, new: symbols.new }, site.uses);
  }
  compareArguments(comparison, { old, new: next }, site);
  return true;
}

/** Compares interfaces with different names, each pair once, because their members can refer to them. Returns false for others. */
function compareInterfaces(comparison: TypeComparison, { old, new: next }: Pair<ts.Node>, { uses }: DeclarationSite): boolean {
  if (!ts.isTypeReferenceNode(old) || !ts.isTypeReferenceNode(next)) return false;
  if (getMembers(comparison, old) === undefined || getMembers(comparison, next) === undefined) return false;
  const symbols = { old: comparison.typeUses.resolve(old.typeName), new: comparison.typeUses.resolve(next.typeName) };
  if (symbols.old === undefined || symbols.new === undefined) return false;
  comparison.compareSymbols({ old: symbols.old, new: symbols.new }, uses);
  return true;
}

/** Compares a type with an interface that extends it and only adds members. Returns false for others. */
function compareWithExtension(comparison: TypeComparison, { old, new: next }: Pair<ts.Node>, site: DeclarationSite): boolean {
  const { checker } = comparison.typeUses;
  const declarations = ts.isTypeReferenceNode(next) ? (comparison.typeUses.resolve(next.typeName)?.declarations ?? []) : [];
  const [declaration] = declarations.filter(ts.isInterfaceDeclaration);
  const [base, ...otherBases] = declaration?.heritageClauses?.flatMap(({ types }) => [...types]) ?? [];
  if (declaration === undefined || base === undefined || declarations.length > 1 || otherBases.length > 0) return false;
  if (base.typeArguments !== undefined || !compareReferences(comparison, { old, new: base }, site)) return false;
  const inherited = new Set(
    checker
      .getTypeAtLocation(base)
      .getProperties()
      .map(({ name }) => name),
  );
  const changesInherited = declaration.members.some(
    ({ name }) => name !== undefined && inherited.has(name.getText().replace(/^["']|["']$/g, '')),
  );
  if (changesInherited) reportType(comparison, { old, new: next }, site);
  else compareMemberDeclarations(comparison, { old: [], new: [...declaration.members] }, site);
  return true;
}

function compareArguments(comparison: TypeComparison, { old, new: next }: Pair<NodeWithArguments>, site: DeclarationSite): void {
  const [before, after] = [old, next].map((node) => comparison.typeUses.listTypeArguments(node, site.uses));
  if (before?.length !== after?.length) return reportType(comparison, { old, new: next }, site);
  for (const [index, [argument, uses]] of (before ?? []).entries())
    comparison.compareTypes({ old: argument, new: after?.[index]?.[0] }, { ...site, uses });
}

interface ArrayForm {
  readonly element: ts.Node;
  readonly isReadonly: boolean;
}

function compareArrays(comparison: TypeComparison, types: Pair<ts.Node>, site: DeclarationSite): boolean {
  const [old, next] = [toArrayForm(types.old), toArrayForm(types.new)];
  if (old === undefined || next === undefined) return false;
  if (!old.isReadonly && next.isReadonly)
    comparison.changes.add('readonly-changed', site, { message: 'is now a read-only array', breaks: 'read' });
  if (old.isReadonly && !next.isReadonly)
    comparison.changes.add('readonly-changed', site, { message: 'is no longer a read-only array', breaks: 'written' });
  comparison.compareTypes({ old: old.element, new: next.element }, site);
  return true;
}

function toArrayForm(node: ts.Node): ArrayForm | undefined {
  if (ts.isArrayTypeNode(node)) return { element: node.elementType, isReadonly: false };
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword && ts.isArrayTypeNode(node.type))
    return { element: node.type.elementType, isReadonly: true };
  const [element] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
  const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : '';
  return element !== undefined && /^(?:Readonly)?Array$/.test(name) ? { element, isReadonly: name === 'ReadonlyArray' } : undefined;
}

/** Returns the declaration of a type without type arguments. */
function findDeclaration({ typeUses }: TypeComparison, node: ts.Node): ts.Declaration | undefined {
  if (!ts.isTypeReferenceNode(node) || node.typeArguments !== undefined) return undefined;
  const declarations = typeUses.resolve(node.typeName)?.declarations ?? [];
  return declarations.length === 1 ? declarations[0] : undefined;
}

/** Returns the members of an object type, also of an interface that doesn't inherit any. */
function getMembers(comparison: TypeComparison, node: ts.Node): readonly MemberDeclaration[] | undefined {
  if (ts.isTypeLiteralNode(node)) return [...node.members];
  const declaration = findDeclaration(comparison, node);
  const isPlain = declaration !== undefined && ts.isInterfaceDeclaration(declaration) && declaration.heritageClauses === undefined;
  return isPlain ? [...declaration.members] : undefined;
}

/** Returns the type that an alias stands for. Returns other types, and recursive aliases, as they are. */
function expandAlias(comparison: TypeComparison, node: ts.Node): ts.Node {
  const seen = new Set<ts.Node>();
  let expanded = node;
  for (let alias = findDeclaration(comparison, node); alias !== undefined && ts.isTypeAliasDeclaration(alias) && !seen.has(alias);) {
    seen.add(alias);
    expanded = unwrap(alias.type);
    alias = findDeclaration(comparison, expanded);
  }
  return expanded;
}

/** Compares constituents in their order. */
function compareIntersections(comparison: TypeComparison, { old, new: next }: Pair<ts.IntersectionTypeNode>, site: DeclarationSite): void {
  if (old.types.length !== next.types.length) return reportType(comparison, { old, new: next }, site);
  for (const [index, type] of old.types.entries()) comparison.compareTypes({ old: type, new: next.types[index] }, site);
}

function compareParts(comparison: TypeComparison, { old, new: next }: Pair<ts.Node>, site: DeclarationSite): void {
  if (old.kind !== next.kind || formatNode(old) !== formatNode(next)) return reportType(comparison, { old, new: next }, site);
  const { typeUses } = comparison;
  const nextParts = typeUses.listParts(next, site.uses);
  for (const [index, [part, uses]] of typeUses.listParts(old, site.uses).entries()) {
    const nextPart = nextParts[index]?.[0];
    if (ts.isEntityName(part)) compareNames(comparison, { old: part, new: nextPart as ts.Node }, { ...site, uses });
    else if (ts.isTypeNode(part)) comparison.compareTypes({ old: part, new: nextPart }, { ...site, uses });
    else if (nextPart !== undefined) compareParts(comparison, { old: part, new: nextPart }, { ...site, uses });
  }
}

/** Compares the declarations of names, such as that in `typeof name`. */
function compareNames({ typeUses, compareSymbols }: TypeComparison, names: Pair<ts.Node>, { uses }: DeclarationSite): void {
  const [old, next] = [typeUses.resolve(names.old), typeUses.resolve(names.new)];
  const isLocal = old?.declarations?.some((declaration) => ts.isParameter(declaration) || ts.isTypeParameterDeclaration(declaration));
  if (old !== undefined && next !== undefined && isLocal !== true) compareSymbols({ old, new: next }, uses);
}
