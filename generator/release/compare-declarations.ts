/** Compares the declarations of two versions of a package, as code that uses the package sees them. */
import { ts } from 'ts-morph';
import type { Pair } from '../diff/comparison.js';
import { compareMemberDeclarations } from './compare-members.js';
import { compareSignatures, compareTypeParameters } from './compare-signatures.js';
import { compareDeclaredTypes } from './compare-declared-types.js';
import {
  combineUses,
  DeclarationChanges,
  mentioned,
  readAndWritten,
  readOnly,
  type DeclarationChange,
  type DeclarationSite,
  type Uses,
} from './declaration-changes.js';
import { createDeclarationProgram, readEntries, type PackageDeclarations } from './declaration-program.js';
import { createMemberSite, formatNode, quoteNode, reportDeclaration, type TypeComparison } from './type-comparison.js';
import { listTypeParameters, TypeUses } from './type-uses.js';

/**
 * Compares all declarations that the entry points of a package export. A change is breaking if code that compiles with the old version
 * may not compile with the new one.
 *
 * @throws SyntaxError If a package.json isn't JSON.
 */
export function compareDeclarations(old: PackageDeclarations, next: PackageDeclarations): readonly DeclarationChange[] {
  if (toComparedText(old) === toComparedText(next)) return [];
  const changes = new PackageComparison({ old, new: next }).compare();
  return changes.length > 0 ? changes : [commentsChanged];
}

/** The interfaces that map names to types in generated packages. No code creates values of them, so a new member breaks nothing. */
const typeTables: ReadonlySet<string> = new Set(['MockMethods', 'MockResources', 'MockSeedMembers']);

