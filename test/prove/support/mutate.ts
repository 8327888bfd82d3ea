/** Mechanical changes of JavaScript: a negated condition, a removed call, and another constant. */
import { ts } from 'ts-morph';

export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly description: string;
}

/** Lists the changes of the modules of a bundle that `isIncluded` names. A comment with its path begins each module. */
export function listMutations(bundle: string, isIncluded: (module: string) => boolean): readonly Mutation[] {
  const file = ts.createSourceFile('bundle.js', bundle, ts.ScriptTarget.ESNext, true);
  const modules = [...bundle.matchAll(/^\/\/ ([\w./-]+\.ts)$/gm)].map((match) => ({ start: match.index, name: match[1] ?? '' }));
  const findModule = (position: number): string => modules.findLast(({ start }) => start <= position)?.name ?? '';
  const found: Mutation[] = [];
  const add = (node: ts.Node, text: string, kind: string): void => {
    const [start, end] = [node.getStart(), node.getEnd()];
    const module = findModule(start);
    if (!isIncluded(module)) return;
    const line = bundle.slice(0, start).split('\n').length;
    found.push({
      start,
      end,
      text,
      description: `${kind} in ${module} (line ${line}): ${bundle.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 80)}`,
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isIfStatement(node) || ts.isWhileStatement(node)) add(node.expression, `!(${node.expression.getText()})`, 'negated condition');
    else if (ts.isConditionalExpression(node)) add(node.condition, `!(${node.condition.getText()})`, 'negated condition');
    else if (ts.isBinaryExpression(node) && logical.has(node.operatorToken.kind))
      add(node.left, `!(${node.left.getText()})`, 'negated condition');
    else if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) add(node.expression, 'void 0', 'removed call');
    else if (ts.isNumericLiteral(node)) add(node, String(Number(node.text) + 1), 'changed constant');
    else if (ts.isStringLiteral(node) && !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent))
      add(node, JSON.stringify(`${node.text}x`), 'changed constant');
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false', 'changed constant');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true', 'changed constant');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const logical: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]);

export const applyMutation = (bundle: string, { start, end, text }: Mutation): string => bundle.slice(0, start) + text + bundle.slice(end);

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
