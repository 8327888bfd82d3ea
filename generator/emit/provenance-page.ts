/** `docs/provenance.md`: the source of each element, what the documents don't show, and the assumptions. */
import type { Api, Source } from '../model/model.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { formatInlineCode, escapeMarkdown } from '../lib/markdown.js';
import { groupElementsBySource, listUndocumentedAspects } from './provenance.js';
import { fillTemplate } from './templates.js';

/** The path of the page in a package. */
export const provenancePage = 'docs/provenance.md';

interface Section {
  readonly reference: string;
  readonly elements: string;
}

function listSections(api: Api, kind: Source['kind']): readonly Section[] {
  return [...groupElementsBySource(api, kind)].map(([reference, names]) => ({
    reference: escapeMarkdown(reference),
    elements: formatNames(names),
  }));
}

function formatNames(names: readonly string[]): string {
  return [...new Set(names)].map(formatInlineCode).join(', ');
}

function listVariables(api: Api): readonly string[] {
  const set = Object.entries(api.variables).filter(([name, value]) => name !== value);
  return set.map(([name, value]) => `${formatInlineCode(name)} is set to ${formatInlineCode(value)}.`);
}

function formatProvenance(api: Api): string {
  const page = fillTemplate('provenance.hbs', {
    title: escapeMarkdown(api.title),
    version: escapeMarkdown(api.version),
    variables: listVariables(api),
    statements: api.notes.map(({ topic, text, source }) => ({
      topic: escapeMarkdown(topic),
      text: escapeMarkdown(text),
      reference: escapeMarkdown(source.reference),
    })),
    published: groupElementsBySource(api, 'published').size > 0,
    documents: api.documents.map(({ id, title }) => ({ id: formatInlineCode(id), title: escapeMarkdown(title) })),
    documented: listSections(api, 'document'),
    public: listSections(api, 'public'),
    assumptions: listSections(api, 'assumption'),
    topics: api.undocumentedTopics.map(({ topic, source }) => ({
      topic: escapeMarkdown(topic),
      reference: escapeMarkdown(source.reference),
    })),
    aspects: [...listUndocumentedAspects(api)].map(([aspect, names]) => ({ aspect: escapeMarkdown(aspect), elements: formatNames(names) })),
  });
  return `${page.trimEnd()}\n`;
}

export const provenancePageEmitter: Emitter = {
  name: 'provenance',
  part: 'docs',
  // The lists are long, and the template writes them as prettier would.
  emit: (api): readonly EmittedFile[] => [{ path: provenancePage, text: formatProvenance(api), format: 'ready' }],
};