/** Returns everything that the comparison depends on. Other members of package.json, such as the version, have no effect. */
function toComparedText(files: PackageDeclarations): string {
  const declarations = [...files].filter(([path]) => /\.d\.[cm]?ts$/.test(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([[...readEntries(files)], declarations]);
}

const commentsChanged = {
  entry: '.',
  subject: '',
  kind: 'comments-changed',
  breaking: false,
  step: 'patch',
  message: 'comments or the order of declarations changed',
  reason: 'the types are the same',
} as const;

class PackageComparison implements TypeComparison {
  readonly changes: DeclarationChanges = new DeclarationChanges();
  readonly typeParameters: Map<ts.Symbol, ts.Symbol> = new Map();
  readonly typeUses: TypeUses;
  /** The uses with which symbols have been compared, by the old and the new symbol. */
  readonly #compared = new Map<ts.Symbol, Map<ts.Symbol, Uses>>();
  readonly #program: ReturnType<typeof createDeclarationProgram>;

  constructor(versions: Pair<PackageDeclarations>) {
    this.#program = createDeclarationProgram(versions);
    this.typeUses = new TypeUses(this.#program.checker);
  }

  /** Compares values first, which shows how code uses the exported types. */
  compare(): readonly DeclarationChange[] {
    const { entries } = this.#program;
    const types: (() => void)[] = [];
    for (const [entry, path] of entries.old) {
      this.changes.entry = entry;
      const nextPath = entries.new.get(entry);
      if (!entries.new.has(entry) || (path !== undefined && nextPath === undefined))
        this.#reportEntry('entry-removed', 'was removed', 'all');
      else if (path !== undefined && nextPath !== undefined) this.#compareEntry({ old: path, new: nextPath }, types);
    }
    for (const compareType of types) compareType();
    for (const entry of entries.new.keys()) {
      if (entries.old.has(entry)) continue;
      this.changes.entry = entry;
      this.#reportEntry('entry-added', 'was added', 'none');
    }
    return this.changes.toArray();
  }

  #reportEntry(kind: 'entry-removed' | 'entry-added', message: string, breaks: 'all' | 'none'): void {
    this.changes.add(kind, { subject: '', uses: readOnly }, { message: `the entry point \`${this.changes.entry}\` ${message}`, breaks });
  }

  #compareEntry(paths: Pair<string>, types: (() => void)[]): void {
    const [old, next] = [this.#listExports('old', paths.old), this.#listExports('new', paths.new)];
    const { entry } = this.changes;
    for (const [name, symbol] of old) {
      const site = { subject: name, uses: readOnly };
      const nextSymbol = next.get(name);
      if (nextSymbol === undefined) {
        this.changes.add('export-removed', site, { message: 'is no longer exported', breaks: 'all' });
        continue;
      }
      const [before, after] = [this.typeUses.resolveAlias(symbol), this.typeUses.resolveAlias(nextSymbol)];
      if (before === undefined || after === undefined) {
        if (before !== after || formatOrigin(symbol) !== formatOrigin(nextSymbol))
          this.changes.add('export-changed', site, {
            message: `changed from ${formatOrigin(symbol)} to ${formatOrigin(nextSymbol)}`,
            breaks: 'all',
          });
      } else if (isValue(symbol, before)) {
        if (!isValue(nextSymbol, after))
          this.changes.add('export-changed', site, { message: 'is now exported only as a type', breaks: 'all' });
        this.compareSymbols({ old: before, new: after }, readOnly);
      }
      if (before === undefined || after === undefined) continue;
      types.push(() => {
        this.changes.entry = entry;
        // Code can read and write values of a type that nothing else uses.
        const uses = this.#getUses({ old: before, new: after });
        if (uses === undefined || (!uses.read && !uses.written)) this.compareSymbols({ old: before, new: after }, readAndWritten);
      });
    }
    this.#compareUnknownModules(paths);
    for (const name of next.keys())
      if (!old.has(name)) this.changes.add('export-added', { subject: name, uses: readOnly }, { message: 'is exported', breaks: 'none' });
  }

  /** Compares `export *` of modules that the program doesn't contain, such as those of a dependency. */
  #compareUnknownModules(paths: Pair<string>): void {
    const [old, next] = [this.#listUnknownModules('old', paths.old), this.#listUnknownModules('new', paths.new)];
    const report = (name: string, message: string, breaks: 'all' | 'none'): void =>
      this.changes.add(breaks === 'all' ? 'export-removed' : 'export-added', { subject: name, uses: readOnly }, { message, breaks });
    for (const name of old) if (!next.includes(name)) report(name, 'is no longer exported', 'all');
    for (const name of next) if (!old.includes(name)) report(name, 'is exported', 'none');
  }

  #listUnknownModules(version: keyof Pair<unknown>, path: string): readonly string[] {
    const statements = this.#program.findModule(version, path)?.statements.filter(ts.isExportDeclaration) ?? [];
    return statements.flatMap(({ exportClause, moduleSpecifier }) =>
      exportClause === undefined && moduleSpecifier !== undefined && this.typeUses.resolve(moduleSpecifier) === undefined
        ? [`* from ${moduleSpecifier.getText()}`]
        : [],
    );
  }

  #listExports(version: keyof Pair<unknown>, path: string): ReadonlyMap<string, ts.Symbol> {
    const { checker } = this.typeUses;
    const file = this.#program.findModule(version, path);
    const symbol = file === undefined ? undefined : checker.getSymbolAtLocation(file);
    return new Map(symbol === undefined ? [] : checker.getExportsOfModule(symbol).map((exported) => [exported.name, exported]));
  }

  #getUses({ old, new: next }: Pair<ts.Symbol>): Uses | undefined {
    return this.#compared.get(old)?.get(next);
  }

  readonly compareTypes = (types: Pair<ts.Node | undefined>, site: DeclarationSite): void => compareDeclaredTypes(this, types, site);

  readonly compareSymbols = (symbols: Pair<ts.Symbol>, wantedUses: Uses): void => {
    const { old, new: next } = symbols;
    const uses = typeTables.has(old.name) ? readOnly : wantedUses;
    const known = this.#getUses(symbols);
    const missing = { read: uses.read && known?.read !== true, written: uses.written && known?.written !== true };
    if (known !== undefined && !missing.read && !missing.written) return;
    const byNew = this.#compared.get(old) ?? new Map<ts.Symbol, Uses>();
    this.#compared.set(old, byNew.set(next, combineUses(known ?? mentioned, uses)));
    this.#compareDeclarations({ old: old.declarations ?? [], new: next.declarations ?? [] }, { subject: old.name, uses: missing });
  };

  /** Compares the declarations of a name by their kind: an interface can be merged with others of the same name, and with a value. */
  #compareDeclarations({ old, new: next }: Pair<readonly ts.Declaration[]>, site: DeclarationSite): void {
    const kinds = new Set(old.map(({ kind }) => kind));
    for (const kind of kinds) {
      const declarations = {
        old: old.filter((declaration) => declaration.kind === kind),
        new: next.filter((declaration) => declaration.kind === kind),
      };
      const [before, after] = [declarations.old[0], declarations.new[0]];
      if (before === undefined) continue;
      if (after === undefined) {
        this.changes.add('type-changed', site, { message: `is no longer ${describeDeclaration(before)}`, breaks: 'all' });
        continue;
      }
      compareTypeParameters(this, { old: listTypeParameters(before), new: listTypeParameters(after) }, site);
      this.#compareContent(declarations, { old: before, new: after }, site);
    }
  }

  #compareContent(all: Pair<readonly ts.Declaration[]>, { old, new: next }: Pair<ts.Declaration>, site: DeclarationSite): void {
    if (ts.isTypeAliasDeclaration(old) && ts.isTypeAliasDeclaration(next))
      return this.compareTypes({ old: old.type, new: next.type }, site);
    if (ts.isInterfaceDeclaration(old) || ts.isClassDeclaration(old)) {
      this.#compareHeritage({ old, new: next as ts.InterfaceDeclaration }, site);
      return compareMemberDeclarations(this, { old: all.old.flatMap(listMembers), new: all.new.flatMap(listMembers) }, site);
    }
    if (ts.isFunctionDeclaration(old))
      return compareSignatures(
        this,
        { old: all.old.filter(ts.isFunctionDeclaration), new: all.new.filter(ts.isFunctionDeclaration) },
        site,
      );
    if (ts.isVariableDeclaration(old) && ts.isVariableDeclaration(next)) {
      if (old.type !== undefined || next.type !== undefined) return this.compareTypes({ old: old.type, new: next.type }, site);
    }
    if (formatNode(old) !== formatNode(next)) reportDeclaration(this, { old, new: next }, site);
  }

  #compareHeritage({ old, new: next }: Pair<ts.InterfaceDeclaration | ts.ClassDeclaration>, site: DeclarationSite): void {
    const [before, after] = [old, next].map((declaration) => declaration.heritageClauses?.flatMap(({ types }) => [...types]) ?? []);
    for (const [index, base] of (before ?? []).entries()) this.compareTypes({ old: base, new: after?.[index] }, site);
    for (const base of (after ?? []).slice(before?.length))
      this.changes.add('member-added', createMemberSite(site, ''), { message: `now extends ${quoteNode(base)}`, breaks: 'written' });
  }
}

