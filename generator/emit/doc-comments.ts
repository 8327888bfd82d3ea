/** Doc comments: what is stated of an element, what is not shown, and where it stands. */
import type { Field, ObjectType, Parameter, Permission, Source, Stated, StatedRule } from '../model/model.js';
import { commentText } from './literals.js';
import { fieldFacts, parameterFacts } from './facts.js';
import type { JSDocStructure } from './structures.js';

const sourceLabels: Readonly<Record<Source['kind'], string>> = {
  document: '',
  public: 'public knowledge: ',
  assumption: 'assumption: ',
  published: '',
};

/** `compute: Limits > Flow sampling`, `assumption: ...`; empty where nothing is named. */
export function sourceText(source: Source): string {
  return source.reference === '' ? '' : sourceLabels[source.kind] + source.reference;
}

function sameSource(a: Source, b: Source | undefined): boolean {
  return b !== undefined && a.kind === b.kind && a.reference === b.reference;
}

/** A sentence with its source behind it, where that differs from what the reader expects. */
export function sentenceWithSource(sentence: string, source: Source, expected?: Source): string {
  const text = sameSource(source, expected) ? '' : sourceText(source);
  return text === '' ? sentence : `${sentence} (${text})`;
}

export interface DocParts {
  readonly stated: Stated;
  /** Said where the element has no description. */
  readonly fallback?: string;
  /** Each becomes one item of a list. */
  readonly facts?: readonly string[];
  /** Source of the element around this one: only another one is said. */
  readonly inherited?: Source;
}

/** `Not shown in the documents: values.` */
function notShownText(notShown: readonly string[]): string {
  return notShown.length === 0 ? '' : `Not shown in the documents: ${notShown.join(', ')}.`;
}

/** A list; a single fact that nothing stands before needs none. */
function factList(facts: readonly string[], before: string): string {
  const lines = facts.map((fact) => fact.replace(/\s*\n\s*/g, ' '));
  return before === '' && lines.length === 1 ? lines.join('') : lines.map((line) => `- ${line}`).join('\n');
}

function paragraphs(parts: DocParts): readonly string[] {
  const { stated, facts = [], fallback = '', inherited } = parts;
  const source = sameSource(stated.source, inherited) ? '' : sourceText(stated.source);
  return [
    stated.description ?? fallback,
    factList(facts, stated.description ?? fallback),
    notShownText(stated.notShown),
    source === '' ? '' : `Source: ${source}`,
  ].filter((text) => text !== '');
}

/** The doc comment of an element; none where there is nothing to say. */
export function docsOf(parts: DocParts): JSDocStructure[] {
  const text = paragraphs(parts).map((paragraph) => commentText(paragraph.trim()));
  if (parts.stated.deprecated) text.push('@deprecated');
  return text.length === 0 ? [] : [docOf(text.join('\n\n'))];
}

const width = 120;

/** Breaks a line between words; the lines after the first of a list's item are indented. */
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

/** Of the white space at the end of a line two spaces stay, which break lines in Markdown. */
function lineText(line: string): string {
  return `${wrapped(line.trimEnd())}${line.endsWith('  ') ? '  ' : ''}`;
}

/** A doc comment of text that is escaped already. */
export function docOf(text: string): JSDocStructure {
  const lines = text.split('\n').map(lineText).join('\n');
  return { description: lines.includes('\n') ? `\n${lines}` : lines };
}

export function fieldDocs(field: Field, inherited: Source): JSDocStructure[] {
  return docsOf({ stated: field, facts: fieldFacts(field), inherited });
}

export function parameterDocs(parameter: Parameter, inherited?: Source): JSDocStructure[] {
  return docsOf({ stated: parameter, facts: parameterFacts(parameter), ...(inherited === undefined ? {} : { inherited }) });
}

/** All rules of an object. */
export function statedRules({ rules, validations = [] }: ObjectType): readonly StatedRule<unknown>[] {
  return [...validations, ...rules];
}

/** The sentences of rules, each with its source where that is another than the element's. */
export function ruleFacts(rules: readonly StatedRule<unknown>[], inherited: Source): readonly string[] {
  return rules.map((rule) => sentenceWithSource(rule.sentence, rule.source, inherited));
}

/** `compute.subnetworks.update (where the body has labels)` */
export function permissionText({ permission, when }: Permission): string {
  return when === undefined ? permission : `${permission} (where the body has ${when})`;
}
