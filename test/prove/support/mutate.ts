/** Mutations of JavaScript: a negated condition, a removed call, or a changed constant. Each can be switched on by its ID. */
import { ts } from 'ts-morph';

export interface Mutation {
  readonly id: number;
  readonly description: string;
  readonly node: ts.Node;
  readonly kind: 'condition' | 'operand' | 'call' | 'constant' | 'key';
}

/** Lists the mutations of a bundle in the modules that `isIncluded` accepts. A comment with its path begins each module. */
export function listMutations(bundle: string, isIncluded: (module: string) => boolean, firstId: number): readonly Mutation[] {
  const file = ts.createSourceFile('bundle.js', bundle, ts.ScriptTarget.ESNext, true);
  const modules = [...bundle.matchAll(/^\/\/ ([\w./-]+\.ts)$/gm)].map((match) => ({ start: match.index, name: match[1] ?? '' }));
  const findModule = (position: number): string => modules.findLast(({ start }) => start <= position)?.name ?? '';
  const found: Mutation[] = [];
  const add = (node: ts.Node, kind: Mutation['kind'], label: string): void => {
    const module = findModule(node.getStart());
    if (!isIncluded(module)) return;
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    const text = node.getText().replaceAll(/\s+/g, ' ').slice(0, 80);
    found.push({ id: firstId + found.length, node, kind, description: `${label} in ${module} (line ${line + 1}): ${text}` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) add(node.expression, 'condition', 'negated condition');
    else if (ts.isConditionalExpression(node)) add(node.condition, 'condition', 'negated condition');
    else if (ts.isBinaryExpression(node) && logical.has(node.operatorToken.kind)) add(node.left, 'operand', 'negated condition');
    else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) add(node.expression, 'call', 'removed call');
    else if (isConstant(node)) add(node, isKey(node) ? 'key' : 'constant', 'changed constant');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const logical: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]);

const isConstant = (node: ts.Node): boolean =>
  ts.isNumericLiteral(node) ||
  (ts.isStringLiteral(node) && !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent)) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword;

const isKey = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node.parent) || ts.isMethodDeclaration(node.parent) || ts.isPropertyDeclaration(node.parent)) &&
  node.parent.name === node;

/** Returns the bundle with all given mutations, each of which has an effect while `globalThis.isMutated` returns true for its ID. */
export function instrument(bundle: string, mutations: readonly Mutation[]): string {
  const sorted = [...mutations].sort(
    (one, other) => one.node.getStart() - other.node.getStart() || other.node.getEnd() - one.node.getEnd(),
  );
  const write = (start: number, end: number, inside: readonly Mutation[]): string => {
    let text = '';
    let at = start;
    for (let next = 0; next < inside.length;) {
      const outer = inside[next] as Mutation;
      const [from, to] = [outer.node.getStart(), outer.node.getEnd()];
      const last = inside.findIndex((each, index) => index > next && each.node.getStart() >= to);
      const inner = inside.slice(next + 1, last < 0 ? undefined : last);
      text += bundle.slice(at, from) + writeSwitch(outer, write(from, to, inner));
      at = to;
      next += inner.length + 1;
    }
    return text + bundle.slice(at, end);
  };
  return write(0, bundle.length, sorted);
}

function writeSwitch({ id, kind, node }: Mutation, text: string): string {
  const isOn = `globalThis.isMutated(${id})`;
  switch (kind) {
    case 'condition':
      return `(${isOn} !== Boolean(${text}))`;
    case 'operand':
      return `(${isOn} ? !(${text}) : (${text}))`;
    case 'call':
      return `(${isOn} ? void 0 : ${text})`;
    case 'constant':
      return `(${isOn} ? ${changeConstant(node)} : ${text})`;
    case 'key':
      return `[${isOn} ? ${changeConstant(node)} : ${text}]`;
  }
}

function changeConstant(node: ts.Node): string {
  if (ts.isNumericLiteral(node)) return String(Number(node.text) + 1);
  if (ts.isStringLiteral(node)) return JSON.stringify(`${node.text}x`);
  return node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true';
}

/** Chooses elements at random, without repetition. */
export function sample<T>(elements: readonly T[], count: number, seed: number): readonly T[] {
  const rest = [...elements];
  let state = seed >>> 0 || 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(Math.floor(next() * rest.length), 1)[0] as T);
}
