/** Emits the documentation of a package: its pages, and its resolved description as `spec.json` and `openapi.json`. */
import { type Part, parts as allParts } from '../lib/parts.js';
import type { Api, Json } from '../model/model.js';
import { toDiscovery } from './discovery.js';
import { getRuntimeName, type EmitContext, type EmittedFile, type Emitter } from './emitter.js';
import { createExamples } from './examples.js';
import { hasOperations } from './method-tree.js';
import { formatMethodsPage } from './methods-page.js';
import { formatSupportPage, summarizeSupport } from './mock-support.js';
import { toOpenApi } from './openapi.js';
import { toPackageName } from './package-files.js';
import { formatProvenancePage } from './provenance-page.js';
import { fillTemplate } from './templates.js';

/** The README has at most 200 lines for any API. */
function formatReadme(api: Api, context: EmitContext): string {
  const { title, version, description = '', rootUrl } = api;
  const has = (part: Part): boolean => context.parts.has(part);
  return fillTemplate('README.hbs', {
    title,
    version,
    description,
    package: toPackageName(api, context),
    runtime: context.runtime === 'package' ? getRuntimeName(context) : undefined,
    address: rootUrl,
    parts: Object.fromEntries(allParts.map((part) => [part, has(part)])),
    examples: createExamples(api, context),
    operations: has('client') && hasOperations(api),
    support: has('mock') ? summarizeSupport(api) : '',
  });
}

/** Formats JSON with one line per schema and method, so that it is small and a change is visible. */
function formatLines(value: Json, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const lines = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${formatLines(member, depth - 1)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

function createJsonFile(path: string, value: Json): EmittedFile {
  return { path, text: `${formatLines(value, 3)}\n`, format: 'ready' };
}

export const createSpecification = (api: Api): EmittedFile => createJsonFile('spec.json', toDiscovery(api));

function emitDocs(api: Api, context: EmitContext): readonly EmittedFile[] {
  const support: EmittedFile = { path: 'docs/mock-support.md', text: formatSupportPage(api), format: 'prettier' };
  return [
    { path: 'README.md', text: formatReadme(api, context), format: 'prettier' },
    { path: 'docs/methods.md', text: formatMethodsPage(api, context), format: 'prettier' },
    ...(context.parts.has('mock') ? [support] : []),
    // The lists are long, and the template writes them as prettier would.
    { path: 'docs/provenance.md', text: formatProvenancePage(api), format: 'ready' },
    createSpecification(api),
    createJsonFile('openapi.json', toOpenApi(api)),
  ];
}

export const docs: Emitter = { name: 'docs', part: 'docs', emit: emitDocs };
