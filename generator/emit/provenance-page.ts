/** `docs/provenance.md`: the source of each element, what the documents don't show, and the assumptions. */
import type { Api, Source } from '../model/model.js';
import type { EmittedFile, Emitter } from './emitter.js';
import { code, words } from './markdown.js';
import { elementsBySource, openAspects } from './provenance.js';
import { fillTemplate } from './templates.js';

/** The path of the page in a package. */
export const provenancePage = 'docs/provenance.md';

interface Section {
  readonly reference: string;
  readonly elements: string;
}

function sectionsOf(api: Api, kind: Source['kind']): readonly Section[] {
  return [...elementsBySource(api, kind)].map(([reference, names]) => ({ reference: words(reference), elements: list(names) }));
}

function list(names: readonly string[]): string {
  return [...new Set(names)].map(code).join(', ');
}

function variables(api: Api): readonly string[] {
  const set = Object.entries(api.variables).filter(([name, value]) => name !== value);
  return set.map(([name, value]) => `${code(name)} is set to ${code(value)}.`);
}

function provenanceText(api: Api): string {
  const page = fillTemplate('provenance.hbs', {
    title: words(api.title),
    version: words(api.version),
    variables: variables(api),
    statements: api.statements.map(({ topic, text, source }) => ({
      topic: words(topic),
      text: words(text),
      reference: words(source.reference),
    })),
    published: elementsBySource(api, 'published').size > 0,
    documents: api.documents.map(({ id, title }) => ({ id: code(id), title: words(title) })),
    documented: sectionsOf(api, 'document'),
    public: sectionsOf(api, 'public'),
    assumptions: sectionsOf(api, 'assumption'),
    topics: api.open.map(({ topic, source }) => ({ topic: words(topic), reference: words(source.reference) })),
    aspects: [...openAspects(api)].map(([aspect, names]) => ({ aspect: words(aspect), elements: list(names) })),
  });
  return `${page.trimEnd()}\n`;
}

export const provenancePageEmitter: Emitter = {
  name: 'provenance',
  part: 'docs',
  // The lists are long, and the template writes them as prettier would.
  emit: (api): readonly EmittedFile[] => [{ path: provenancePage, text: provenanceText(api), format: 'ready' }],
};
