/**
 * Finds what a TypeScript project uses of APIs, from the types of its calls. It runs nothing. It knows the clients and methods of packages that
 * discogen generates, and the classes of `googleapis` and `@googleapis/*`.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Project, ts } from 'ts-morph';
import { getText, parseJson } from '../../generator/lib/json.js';
import type { Api, Method } from '../../generator/model/model.js';
import { addError, addParameter, type ErrorUse, type MethodUse, type Uses } from './uses.js';

/** Loads a project and adds its uses. `file`: the absolute path of a `tsconfig.json`. */
export function addTypedUses(uses: Uses, file: string, apis: readonly Api[]): void {
  const libFolderPath = findStandardLibrary(file);
  const project = new Project({
    tsConfigFilePath: file,
    ...(libFolderPath === undefined ? { skipLoadingLibFiles: true } : { libFolderPath }),
  });
  const readText: FinderContext['readText'] = (path) =>
    project.getFileSystem().fileExistsSync(path) ? project.getFileSystem().readFileSync(path) : undefined;
  const finder = new UseFinder(uses, { checker: project.getTypeChecker().compilerObject, findMethod: createMethodSearch(apis), readText });
  for (const { compilerNode } of project.getSourceFiles()) if (!isLibrary(compilerNode)) finder.visit(compilerNode);
}

/** Finds the declarations of the standard library in the project's own TypeScript. Without them, the types of promises are unknown. */
function findStandardLibrary(file: string): string | undefined {
  try {
    return join(dirname(createRequire(file).resolve('typescript/package.json')), 'lib');
  } catch {
    return undefined;
  }
}

const isLibrary = ({ fileName, isDeclarationFile }: ts.SourceFile): boolean => isDeclarationFile || fileName.includes('/node_modules/');

interface DescribedMethod {
  readonly api: Api;
  readonly method: Method;
}

/** A method as a package declares it. */
interface DeclaredMethod {
  /** The API of the package. Absent if the package doesn't tell. */
  readonly api?: { readonly name: string; readonly version: string };
  /** The names of its collections, and its own, which packages also join to one name. */
  readonly path: readonly string[];
}

type FindMethod = (declared: DeclaredMethod) => DescribedMethod | undefined;

/** Names in packages have another capitalization, and no characters that identifiers can't have. */
const toKey = (path: readonly string[]): string =>
  path
    .join('')
    .replace(/[^\p{L}\p{Nd}]/gu, '')
    .toLowerCase();

function createMethodSearch(apis: readonly Api[]): FindMethod {
  const methods = new Map<string, DescribedMethod[]>();
  for (const api of apis)
    for (const method of api.methods) {
      const key = toKey([...method.collections, method.name]);
      methods.set(key, [...(methods.get(key) ?? []), { api, method }]);
    }
  return ({ api: declared, path }) => {
    const found = methods.get(toKey(path)) ?? [];
    if (declared === undefined) return found.length === 1 ? found[0] : undefined;
    return found.find(({ api }) => api.name === declared.name && api.version === declared.version);
  };
}

interface FinderContext {
  readonly checker: ts.TypeChecker;
  readonly findMethod: FindMethod;
  /** Returns undefined if there is no file. */
  readonly readText: (path: string) => string | undefined;
}

class UseFinder {
  readonly #packages = new Map<string, DeclaredMethod['api']>();

  constructor(
    private readonly uses: Uses,
    private readonly context: FinderContext,
  ) {}

  visit(node: ts.Node): void {
    // An import or export of a method isn't a use of it.
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isIdentifier(node)) this.#addMethod(node);
    else if (ts.isBinaryExpression(node) && isEquality(node.operatorToken.kind)) this.#addComparison(node.left, node.right);
    else if (ts.isSwitchStatement(node))
      for (const clause of node.caseBlock.clauses) if (ts.isCaseClause(clause)) this.#addComparison(node.expression, clause.expression);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  #addMethod(name: ts.Identifier): void {
    const declaration = this.#findDeclaration(name);
    const declared = declaration && (this.#readMember(declaration) ?? this.#readConstant(declaration) ?? readClassMethod(declaration));
    if (declared === undefined) return;
    const found = this.context.findMethod(declared);
    if (found === undefined) {
      const owner = declared.api === undefined ? '' : `${declared.api.name} ${declared.api.version}: `;
      return this.uses.addUnknown(`${owner}${declared.path.join('.')}`);
    }
    const use = this.uses.addCall(found.api, found.method);
    const callee = ts.isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : name;
    const { parent } = callee;
    if (!ts.isCallExpression(parent) || parent.expression !== callee) return;
    // A constant of `./methods` is called with the client before the parameters.
    const argument = parent.arguments[declaration !== undefined && ts.isVariableDeclaration(declaration) ? 1 : 0];
    if (argument !== undefined) this.#addParameters(use, argument);
  }

