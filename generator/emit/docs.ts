/** Emits the documentation of a package: its README, its instructions for coding agents, its resolved description as `spec.json` and `openapi.json`, and pages about its methods and sources. */
import { defaultLicense, type PackageMetadata } from '../lib/package-metadata.js';
import { type PackagePart, parts as allParts } from '../language/parts.js';
import type { Api } from '../model/model.js';
import { getRuntimeName, type EmitContext, type EmittedFile } from './emitter.js';
import { createExamples } from './examples.js';
import { hasOperations } from './method-tree.js';
import { formatMethodsPage } from './methods-page.js';
import { formatSupportPage, summarizeSupport } from './mock-support.js';
import { toOpenApi } from './openapi.js';
import { hasNotices, toPackageName } from './package-files.js';
import { formatProvenancePage } from './provenance-page.js';
import { createJsonFile, createSpecification } from './specification-file.js';
import { fillTemplate } from './templates.js';

/** What the README and the instructions for agents contain. */
function describePackage(api: Api, context: EmitContext): object {
  const { title, version, rootUrl } = api;
  const has = (part: PackagePart): boolean => context.parts.has(part);
  return {
    title,
    version,
    package: toPackageName(api, context),
    address: rootUrl,
    parts: Object.fromEntries(allParts.map((part) => [part, has(part)])),
    examples: createExamples(api, context),
    operations: has('client') && hasOperations(api),
  };
}

/** The README has at most 200 lines for any API. */
function formatReadme(api: Api, context: EmitContext, described: object): string {
  const has = (part: PackagePart): boolean => context.parts.has(part);
  return fillTemplate('README.hbs', {
    ...described,
    description: api.description ?? '',
    runtime: context.runtime === 'package' ? getRuntimeName(context) : undefined,
    support: has('mock') ? summarizeSupport(api) : '',
    license: context.metadata.license ?? defaultLicense,
    notices: hasNotices(api, context),
    links: listLinks(context.metadata),
  });
}

/** Lists what the config says about the project. */
function listLinks({ homepage, repository, bugs }: PackageMetadata): readonly { readonly label: string; readonly address: string }[] {
  const links = [
    ['Homepage', homepage],
    ['Repository', repository],
    ['Issues', bugs],
  ] as const;
  return links.flatMap(([label, address]) => (address === undefined ? [] : [{ label, address }]));
}

export function emitDocs(api: Api, context: EmitContext): readonly EmittedFile[] {
  const support: EmittedFile = { path: 'docs/mock-support.md', text: formatSupportPage(api), format: 'prettier' };
  const described = describePackage(api, context);
  return [
    { path: 'README.md', text: formatReadme(api, context, described), format: 'prettier' },
    // At most 60 lines for any API.
    { path: 'AGENTS.md', text: fillTemplate('agents.hbs', described), format: 'prettier' },
    ...(context.parts.has('mock') ? [support] : []),
    createSpecification(api),
    createJsonFile('openapi.json', toOpenApi(api)),
  ];
}

export function emitPages(api: Api, context: EmitContext): readonly EmittedFile[] {
  return [
    { path: 'docs/methods.md', text: formatMethodsPage(api, context), format: 'prettier' },
    // The lists are long, and the template writes them as prettier would.
    { path: 'docs/provenance.md', text: formatProvenancePage(api), format: 'ready' },
  ];
}