const listMembers = (declaration: ts.Declaration): readonly (ts.TypeElement | ts.ClassElement)[] =>
  ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration) ? [...declaration.members] : [];

/** Whether an export has a value. */
function isValue(symbol: ts.Symbol, target: ts.Symbol): boolean {
  const isTypeOnly = (symbol.declarations ?? []).some((declaration) => ts.isTypeOnlyImportOrExportDeclaration(declaration));
  return !isTypeOnly && (target.flags & ts.SymbolFlags.Value) !== 0;
}

/** Formats the export of a name whose declaration is unknown: `{ name } from "module"`. */
function formatOrigin(symbol: ts.Symbol): string {
  const [declaration] = symbol.declarations ?? [];
  const statement = declaration === undefined ? undefined : ts.findAncestor(declaration, ts.isExportDeclaration);
  return `${quoteNode(declaration)} of ${quoteNode(statement?.moduleSpecifier)}`;
}

function describeDeclaration(declaration: ts.Declaration): string {
  if (ts.isInterfaceDeclaration(declaration)) return 'an interface';
  if (ts.isTypeAliasDeclaration(declaration)) return 'a type alias';
  if (ts.isClassDeclaration(declaration)) return 'a class';
  return ts.isFunctionDeclaration(declaration) ? 'a function' : 'the same kind of declaration';
}
