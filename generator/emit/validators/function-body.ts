/** The statements of one compiled function, in ajv's vocabulary of code: names of its own, and nothing that nobody reads. */
import { _, Name, type Code } from 'ajv';
import { _Code } from 'ajv/dist/compile/codegen/code.js';

interface Statement {
  /** Left out where nothing after it reads this name. */
  readonly declares?: Name;
  readonly text: string;
  readonly reads: Code;
}

interface Block {
  readonly kind: 'if' | 'for';
  readonly head: Code;
  readonly nodes: readonly Node[];
  /** Of an `if` alone. */
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

  /** An expression as a statement. */
  code(expression: Code): void {
    this.#nodes.push({ text: `${String(expression)};`, reads: expression });
  }

  if(condition: Code, then: () => void, otherwise?: () => void): void {
    const nodes = this.#within(then);
    this.#nodes.push({ kind: 'if', head: condition, nodes, otherwise: otherwise === undefined ? [] : this.#within(otherwise) });
  }

  forRange(prefix: string, [from, to]: readonly [from: number, to: Code], each: (index: Name) => void): void {
    const index = this.#name(prefix);
    this.#for(_`let ${index}=${from}; ${index}<${to}; ${index}++`, () => each(index));
  }

  forOf(prefix: string, list: Code, each: (element: Name) => void): void {
    const element = this.#name(prefix);
    this.#for(_`const ${element} of ${list}`, () => each(element));
  }

  /** A line each. */
  print(): string[] {
    const lines: string[] = [];
    printInto(lines, this.#nodes, new Set());
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

  #for(head: Code, each: () => void): void {
    this.#nodes.push({ kind: 'for', head, nodes: this.#within(each), otherwise: [] });
  }

  #within(inside: () => void): readonly Node[] {
    const around = this.#nodes;
    this.#nodes = [];
    inside();
    const nodes = this.#nodes;
    this.#nodes = around;
    return nodes;
  }
}

/** From the last to the first, since whether a name is read stands after it. */
function printInto(lines: string[], nodes: readonly Node[], read: Set<string>): void {
  for (const node of nodes.toReversed()) {
    if ('kind' in node) {
      printBlock(lines, node, read);
    } else if (node.declares === undefined || read.has(node.declares.str)) {
      lines.push(node.text);
      note(node.reads, read);
    }
  }
}

/** A block that turns out to hold nothing is left out. */
function printBlock(lines: string[], { kind, head, nodes, otherwise }: Block, read: Set<string>): void {
  const end = lines.length;
  lines.push('}');
  printInto(lines, otherwise, read);
  const hasOther = lines.length > end + 1;
  if (hasOther) lines.push('else {', '}');
  const start = lines.length;
  printInto(lines, nodes, read);
  if (lines.length > start) lines.push(`${kind}(${String(head)}){`);
  else if (hasOther) lines.splice(start - 2, 2, `if(!(${String(head)})){`);
  else lines.length = end;
  if (lines.length > end) note(head, read);
}

function note(code: Code, read: Set<string>): void {
  if (code instanceof Name) read.add(code.str);
  else if (code instanceof _Code) for (const item of code._items) if (item instanceof Name) read.add(item.str);
}
