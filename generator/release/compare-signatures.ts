/** Compares functions, methods, and constructors. */
import { ts } from 'ts-morph';
import type { Pair } from '../diff/comparison.js';
import { flipUses, type DeclarationSite } from './declaration-changes.js';
import { compareOptional, createMemberSite, formatNode, quoteNode, reportDeclaration, type TypeComparison } from './type-comparison.js';

/** Compares overloads in their order. Inference from a function with overloads uses the last one, so that an added one matters. */
export function compareSignatures(
  comparison: TypeComparison,
  { old, new: next }: Pair<readonly ts.SignatureDeclaration[]>,
  site: DeclarationSite,
): void {
  if (old.length !== next.length) {
    const message = `the number of overloads changed from ${old.length} to ${next.length}`;
    comparison.changes.add('signatures-changed', site, { message, breaks: old.length === 0 ? 'none' : 'all' });
    return;
  }
  for (const [index, signature] of old.entries())
    compareSignature(comparison, { old: signature, new: next[index] as ts.SignatureDeclaration }, site);
}

function compareSignature(comparison: TypeComparison, { old, new: next }: Pair<ts.SignatureDeclaration>, site: DeclarationSite): void {
  compareTypeParameters(comparison, { old: old.typeParameters ?? [], new: next.typeParameters ?? [] }, site);
  compareParameters(comparison, { old: old.parameters, new: next.parameters }, site);
  if (ts.isConstructorDeclaration(old)) return;
  comparison.compareTypes({ old: old.type, new: next.type }, createMemberSite(site, '()'));
}

export function compareTypeParameters(
  comparison: TypeComparison,
  { old, new: next }: Pair<readonly ts.TypeParameterDeclaration[]>,
  site: DeclarationSite,
): void {
  const { changes, typeParameters, typeUses, compareTypes } = comparison;
  const createSite = ({ name }: ts.TypeParameterDeclaration): DeclarationSite => createMemberSite(site, `<${name.text}>`);
  for (const [index, parameter] of old.entries()) {
    const [before, after] = [parameter, next[index]].map((each) => each && typeUses.checker.getSymbolAtLocation(each.name));
    if (before !== undefined && after !== undefined) typeParameters.set(before, after);
  }
  for (const [index, parameter] of old.entries()) {
    const parameterSite = createSite(parameter);
    const nextParameter = next[index];
    if (nextParameter === undefined) {
      changes.add('type-parameters-changed', parameterSite, { message: 'the type parameter was removed', breaks: 'all' });
      continue;
    }
    if (describeKind(parameter) !== describeKind(nextParameter)) {
      const message = `the type parameter changed from ${quoteNode(parameter)} to ${quoteNode(nextParameter)}`;
      changes.add('type-parameters-changed', parameterSite, { message, breaks: 'all' });
      continue;
    }
    // Code writes type arguments, so that it can't pass those that a narrower constraint excludes.
    if (parameter.constraint !== undefined)
      compareTypes({ old: parameter.constraint, new: nextParameter.constraint }, { ...parameterSite, uses: flipUses(site.uses) });
    if (parameter.default !== undefined) compareTypes({ old: parameter.default, new: nextParameter.default }, parameterSite);
  }
  for (const parameter of next.slice(old.length)) {
    const breaks = parameter.default === undefined ? 'all' : 'none';
    changes.add('type-parameters-changed', createSite(parameter), { message: 'the type parameter was added', breaks });
  }
}

/** Returns what must be the same in both versions of a type parameter: modifiers, and whether it has a constraint and a default. */
function describeKind({ modifiers, constraint, default: defaultType }: ts.TypeParameterDeclaration): string {
  return JSON.stringify([modifiers?.map(({ kind }) => kind) ?? [], constraint !== undefined, defaultType !== undefined]);
}

const canOmit = ({ questionToken, dotDotDotToken, initializer }: ts.ParameterDeclaration): boolean =>
  questionToken !== undefined || dotDotDotToken !== undefined || initializer !== undefined;

/** If code reads a function, it passes the parameters. If it writes one, such as a callback, it receives them. */
function compareParameters(
  comparison: TypeComparison,
  { old, new: next }: Pair<readonly ts.ParameterDeclaration[]>,
  site: DeclarationSite,
): void {
  const { changes, compareTypes } = comparison;
  const createSite = ({ name }: ts.ParameterDeclaration): DeclarationSite =>
    createMemberSite({ ...site, uses: flipUses(site.uses) }, `(${formatNode(name)})`);
  for (const [index, parameter] of old.entries()) {
    const parameterSite = createSite(parameter);
    const nextParameter = next[index];
    if (nextParameter === undefined) {
      changes.add('parameter-removed', parameterSite, { message: 'the parameter was removed', breaks: 'all' });
      continue;
    }
    if ((parameter.dotDotDotToken === undefined) !== (nextParameter.dotDotDotToken === undefined)) {
      reportDeclaration(comparison, { old: parameter, new: nextParameter }, parameterSite);
      continue;
    }
    compareOptional(comparison, { old: canOmit(parameter), new: canOmit(nextParameter) }, parameterSite);
    compareTypes({ old: parameter.type, new: nextParameter.type }, parameterSite);
  }
  for (const parameter of next.slice(old.length)) {
    const message = canOmit(parameter) ? 'the optional parameter was added' : 'the required parameter was added';
    changes.add('parameter-added', createSite(parameter), { message, breaks: canOmit(parameter) ? 'none' : 'written' });
  }
}
