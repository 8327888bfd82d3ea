/** State and helpers of the comparison of two versions of declarations. */
import { ts } from 'ts-morph';
import type { Pair } from '../diff/comparison.js';
import type { DeclarationChanges, DeclarationSite, Uses } from './declaration-changes.js';
import type { TypeUses } from './type-uses.js';

export interface TypeComparison {
  readonly changes: DeclarationChanges;
  readonly typeUses: TypeUses;
  /** The new type parameters by the old ones. */
  readonly typeParameters: Map<ts.Symbol, ts.Symbol>;
  /** Compares types. An absent one is `any`. */
  readonly compareTypes: (types: Pair<ts.Node | undefined>, site: DeclarationSite) => void;
  /** Compares the declarations of a name. */
  readonly compareSymbols: (symbols: Pair<ts.Symbol>, uses: Uses) => void;
}

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });

/** Formats a type on one line, without comments. */
export function formatNode(node: ts.Node | undefined): string {
  if (node === undefined) return 'any';
  const text = node.getText();
  const printed = /\n|\/\*|\/\//.test(text) ? printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()) : text;
  return printed.replace(/\s+/g, ' ');
}

const maxLength = 120;

/** Formats a type for a message. */
export function quoteNode(node: ts.Node | undefined): string {
  const text = formatNode(node);
  return `\`${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}\``;
}

/** Reports a declaration that may not change. */
export function reportDeclaration(
  { changes }: Pick<TypeComparison, 'changes'>,
  { old, new: next }: Pair<ts.Node>,
  site: DeclarationSite,
): void {
  changes.add('type-changed', site, { message: `changed from ${quoteNode(old)} to ${quoteNode(next)}`, breaks: 'all' });
}

export function createMemberSite({ uses, subject }: DeclarationSite, name: string): DeclarationSite {
  return { uses, subject: `${subject}${name}` };
}

/** Compares whether a member or a parameter is optional. */
export function compareOptional({ changes }: TypeComparison, { old, new: next }: Pair<boolean>, site: DeclarationSite): void {
  if (old && !next) changes.add('optional-changed', site, { message: 'is now required', breaks: 'written' });
  if (!old && next) changes.add('optional-changed', site, { message: 'is now optional', breaks: 'read' });
}

export function hasModifier(node: ts.Node, kind: ts.ModifierSyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);
}
