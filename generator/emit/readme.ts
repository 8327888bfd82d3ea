/** Emits `README.md` from `templates/README.hbs`. It has at most 200 lines for any API. */
import type { Api } from '../model/model.js';
import type { Part } from '../lib/parts.js';
import { getRuntimeName, type EmitContext, type EmittedFile, type Emitter } from './emitter.js';
import { type Example, createExamples } from './examples.js';
import { formatInlineCode, escapeMarkdown } from '../lib/markdown.js';
import { hasOperations } from './method-tree.js';
import { mockSupportPage, summarizeSupport } from './mock-support.js';
import { toPackageName } from './package-files.js';
import { referencePaths } from './reference-pages.js';
import { fillTemplate } from './templates.js';

/** The entry points of a package, with the part that each requires. */
const entryPoints: readonly (readonly [path: string, part: Part, content: string])[] = [
  ['', 'client', 'The client, and all types.'],
  ['/methods', 'client', 'One function per method, for small bundles.'],
  ['/validators', 'validators', 'Precompiled validators.'],
  ['/mock', 'mock', 'The mock server.'],
  ['/values', 'client', 'Conversions of 64-bit integers, bytes, and timestamps.'],
  ['/otel', 'client', 'Hooks for OpenTelemetry.'],
  ['/undici', 'client', 'A transport for undici 7.'],
];

/** Templates access members that must exist. */
function toTemplateData(example: Example | undefined): object | undefined {
  return example && { code: example.code, output: example.output };
}

function formatReadme(api: Api, context: EmitContext): string {
  const { parts } = context;
  const examples = parts.has('mock') ? createExamples(api, context) : undefined;
  const name = toPackageName(api, context);
  return fillTemplate('README.hbs', {
    title: escapeMarkdown(api.title),
    version: escapeMarkdown(api.version),
    description: escapeMarkdown(api.description ?? ''),
    package: name,
    runtime: context.runtime === 'package' ? getRuntimeName(context) : undefined,
    address: api.rootUrl === undefined ? undefined : formatInlineCode(api.rootUrl),
    client: parts.has('client'),
    entries: entryPoints
      .filter(([, part]) => parts.has(part))
      .map(([path, , content]) => ({ name: formatInlineCode(`${name}${path}`), content })),
    call: toTemplateData(examples?.call),
    auth: toTemplateData(examples?.auth),
    list: examples?.list && { ...toTemplateData(examples.list), isPaged: examples.list.isPaged },
    operations: parts.has('client') && hasOperations(api),
    operation: toTemplateData(examples?.operation),
    mock: toTemplateData(examples?.mock),
    validators: toTemplateData(examples?.validators),
    support: parts.has('mock') ? { summary: summarizeSupport(api), page: mockSupportPage } : undefined,
    pages: referencePaths,
    notices: parts.has('validators'),
  });
}

function emitReadme(api: Api, context: EmitContext): EmittedFile[] {
  return [{ path: 'README.md', text: formatReadme(api, context), format: 'prettier' }];
}

export const readme: Emitter = { name: 'readme', part: 'docs', emit: emitReadme };
