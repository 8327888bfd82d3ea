/** The package metadata: package.json, license, and notices. */
import { escapeJsonText } from '../lib/literals.js';
import type { Api } from '../model/model.js';
import { defaultLicense, toManifestMembers } from '../lib/package-metadata.js';
import { type PackagePart } from '../language/parts.js';
import { generatorVersion } from '../lib/root.js';
import { sha256 } from '../lib/sha256.js';
import { getPackageFolderName, getRuntimeName, type EmitContext, type EmittedFile } from './emitter.js';
import { runtimeEntries } from './entry.js';
import { createLibraryNotice, createRe2Notice } from './notices.js';
import { listServiceLibraries } from '../language/service.js';
import { listServices } from './mock-entry.js';
import { hasRe2Engine } from './regular-expressions.js';
import { createSpecification } from './specification-file.js';
import { readTemplate } from './templates.js';

/** The path of a module, and that of its declarations. */
interface ExportTarget {
  readonly types: string;
  readonly default: string;
}

const createTarget = (path: string): ExportTarget => ({ types: `${path}.d.ts`, default: `${path}.js` });

/** Returns the value in `exports` of an entry point. `folder`: of its ES module. */
export const createEntryPoint = (
  name: string,
  { moduleFormats }: Pick<EmitContext, 'moduleFormats'>,
  folder = 'dist',
): ExportTarget & { readonly require?: ExportTarget } => ({
  ...(moduleFormats.includes('cjs') && { require: createTarget(`./dist/cjs/${folder === 'dist' ? '' : `${folder}/`}${name}`) }),
  ...createTarget(`./${folder}/${name}`),
});

/** The folder of an entry point. Those whose content doesn't depend on the API are modules of the runtime. */
const getEntryFolder = (name: string, { runtime }: Pick<EmitContext, 'runtime'>): string =>
  runtime === 'inline' && runtimeEntries.includes(name) ? 'runtime' : 'dist';

/** Returns the paths of the declarations of entry points for TypeScript with `moduleResolution: node10`, which doesn't read `exports`. */
export const createTypesVersions = (names: readonly string[], getFolder: (name: string) => string = () => 'dist'): object => ({
  '*': Object.fromEntries(names.map((name) => [name, [`./${getFolder(name)}/${name}.d.ts`]])),
});

function createExports(context: EmitContext): object {
  const { parts, entries } = context;
  const documents = [...(parts.has('docs') ? ['./spec.json', './openapi.json'] : []), './package.json'];
  return {
    ...(parts.has('types') && { '.': createEntryPoint('index', context) }),
    ...Object.fromEntries(entries.map((name) => [`./${name}`, createEntryPoint(name, context, getEntryFolder(name, context))])),
    ...Object.fromEntries(documents.map((path) => [path, path])),
  };
}

/** The members for tools that don't read `exports`. */
function createFallbacks(context: EmitContext): object {
  const { parts, entries } = context;
  if (!parts.has('types')) return {};
  const { types, default: main } = createTarget('./dist/index');
  return {
    main,
    types,
    ...(entries.length > 0 && { typesVersions: createTypesVersions(entries, (name) => getEntryFolder(name, context)) }),
  };
}

/** The members that all packages have. */
export const packageBase = {
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.19' },
} as const;

export const formatJson = (value: object): string => `${escapeJsonText(JSON.stringify(value, null, 2))}\n`;

/** Returns the npm name: `@discogen/dns-v1`. */
export function toPackageName(api: Api, { scope }: Pick<EmitContext, 'scope'>): string {
  return `${scope}/${getPackageFolderName(api)}`;
}

function createPackageJson(api: Api, context: EmitContext): object {
  const { parts, version, metadata, peerDependencies } = context;
  const has = (part: PackagePart): readonly [] | readonly [PackagePart] => (parts.has(part) ? [part] : []);
  return {
    name: toPackageName(api, context),
    version,
    description: `${api.title} ${api.version}: typed client, validators and mock server`,
    ...toManifestMembers(metadata),
    license: metadata.license ?? defaultLicense,
    ...packageBase,
    exports: createExports(context),
    ...createFallbacks(context),
    files: [
      'dist',
      '!dist/**/*.map',
      ...(context.runtime === 'inline' ? ['runtime'] : []),
      ...has('docs').flatMap(() => ['AGENTS.md', 'docs', 'openapi.json']),
      ...(parts.has('docs') || parts.has('mock') ? ['spec.json'] : []),
      ...(hasNotices(api, context) ? ['THIRD_PARTY_NOTICES'] : []),
      'CHANGELOG.md',
    ],
    ...(context.runtime === 'package' && { dependencies: { [getRuntimeName(context)]: `^${context.runtimeVersion}` } }),
    ...(Object.keys(peerDependencies).length > 0 && { peerDependencies }),
    discogen: { version: generatorVersion, specification: hashSpecification(api) },
  };
}

/** Identifies the description that a package is generated from, with overlays applied: the SHA-256 of `spec.json`. */
const hashSpecification = (api: Api): string => `sha256-${sha256(createSpecification(api).text)}`;

/** Whether a package under another license contains the runtime, which keeps its own. */
const hasLicensedRuntime = ({ runtime, metadata: { license = defaultLicense } }: EmitContext): boolean =>
  runtime === 'inline' && license !== defaultLicense;

/** Lists the libraries in the service modules that the package contains. */
const listLibraries = (api: Api, { runtime, parts }: EmitContext): readonly string[] =>
  runtime === 'inline' && parts.has('mock') ? listServiceLibraries(listServices(api)) : [];

/** Whether the package has the file `THIRD_PARTY_NOTICES`. */
export const hasNotices = (api: Api, context: EmitContext): boolean => listNotices(api, context).length > 0;

function listNotices(api: Api, context: EmitContext): readonly string[] {
  return [
    ...(hasLicensedRuntime(context) ? [`runtime/ is the runtime of discogen.\n\n${readTemplate('LICENSE')}`] : []),
    ...(context.runtime === 'inline' && hasRe2Engine(api, context.parts) ? [createRe2Notice()] : []),
    ...listLibraries(api, context).map(createLibraryNotice),
  ];
}

/** The large files of data, with the parts that contain them. */
const dataFiles: readonly (readonly [path: string, parts: readonly PackagePart[]])[] = [
  ['openapi.json', ['docs']],
  ['spec.json', ['docs', 'mock']],
  ['src/behavior.ts', ['mock']],
  ['src/compiled.js', ['validators']],
  ['src/descriptors.ts', ['client', 'mock']],
];

/** Marks data, compiled files, and copies as generated, so that GitHub collapses their changes in pull requests and shows those of code. */
function formatGitAttributes({ parts, runtime }: EmitContext): string {
  const files = dataFiles.filter(([, needed]) => needed.some((part) => parts.has(part)));
  const folders = runtime === 'inline' ? ['dist/**', 'runtime/**'] : ['dist/**'];
  return [...folders, ...files.map(([path]) => path)].map((path) => `/${path} linguist-generated\n`).join('');
}

export function emitPackage(api: Api, context: EmitContext): EmittedFile[] {
  const notices: EmittedFile = { path: 'THIRD_PARTY_NOTICES', text: listNotices(api, context).join('\n'), format: 'ready' };
  return [
    { path: 'package.json', text: formatJson(createPackageJson(api, context)), format: 'ready' },
    { path: 'LICENSE', text: context.metadata.licenseText ?? readTemplate('LICENSE'), format: 'ready' },
    ...(hasNotices(api, context) ? [notices] : []),
    { path: '.gitattributes', text: formatGitAttributes(context), format: 'ready' },
  ];
}
