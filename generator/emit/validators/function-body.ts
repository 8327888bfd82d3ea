/** Builds the statements of a compiled function. Unused variables are omitted. */
import { toCamelCase } from '../names.js';
import { reservedValues } from '../reserved.js';
import { _, joinList, Name, visitNames, type Code } from './code.js';

interface CodeStatement {
  /** The statement is omitted if no later statement reads this name. */
  readonly declares?: Name;
  readonly text: string;
  readonly reads: Code;
}

interface Block {
  readonly kind: 'if' | 'for';
  readonly head: Code;
  readonly nodes: readonly BodyNode[];
  /** Only for `if`. */
  readonly otherwise: readonly BodyNode[];
}

type BodyNode = CodeStatement | Block;

/** The names that a variable of a field can't have. */
const reserved: ReadonlySet<string> = new Set([...reservedValues, 'value', 'mode', 'errors']);

/** The names of functions and constants of the module that a function uses: `isObject`, `validateDisk`, `Disk`, `diskNameShape`. */
const moduleName =
  /^(?:[A-Z_]|(?:add|convert|count|evaluate|format|get|has|is|join|omit|report|validate)(?![a-z])|(?:append|dnsRecordData|nonOverlapping|report)$)|(?:Shape|KeyPattern)$/;

export class FunctionBody {
  #nodes: BodyNode[] = [];
  /** The names in the current block and those around it. */
  readonly #names = new Set<string>();
  /** The same names in the order of their declarations. */
  readonly #declared: string[] = [];

  const(name: string, value: Code): Name {
    return this.#declare('const', name, value);
  }

  let(name: string, value: Code): Name {
    return this.#declare('let', name, value);
  }

  assign(name: Name, value: Code): void {
    this.#nodes.push({ text: `${name.str} = ${String(value)};`, reads: value });
  }

  /** Adds an assignment on one line with its condition. */
  assignIf(condition: Code, name: Name, value: Code): void {
    this.#nodes.push({ text: `if (${String(condition)}) ${name.str} = ${String(value)};`, reads: joinList([condition, value]) });
  }

  /** Adds an expression statement. */
  code(expression: Code): void {
    this.#nodes.push({ text: `${String(expression)};`, reads: expression });
  }

  if(condition: Code, then: () => void, otherwise?: () => void): void {
    const nodes = this.#capture(then);
    this.#nodes.push({ kind: 'if', head: condition, nodes, otherwise: otherwise === undefined ? [] : this.#capture(otherwise) });
  }

  forEachIndex(name: string, [from, to]: readonly [from: number, to: Code], emitBody: (index: Name) => void): void {
    this.#for(name, (index) => _`let ${index} = ${from}; ${index} < ${to}; ${index} += 1`, emitBody);
  }

  forEachElement(name: string, list: Code, emitBody: (element: Name) => void): void {
    this.#for(name, (element) => _`const ${element} of ${list}`, emitBody);
  }

  /** Returns the lines of the function. */
  print(): string[] {
    const lines: string[] = [];
    printNodes(lines, this.#nodes, new Set());
    return lines.reverse();
  }

  #declare(kind: 'const' | 'let', preferred: string, value: Code): Name {
    const name = this.#name(preferred);
    this.#nodes.push({ declares: name, text: `${kind} ${name.str} = ${String(value)};`, reads: value });
    return name;
  }

  /** Returns a name that is free in the current block and those around it: `item`, then `innerItem`. */
  #name(preferred: string): Name {
    let name = preferred;
    if (reserved.has(name) || moduleName.test(name)) name = `${toCamelCase(name)}Value`;
    while (this.#names.has(name)) name = `inner${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    this.#names.add(name);
    this.#declared.push(name);
    return new Name(name);
  }

  #for(preferred: string, createHead: (name: Name) => Code, emitBody: (name: Name) => void): void {
    const outerCount = this.#declared.length;
    const name = this.#name(preferred);
    this.#nodes.push({ kind: 'for', head: createHead(name), nodes: this.#capture(() => emitBody(name)), otherwise: [] });
    this.#endScope(outerCount);
  }

  #capture(emitNodes: () => void): readonly BodyNode[] {
    const [outerNodes, outerCount] = [this.#nodes, this.#declared.length];
    const nodes: BodyNode[] = [];
    this.#nodes = nodes;
    emitNodes();
    this.#nodes = outerNodes;
    this.#endScope(outerCount);
    return nodes;
  }

  /** Frees the names that were declared after the first `outerCount`. */
  #endScope(outerCount: number): void {
    for (const name of this.#declared.splice(outerCount)) this.#names.delete(name);
  }
}

/** Prints backward, because a variable is omitted if no later statement reads it. */
function printNodes(lines: string[], nodes: readonly BodyNode[], readNames: Set<string>): void {
  for (const node of nodes.toReversed()) {
    if ('kind' in node) {
      printBlock(lines, node, readNames);
    } else if (node.declares === undefined || readNames.has(node.declares.str)) {
      lines.push(node.text);
      // The statements before it can use another variable with this name.
      if (node.declares !== undefined) readNames.delete(node.declares.str);
      recordReads(node.reads, readNames);
    }
  }
}

/** Omits an empty block. */
function printBlock(lines: string[], { kind, head, nodes, otherwise }: Block, readNames: Set<string>): void {
  const end = lines.length;
  lines.push('}');
  printNodes(lines, otherwise, readNames);
  const hasOther = lines.length > end + 1;
  if (hasOther) lines.push('else {', '}');
  const start = lines.length;
  printNodes(lines, nodes, readNames);
  if (lines.length > start) lines.push(`${kind} (${String(head)}) {`);
  else if (hasOther) lines.splice(start - 2, 2, `if (!(${String(head)})) {`);
  else lines.length = end;
  if (lines.length > end) recordReads(head, readNames);
}

function recordReads(code: Code, readNames: Set<string>): void {
  visitNames(code, ({ str }) => readNames.add(str));
}