  #findDeclaration(name: ts.Identifier): ts.Declaration | undefined {
    const symbol = this.context.checker.getSymbolAtLocation(name);
    if (symbol === undefined) return undefined;
    const target = symbol.flags & ts.SymbolFlags.Alias ? this.context.checker.getAliasedSymbol(symbol) : symbol;
    const [declaration] = target.declarations ?? [];
    return declaration?.getSourceFile().isDeclarationFile === true ? declaration : undefined;
  }

  /** Reads a method of a client: a member of nested object types in an interface. */
  #readMember(declaration: ts.Declaration): DeclaredMethod | undefined {
    if (!ts.isPropertySignature(declaration) || !hasMethodType(declaration.type)) return undefined;
    const path: string[] = [];
    let node: ts.Node = declaration;
    for (; !ts.isInterfaceDeclaration(node); node = node.parent) {
      if (ts.isSourceFile(node)) return undefined;
      if (ts.isPropertySignature(node)) path.unshift(node.name.getText());
    }
    return this.#addApi(path, declaration);
  }

  /** Reads a constant of the entry point `./methods`. */
  #readConstant(declaration: ts.Declaration): DeclaredMethod | undefined {
    if (!ts.isVariableDeclaration(declaration) || !hasMethodType(declaration.type)) return undefined;
    return this.#addApi([declaration.name.getText()], declaration);
  }

  #addApi(path: readonly string[], declaration: ts.Declaration): DeclaredMethod {
    const api = this.#readApi(declaration.getSourceFile().fileName);
    return { path, ...(api && { api }) };
  }

  /** Reads name and version of the API of a generated package, whose root is above the folder of its declarations. */
  #readApi(file: string): DeclaredMethod['api'] {
    const folder = file.replace(/\/(?:dist|src)\/[^/]*$/, '');
    if (!this.#packages.has(folder)) {
      const document = parseJson(this.context.readText(`${folder}/spec.json`) ?? '');
      const [name, version] = [getText(document, 'name'), getText(document, 'version')];
      this.#packages.set(folder, name === undefined || version === undefined ? undefined : { name, version });
    }
    return this.#packages.get(folder);
  }

  /** Adds the properties of the parameters, and of the request body in them. */
  #addParameters(use: MethodUse, argument: ts.Expression): void {
    const type = this.context.checker.getTypeAtLocation(argument);
    for (const property of this.#listProperties(type)) {
      const name = property.getName();
      const values = this.context.checker.getTypeOfSymbolAtLocation(property, argument);
      if (name === 'requestBody' || name === 'resource')
        for (const member of this.#listProperties(values)) addParameter(use, `requestBody.${member.getName()}`);
      else if (!callMembers.has(name)) addParameter(use, name, values.isStringLiteral() ? values.value : undefined);
    }
  }

  /** Lists the properties that a value has: all that are required, and the optional ones that the project itself writes. */
  #listProperties(type: ts.Type): readonly ts.Symbol[] {
    if (!(type.flags & ts.TypeFlags.Object)) return [];
    return type.getProperties().filter((property) => {
      const [declaration] = property.declarations ?? [];
      const isDeclared = declaration?.getSourceFile().isDeclarationFile === true;
      return declaration !== undefined && (!isDeclared || !(property.flags & ts.SymbolFlags.Optional));
    });
  }

  /** Adds an error whose status or reason is compared with a constant. */
  #addComparison(left: ts.Expression, right: ts.Expression): void {
    for (const [member, constant] of [
      [left, right],
      [right, left],
    ] as const) {
      const error = this.#readComparison(member, constant);
      if (error !== undefined) addError(this.uses.errors, error);
    }
  }

  #readComparison(member: ts.Expression, constant: ts.Expression): ErrorUse | undefined {
    if (!ts.isPropertyAccessExpression(member) || !this.#isErrorMember(member.name)) return undefined;
    const type = this.context.checker.getTypeAtLocation(constant);
    const name = member.name.text;
    if (name === 'reason') return type.isStringLiteral() ? { reason: type.value } : undefined;
    if (name !== 'status' && name !== 'code') return undefined;
    const status = type.isNumberLiteral() ? type.value : type.isStringLiteral() ? Number(type.value) : Number.NaN;
    return Number.isInteger(status) && status >= 400 && status < 600 ? { status } : undefined;
  }

  #isErrorMember(name: ts.MemberName): boolean {
    const [declaration] = this.context.checker.getSymbolAtLocation(name)?.declarations ?? [];
    const owner = declaration?.parent;
    return owner !== undefined && ts.isClassDeclaration(owner) && errorClasses.has(owner.name?.text ?? '');
  }
}

/** The errors of generated packages, and those of `googleapis`. */
const errorClasses: ReadonlySet<string> = new Set(['ApiError', 'OperationError', 'GaxiosError']);
/** Members of the parameters of `googleapis` that aren't parameters of the API. */
const callMembers: ReadonlySet<string> = new Set(['auth', 'media']);

const isEquality = (kind: ts.SyntaxKind): boolean =>
  [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.EqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsToken,
  ].includes(kind);

/** Whether a type is one of the runtime's types of methods: `UnaryMethod`, `BoundListMethod`. */
const hasMethodType = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined && ts.isTypeReferenceNode(type) && /^(?:Bound)?[A-Z]\w*Method$/.test(type.typeName.getText());

/** Reads a method of `googleapis`, whose file tells the API, and whose class the collections: `Resource$Projects$Secrets`. */
function readClassMethod(declaration: ts.Declaration): DeclaredMethod | undefined {
  if (!ts.isMethodDeclaration(declaration) || !ts.isClassDeclaration(declaration.parent)) return undefined;
  const collections = /^Resource\$(.+)$/.exec(declaration.parent.name?.text ?? '')?.[1];
  const file = /\/(?:googleapis\/build\/src\/apis\/([^/]+)|@googleapis\/([^/]+)\/build)\/(v[^/]+)\.d\.ts$/.exec(
    declaration.getSourceFile().fileName,
  );
  if (collections === undefined || file === null) return undefined;
  const [, large, own, version = ''] = file;
  return { api: { name: large ?? own ?? '', version }, path: [...collections.split('$'), declaration.name.getText()] };
}
