/** Adds entries to the text of a config. Its comments and the order of its keys stay. */
import { type Document, isMap, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import type { SpecificationSource } from '../config/generate-options.js';
import type { RuntimeMode } from '../language/parts.js';

/** An entry of `specs`. Paths are relative to the config, with slashes. */
export type ConfigEntry = Required<Pick<SpecificationSource, 'name' | 'file' | 'overlays'>>;

/** The text of a new config, before entries are added. */
export const newConfigText = '# yaml-language-server: $schema=./node_modules/discogen/generator/config/config.schema.json\nspecs: []\n';

/** Whether a text is a config without entries, which is invalid as long as nothing is added. */
export function isEmptyConfig(text: string): boolean {
  const document = parseDocument(text);
  if (document.errors.length > 0) return false;
  if (document.contents !== null && !isMap(document.contents)) return false;
  const specs: unknown = document.get('specs');
  return specs === undefined || specs === null || (isSeq(specs) && specs.items.length === 0);
}

interface EditOptions {
  readonly format: 'yaml' | 'json';
  /** Is set if the config doesn't set it. */
  readonly runtime?: RuntimeMode | undefined;
}

/** Throws an error if the text has syntax errors. */
export function addEntries(text: string, entries: readonly ConfigEntry[], { format, runtime }: EditOptions): string {
  const document = parseDocument(text);
  const specs = getOrCreateSpecs(document);
  const isFlow = specs.items.some((item) => isMap(item) && item.flow === true);
  for (const { name, file, overlays } of entries) {
    const node = document.createNode({ name, file, ...(overlays.length === 0 ? {} : { overlays }) });
    node.flow = isFlow;
    specs.add(node);
  }
  if (runtime !== undefined && !document.has('runtime')) document.set('runtime', runtime);
  const stringType = format === 'json' ? 'QUOTE_DOUBLE' : 'PLAIN';
  const edited = document.toString({
    lineWidth: 0,
    defaultStringType: stringType,
    defaultKeyType: stringType,
    flowCollectionPadding: !/\{\S/.test(text),
    indentSeq: !/^specs:.*\r?\n(?:\s*(?:#.*)?\r?\n)*- /m.test(text),
  });
  return text.includes('\r\n') ? edited.replaceAll('\n', '\r\n') : edited;
}

function getOrCreateSpecs(document: Document): YAMLSeq {
  const specs = document.get('specs');
  if (isSeq(specs) && specs.items.length > 0) return specs;
  const created = document.createNode([]);
  document.set('specs', created);
  return created;
}

/** Whether packages could share the runtime: there are two APIs or more, and the config doesn't state how packages get it. */
export function canShareRuntime(text: string): boolean {
  const document = parseDocument(text);
  const specs = document.get('specs');
  return isSeq(specs) && specs.items.length > 1 && !document.has('runtime');
}
