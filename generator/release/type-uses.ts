/** Finds out how a type uses the types that it contains: whether code reads or writes their values. */
import { ts } from 'ts-morph';
import { combineUses, flipUses, mentioned, readAndWritten, readOnly, type Uses } from './declaration-changes.js';

/** Generic types of the standard library that contain values of their type arguments for reading only. */
const readOnlyContainers: ReadonlySet<string> = new Set(
  [
    'Array ReadonlyArray Readonly Partial Required NonNullable Record Awaited Pick Omit Exclude Extract ReturnType',
    'Promise PromiseLike Iterable Iterator IterableIterator Generator AsyncIterable AsyncIterator AsyncGenerator',
    'ReadonlyMap ReadonlySet ReadableStream',
  ].flatMap((names) => names.split(' ')),
);

export type TypePart = readonly [node: ts.Node, uses: Uses];
export type NodeWithArguments = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode;

export const hasTypeArguments = (node: ts.Node): node is NodeWithArguments =>
  ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node) || ts.isImportTypeNode(node);

export const getReferenceName = (node: NodeWithArguments): ts.Node =>
  ts.isTypeReferenceNode(node) ? node.typeName : ts.isImportTypeNode(node) ? (node.qualifier ?? node.argument) : node.expression;

/** Resolves names, and how generic types use their type parameters. */
export class TypeUses {
  /** The uses of type parameters, if code reads values of the generic type. */
  readonly #known = new Map<ts.Symbol, Uses>();
  /** Preliminary results. Recursive types refer to their own. */
  readonly #pending = new Map<ts.Symbol, Uses>();

  constructor(readonly checker: ts.TypeChecker) {}

  /** Returns the declared symbol of a name. Undefined if the program doesn't contain its declaration. */
  resolve(name: ts.Node): ts.Symbol | undefined {
    const symbol = this.checker.getSymbolAtLocation(name);
    return symbol === undefined ? undefined : this.resolveAlias(symbol);
  }

  resolveAlias(symbol: ts.Symbol): ts.Symbol | undefined {
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
    return (target.declarations?.length ?? 0) === 0 ? undefined : target;
  }

  /** Lists the inner types of a type or a member, with their uses. */
  listParts(node: ts.Node, uses: Uses): readonly TypePart[] {
    if (ts.isConditionalTypeNode(node)) {
      const checkUses = /\binfer\b/.test(node.extendsType.getText()) ? uses : mentioned;
      return [
        [node.checkType, checkUses],
        [node.extendsType, mentioned],
        [node.trueType, uses],
        [node.falseType, uses],
      ];
    }
    if (ts.isIndexedAccessTypeNode(node))
      return [
        [node.objectType, uses],
        [node.indexType, mentioned],
      ];
    if (hasTypeArguments(node)) return this.listTypeArguments(node, uses);
    // A function that recognizes values doesn't show whether code creates or receives them.
    const isMentioned =
      ts.isTypePredicateNode(node) ||
      ts.isTypeParameterDeclaration(node) ||
      (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword);
    const partUses = isMentioned ? mentioned : ts.isParameter(node) ? flipUses(uses) : uses;
    return listChildren(node).map((child) => [child, partUses]);
  }

  listTypeArguments(node: NodeWithArguments, uses: Uses): readonly TypePart[] {
    const name = getReferenceName(node);
    const parameters = this.resolve(name)?.declarations?.flatMap((declaration) => listTypeParameters(declaration)) ?? [];
    return (node.typeArguments ?? []).map((argument, index) => {
      const parameter = parameters[index];
      if (parameter === undefined) return [argument, readOnlyContainers.has(name.getText()) ? uses : readAndWritten];
      const { read, written } = this.#getParameterUses(parameter);
      return [argument, combineUses(read ? uses : mentioned, written ? flipUses(uses) : mentioned)];
    });
  }

  #getParameterUses({ name }: ts.TypeParameterDeclaration): Uses {
    const parameter = this.checker.getSymbolAtLocation(name) as ts.Symbol;
    const known = this.#known.get(parameter) ?? this.#pending.get(parameter);
    if (known !== undefined) return known;
    const isFirst = this.#pending.size === 0;
    this.#pending.set(parameter, mentioned);
    if (isFirst) this.#completePending();
    return this.#known.get(parameter) ?? mentioned;
  }

  /** Repeats until no result changes. Results only grow, and each round also visits the parameters that it adds. */
  #completePending(): void {
    for (let size = 0, changed = true; changed || size !== this.#pending.size;) {
      changed = false;
      size = this.#pending.size;
      for (const [parameter, previous] of this.#pending) {
        const found = (parameter.declarations ?? []).map(({ parent }) => this.#findOccurrences(parent, parameter, readOnly));
        const uses = found.reduce(combineUses, mentioned);
        if (uses.read === previous.read && uses.written === previous.written) continue;
        this.#pending.set(parameter, uses);
        changed = true;
      }
    }
    for (const [parameter, uses] of this.#pending) this.#known.set(parameter, uses);
    this.#pending.clear();
  }

  #findOccurrences(node: ts.Node, parameter: ts.Symbol, uses: Uses): Uses {
    if (ts.isTypeReferenceNode(node) && this.checker.getSymbolAtLocation(node.typeName) === parameter) return uses;
    const parts = this.listParts(node, uses);
    return parts.map(([part, partUses]) => this.#findOccurrences(part, parameter, partUses)).reduce(combineUses, mentioned);
  }
}

export function listChildren(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

export function listTypeParameters(declaration: ts.Node): readonly ts.TypeParameterDeclaration[] {
  const isGeneric = ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration) || ts.isClassDeclaration(declaration);
  return isGeneric ? (declaration.typeParameters ?? []) : [];
}
