/** Creates doc comments from the description and the facts of elements. `docs/provenance.md` has the sources and the gaps of the documents. */
import type { Field, Method, ModelElement, Parameter } from '../model/model.js';
import { escapeComment } from '../lib/literals.js';
import {
  formatFieldDescription,
  describeField,
  describeMethod,
  describeParameter,
  formatCommentRoute,
  omitRepeatedFacts,
  splitDescription,
} from './facts.js';
import type { DocComment } from '../lib/module-statements.js';

export interface DocParts {
  readonly stated: Pick<ModelElement, 'description' | 'deprecated'>;
  /** Each becomes one item of a list. */
  readonly facts?: readonly string[];
}

/** Formats facts as a list. A single fact without preceding text is a paragraph. */
function formatFacts(facts: readonly string[], precedingText: string): string {
  const lines = facts.map((fact) => fact.replace(/\s*\n\s*/g, ' '));
  return precedingText === '' && lines.length === 1 ? lines.join('') : lines.map((line) => `- ${line}`).join('\n');
}

/** Creates the doc comment of an element, or nothing if the element has neither a description nor facts. */
export function createDocs({ stated, facts = [] }: DocParts): DocComment[] {
  const { description = '', deprecated } = stated;
  const paragraphs = [description, formatFacts(omitRepeatedFacts(facts, description), description)].filter((text) => text !== '');
  const text = paragraphs.map((paragraph) => escapeComment(paragraph.trim()));
  if (deprecated) text.push('@deprecated');
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
  return lines.includes('\n') ? `\n${lines}` : lines;
}

/** The doc comment of `waitForOperation`. */
export const waitForOperationDocs = [
  createDoc(
    "Polls an operation until it is done.\n\n@returns The completed operation.\n@throws OperationError If the operation failed.\n@throws TimeoutError If the operation isn't done in time.",
  ),
];

export function createFieldDocs(field: Field, isRequest: boolean): DocComment[] {
  return createDocs({ stated: { ...field, description: formatFieldDescription(field) }, facts: describeField(field, isRequest) });
}

export function createParameterDocs(parameter: Parameter): DocComment[] {
  return createDocs({ stated: parameter, facts: describeParameter(parameter) });
}

export function createMethodDocs(method: Method): DocComment[] {
  return createDocs({ stated: method, facts: describeMethod(method) });
}

/** The first sentence about a method, for a declaration that leads to the other facts. */
export function createSummaryDocs(method: Method): DocComment[] {
  return createDocs({ stated: { ...method, description: method.description ? splitDescription(method).summary : '' } });
}

/** The doc comment of the `Media` variant. */
export function createMediaDocs(method: Method): DocComment[] {
  const summary = method.mediaDownload ? 'Downloads the content.' : 'Returns the response as raw content.';
  const description = `${summary} ${method.description ?? ''}`;
  return createDocs({ stated: { ...method, description }, facts: [`\`${formatCommentRoute(method)}\``] });
}
