/** Builds the statements of a compiled function. Variables have unique names, and unused variables are omitted. */
import { _, Name, visitNames, type Code } from './code.js';

interface Statement {
  /** The statement is omitted if no later statement reads this name. */
  readonly declares?: Name;
  readonly text: string;
  readonly reads: Code;
}

interface Block {
  readonly kind: 'if' | 'for';
  readonly head: Code;
  readonly nodes: readonly Node[];
  /** Only for `if`. */
  readonly otherwise: readonly Node[];
}

type Node = Statement | Block;

export class FunctionBody {
  readonly #counts = new Map<string, number>();
  #nodes: Node[] = [];

  const(prefix: string, value: Code): Name {
    return this.#declare('const', prefix, value);
  }

  let(prefix: string, value: Code): Name {
    return this.#declare('let', prefix, value);
  }

  assign(name: Name, value: Code): void {
    this.#nodes.push({ text: `${name.str} = ${String(value)};`, reads: value });
  }

  /** Adds an expression statement. */
  code(expression: Code): void {
    this.#nodes.push({ text: `${String(expression)};`, reads: expression });
  }

  if(condition: Code, then: () => void, otherwise?: () => void): void {
    const nodes = this.#capture(then);
    this.#nodes.push({ kind: 'if', head: condition, nodes, otherwise: otherwise === undefined ? [] : this.#capture(otherwise) });
  }

  forEachIndex(prefix: string, [from, to]: readonly [from: number, to: Code], emitBody: (index: Name) => void): void {
    const index = this.#name(prefix);
    this.#for(_`let ${index}=${from}; ${index}<${to}; ${index}++`, () => emitBody(index));
  }

  forEachElement(prefix: string, list: Code, emitBody: (element: Name) => void): void {
    const element = this.#name(prefix);
    this.#for(_`const ${element} of ${list}`, () => emitBody(element));
  }

  /** Returns the lines of the function. */
  print(): string[] {
    const lines: string[] = [];
    printNodes(lines, this.#nodes, new Set());
    return lines.reverse();
  }

  #declare(kind: 'const' | 'let', prefix: string, value: Code): Name {
    const name = this.#name(prefix);
    this.#nodes.push({ declares: name, text: `${kind} ${name.str} = ${String(value)};`, reads: value });
    return name;
  }

  #name(prefix: string): Name {
    const count = this.#counts.get(prefix) ?? 0;
    this.#counts.set(prefix, count + 1);
    return new Name(`${prefix}${count}`);
  }

  #for(head: Code, emitBody: () => void): void {
    this.#nodes.push({ kind: 'for', head, nodes: this.#capture(emitBody), otherwise: [] });
  }

  #capture(emitNodes: () => void): readonly Node[] {
    const outerNodes = this.#nodes;
    this.#nodes = [];
    emitNodes();
    const nodes = this.#nodes;
    this.#nodes = outerNodes;
    return nodes;
  }
}

/** Prints backward, because a variable is omitted if no later statement reads it. */
function printNodes(lines: string[], nodes: readonly Node[], readNames: Set<string>): void {
  for (const node of nodes.toReversed()) {
    if ('kind' in node) {
      printBlock(lines, node, readNames);
    } else if (node.declares === undefined || readNames.has(node.declares.str)) {
      lines.push(node.text);
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
  if (lines.length > start) lines.push(`${kind}(${String(head)}){`);
  else if (hasOther) lines.splice(start - 2, 2, `if(!(${String(head)})){`);
  else lines.length = end;
  if (lines.length > end) recordReads(head, readNames);
}

function recordReads(code: Code, readNames: Set<string>): void {
  visitNames(code, ({ str }) => readNames.add(str));
}
