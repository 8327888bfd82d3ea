/** Doc comments: the description and the facts of an element. Sources and gaps of the documents are in `docs/provenance.md`. */
import type { Field, ObjectType, Parameter, Permission, Source, ModelElement, StatedRule } from '../model/model.js';
import { escapeComment } from './literals.js';
import { fieldDescription, describeField, describeParameter, withoutRepetition } from './facts.js';
import type { JSDocStructure } from './structures.js';

const sourceLabels: Readonly<Record<Source['kind'], string>> = {
  document: '',
  public: 'public knowledge: ',
  assumption: 'assumption: ',
  published: '',
};

/** `compute: Limits > Flow sampling`, `assumption: ...`; empty without a reference. */
export function formatSource(source: Source): string {
  return source.reference === '' ? '' : sourceLabels[source.kind] + source.reference;
}

function sameSource(a: Source, b: Source | undefined): boolean {
  return b !== undefined && a.kind === b.kind && a.reference === b.reference;
}

/** A sentence, followed by its source unless that is the expected one. */
export function addSource(sentence: string, source: Source, expected?: Source): string {
  const text = sameSource(source, expected) ? '' : formatSource(source);
  return text === '' ? sentence : `${sentence} (${text})`;
}

export interface DocParts {
  readonly stated: Pick<ModelElement, 'description' | 'deprecated'>;
  /** The text of an element without a description. */
  readonly fallback?: string;
  /** Each becomes one item of a list. */
  readonly facts?: readonly string[];
}

/** A list. A single fact without a text before it is a paragraph. */
function factList(facts: readonly string[], before: string): string {
  const lines = facts.map((fact) => fact.replace(/\s*\n\s*/g, ' '));
  return before === '' && lines.length === 1 ? lines.join('') : lines.map((line) => `- ${line}`).join('\n');
}

function paragraphs(parts: DocParts): readonly string[] {
  const { stated, facts = [], fallback = '' } = parts;
  const description = stated.description ?? fallback;
  return [description, factList(withoutRepetition(facts, description), description)].filter((text) => text !== '');
}

/** The doc comment of an element. None if the element has neither a description nor facts. */
export function createDocs(parts: DocParts): JSDocStructure[] {
  const text = paragraphs(parts).map((paragraph) => escapeComment(paragraph.trim()));
  if (parts.stated.deprecated) text.push('@deprecated');
  return text.length === 0 ? [] : [createDoc(text.join('\n\n'))];
}

const width = 120;

/** Breaks a line between words. Indents the continuation lines of a list item. */
function wrapped(line: string): string {
  if (line.length <= width && !line.startsWith(' ')) return line;
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current === '' || longer.length <= width) current = longer;
    else {
      lines.push(current);
      current = indent + word;
    }
  }
  return [...lines, current].join('\n');
}

/** Keeps two spaces at the end of a line, which break lines in Markdown. */
function lineText(line: string): string {
  return `${wrapped(line.trimEnd())}${line.endsWith('  ') ? '  ' : ''}`;
}

/** A doc comment of escaped text. */
export function createDoc(text: string): JSDocStructure {
  const lines = text.split('\n').map(lineText).join('\n');
  return { description: lines.includes('\n') ? `\n${lines}` : lines };
}

export function createFieldDocs(field: Field): JSDocStructure[] {
  return createDocs({ stated: { ...field, description: fieldDescription(field) }, facts: describeField(field) });
}

export function createParameterDocs(parameter: Parameter): JSDocStructure[] {
  return createDocs({ stated: parameter, facts: describeParameter(parameter) });
}

/** All rules of an object. */
export function statedRules({ rules, validations = [] }: ObjectType): readonly StatedRule<unknown>[] {
  return [...validations, ...rules];
}

export function describeRules(rules: readonly StatedRule<unknown>[]): readonly string[] {
  return rules.map(({ sentence }) => sentence);
}

/** A permission and its condition as Markdown. */
export function formatPermission({ permission, when }: Permission, code: (text: string) => string): string {
  return `${code(permission)}${when === undefined ? '' : ` (if the request body has ${code(when)})`}`;
}
