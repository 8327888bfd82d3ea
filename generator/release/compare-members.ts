/** Compares the members of interfaces, object types, and classes. */
import { ts } from 'ts-morph';
import type { Pair } from '../diff/comparison.js';
import { groupBy } from '../lib/group-by.js';
import { compareSignatures } from './compare-signatures.js';
import type { DeclarationSite } from './declaration-changes.js';
import { compareOptional, createMemberSite, hasModifier, reportDeclaration, type TypeComparison } from './type-comparison.js';

export type MemberDeclaration = ts.TypeElement | ts.ClassElement;

/** A member with its overloads or accessors. */
type Declarations = readonly [MemberDeclaration, ...MemberDeclaration[]];

export function compareMemberDeclarations(
  comparison: TypeComparison,
  members: Pair<readonly MemberDeclaration[]>,
  site: DeclarationSite,
): void {
  const old = groupBy(members.old, getMemberName);
  const next = groupBy(members.new, getMemberName);
  for (const [name, declarations] of old) {
    const memberSite = createMemberSite(site, name);
    const nextDeclarations = next.get(name);
    if (nextDeclarations === undefined) comparison.changes.add('member-removed', memberSite, { message: 'was removed', breaks: 'all' });
    else compareMember(comparison, { old: declarations, new: nextDeclarations }, memberSite);
  }
  for (const [name, declarations] of next) if (!old.has(name)) reportAddedMember(comparison, declarations, createMemberSite(site, name));
}

/** The name as part of a path. Private members only matter as a group, because they make the type of a class nominal. */
function getMemberName(member: MemberDeclaration): string {
  const prefix = hasModifier(member, ts.SyntaxKind.StaticKeyword) ? '.static' : '';
  if (hasModifier(member, ts.SyntaxKind.PrivateKeyword) || (member.name !== undefined && ts.isPrivateIdentifier(member.name)))
    return '.private members';
  if (ts.isConstructorDeclaration(member) || ts.isConstructSignatureDeclaration(member)) return '.constructor';
  if (ts.isCallSignatureDeclaration(member)) return '';
  if (ts.isIndexSignatureDeclaration(member)) return `[${member.parameters[0]?.type?.getText() ?? ''}]`;
  const { name } = member;
  if (name === undefined) return prefix;
  if (ts.isStringLiteralLike(name)) return `${prefix}[${JSON.stringify(name.text)}]`;
  return `${prefix}${ts.isComputedPropertyName(name) ? '' : '.'}${name.getText()}`;
}

const isSignature = (member: MemberDeclaration): member is MemberDeclaration & ts.SignatureDeclaration =>
  ts.isMethodSignature(member) ||
  ts.isMethodDeclaration(member) ||
  ts.isCallSignatureDeclaration(member) ||
  ts.isConstructSignatureDeclaration(member) ||
  ts.isConstructorDeclaration(member);

const isOptional = (member: MemberDeclaration): boolean => 'questionToken' in member && member.questionToken !== undefined;

/** A getter without a setter can only be read. */
const isReadonly = (members: Declarations): boolean =>
  members.every((member) => hasModifier(member, ts.SyntaxKind.ReadonlyKeyword) || ts.isGetAccessorDeclaration(member));

function reportAddedMember({ changes }: TypeComparison, declarations: Declarations, site: DeclarationSite): void {
  const [member] = declarations;
  const isAbstract = hasModifier(member, ts.SyntaxKind.AbstractKeyword);
  // An index signature changes which values and which names are valid. An abstract or private member excludes other implementations.
  if (ts.isIndexSignatureDeclaration(member) || isAbstract || site.subject.endsWith('.private members'))
    changes.add('member-added', site, { message: 'was added', breaks: 'all' });
  else if (isOptional(member) || hasModifier(member, ts.SyntaxKind.StaticKeyword))
    changes.add('member-added', site, { message: 'was added', breaks: 'none' });
  else changes.add('member-added', site, { message: 'was added, and is always present', breaks: 'written' });
}

function compareMember(comparison: TypeComparison, members: Pair<Declarations>, site: DeclarationSite): void {
  const { changes } = comparison;
  const [[old], [next]] = [members.old, members.new];
  if (site.subject.endsWith('.private members')) return;
  compareOptional(comparison, { old: isOptional(old), new: isOptional(next) }, site);
  // Code can also change values that it creates as arguments.
  if (!isReadonly(members.old) && isReadonly(members.new))
    changes.add('readonly-changed', site, { message: 'is now read-only', breaks: 'all' });
  if (isReadonly(members.old) && !isReadonly(members.new))
    changes.add('readonly-changed', site, { message: 'is no longer read-only', breaks: 'none' });
  for (const kind of [ts.SyntaxKind.AbstractKeyword, ts.SyntaxKind.ProtectedKeyword] as const)
    if (hasModifier(old, kind) !== hasModifier(next, kind)) reportDeclaration(comparison, { old, new: next }, site);
  const signatures = { old: members.old.filter(isSignature), new: members.new.filter(isSignature) };
  if (signatures.old.length > 0 && signatures.new.length > 0) compareSignatures(comparison, signatures, site);
  else comparison.compareTypes({ old: getMemberType(members.old), new: getMemberType(members.new) }, site);
}

function getMemberType(members: Declarations): ts.Node | undefined {
  const member = members.find((each) => !ts.isSetAccessorDeclaration(each)) ?? members[0];
  if (ts.isSetAccessorDeclaration(member)) return member.parameters[0]?.type;
  // A method that became a property, or the reverse, has no common form.
  return isSignature(member) ? member : (member as ts.PropertySignature).type;
}
