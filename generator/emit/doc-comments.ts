/** Creates doc comments from the description and the facts of elements. `docs/provenance.md` has the sources and the gaps of the documents. */
import type { Field, ObjectType, Parameter, Permission, Source, ModelElement, StatedRule } from '../model/model.js';
import { escapeComment } from '../lib/literals.js';
import { formatFieldDescription, describeField, describeParameter, omitRepeatedFacts } from './facts.js';
import type { DocComment } from '../lib/statements.js';

const sourceLabels: Readonly<Record<Source['kind'], string>> = {
  document: '',
  public: 'public knowledge: ',
  assumption: 'assumption: ',
  published: '',
};

/** Formats a source: `compute: Limits > Flow sampling`, `assumption: ...`. Returns empty text for a source without a reference. */
export function formatSource(source: Source): string {
  return source.reference === '' ? '' : sourceLabels[source.kind] + source.reference;
}

export function isSameSource(a: Source, b: Source | undefined): boolean {
  return b !== undefined && a.kind === b.kind && a.reference === b.reference;
}

/** Appends the source to a sentence unless it is the expected source. */
export function addSource(sentence: string, source: Source, expected?: Source): string {
  const text = isSameSource(source, expected) ? '' : formatSource(source);
  return text === '' ? sentence : `${sentence} (${text})`;
}

export interface DocParts {
  readonly stated: Pick<ModelElement, 'description' | 'deprecated'>;
  /** The text of an element without a description. */
  readonly fallback?: string;
  /** Each becomes one item of a list. */
  readonly facts?: readonly string[];
}

/** Formats facts as a list. A single fact without preceding text is a paragraph. */
function formatFacts(facts: readonly string[], precedingText: string): string {
  const lines = facts.map((fact) => fact.replace(/\s*\n\s*/g, ' '));
  return precedingText === '' && lines.length === 1 ? lines.join('') : lines.map((line) => `- ${line}`).join('\n');
}

function listParagraphs(parts: DocParts): readonly string[] {
  const { stated, facts = [], fallback = '' } = parts;
  const description = stated.description ?? fallback;
  return [description, formatFacts(omitRepeatedFacts(facts, description), description)].filter((text) => text !== '');
}

/** Creates the doc comment of an element, or nothing if the element has neither a description nor facts. */
export function createDocs(parts: DocParts): DocComment[] {
  const text = listParagraphs(parts).map((paragraph) => escapeComment(paragraph.trim()));
  if (parts.stated.deprecated) text.push('@deprecated');
  return text.length === 0 ? [] : [createDoc(text.join('\n\n'))];
}

const maxWidth = 120;

/** Breaks a line between words. Indents the continuation lines of a list item. */
function wrapLine(line: string): string {
  if (line.length <= maxWidth && !line.startsWith(' ')) return line;
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current === '' || longer.length <= maxWidth) current = longer;
    else {
      lines.push(current);
      current = indent + word;
    }
  }
  return [...lines, current].join('\n');
}

/** Keeps two spaces at the end of a line, which break lines in Markdown. */
function formatLine(line: string): string {
  return `${wrapLine(line.trimEnd())}${line.endsWith('  ') ? '  ' : ''}`;
}

/** Creates a doc comment from escaped text. */
export function createDoc(text: string): DocComment {
  const lines = text.split('\n').map(formatLine).join('\n');
  return { description: lines.includes('\n') ? `\n${lines}` : lines };
}

export function createFieldDocs(field: Field): DocComment[] {
  return createDocs({ stated: { ...field, description: formatFieldDescription(field) }, facts: describeField(field) });
}

export function createParameterDocs(parameter: Parameter): DocComment[] {
  return createDocs({ stated: parameter, facts: describeParameter(parameter) });
}

/** Lists the validations and the rules of an object. */
export function listObjectRules({ rules, validations = [] }: ObjectType): readonly StatedRule<unknown>[] {
  return [...validations, ...rules];
}

export function describeRules(rules: readonly StatedRule<unknown>[]): readonly string[] {
  return rules.map(({ sentence }) => sentence);
}

/** Formats a permission and its condition as Markdown. */
export function formatPermission({ permission, when }: Permission, code: (text: string) => string): string {
  return `${code(permission)}${when === undefined ? '' : ` (if the request body has ${code(when)})`}`;
}
