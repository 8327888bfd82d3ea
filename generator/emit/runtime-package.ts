/** The runtime as a package of its own, on which the packages of APIs depend. */
import { defaultLicense, toManifestMembers } from '../lib/package-metadata.js';
import { generatorVersion } from '../lib/root.js';
import { listServiceLibraries, ruleValidators, serviceNames } from '../language/service.js';
import type { ConstantStructure, ModuleStatement } from '../lib/module-statements.js';
import { getRuntimeName, type EmitContext, type EmittedFile } from './emitter.js';
import { createEntryPoint, createTypesVersions, formatJson, packageBase } from './package-files.js';
import { createLibraryNotice, createRe2Notice } from './notices.js';
import { fillTemplate, readTemplate } from './templates.js';

type RuntimeContext = Pick<EmitContext, 'scope' | 'runtimeVersion' | 'metadata' | 'moduleFormats'>;

const entries = [
  'client',
  'validate',
  'values',
  'mock',
  'media',
  'otel',
  'undici',
  're2',
  ...new Set(ruleValidators.values()),
  ...serviceNames.map((service) => `${service}-services`),
];

/** Returns the files to commit. */
export function emitRuntimePackage(context: RuntimeContext): readonly EmittedFile[] {
  const name = getRuntimeName(context);
  const manifest = {
    name,
    version: context.runtimeVersion,
    description: 'The runtime of packages that discogen generates: clients, validators, and mock servers',
    ...toManifestMembers(context.metadata),
    // The runtime is part of discogen, so it keeps its license.
    license: defaultLicense,
    ...packageBase,
    exports: {
      ...Object.fromEntries(entries.map((entry) => [`./${entry}`, createEntryPoint(entry, context)])),
      './package.json': './package.json',
    },
    typesVersions: createTypesVersions(entries),
    files: ['dist', 'THIRD_PARTY_NOTICES', 'CHANGELOG.md'],
    discogen: { version: generatorVersion },
  };
  return [
    { path: 'package.json', text: formatJson(manifest), format: 'ready' },
    { path: 'README.md', text: fillTemplate('runtime.hbs', { name }), format: 'ready' },
    { path: 'LICENSE', text: readTemplate('LICENSE'), format: 'ready' },
    {
      path: 'THIRD_PARTY_NOTICES',
      text: [createRe2Notice(), ...listServiceLibraries().map(createLibraryNotice)].join('\n'),
      format: 'ready',
    },
  ];
}

/** Replaces the imports of `../runtime/` by imports of the runtime package. */
export function importRuntimePackage(file: EmittedFile, context: Pick<EmitContext, 'scope'>): EmittedFile {
  const replacePath = (text: string): string => text.replace(/^\.\.\/runtime\/([\w-]+)\.js$/, `${getRuntimeName(context)}/$1`);
  const replaceValue = (constant: ConstantStructure): ConstantStructure =>
    typeof constant.initializer === 'string' ? { ...constant, initializer: replaceImports(constant.initializer, replacePath) } : constant;
  const replaceModule = (statement: ModuleStatement): ModuleStatement => {
    if (typeof statement !== 'object') return statement;
    if ('moduleSpecifier' in statement && statement.moduleSpecifier !== undefined)
      return { ...statement, moduleSpecifier: replacePath(statement.moduleSpecifier) };
    return 'declarations' in statement ? { ...statement, declarations: statement.declarations.map(replaceValue) } : statement;
  };
  if (file.text === undefined) return { ...file, statements: file.statements.map(replaceModule) };
  return file.path === 'src/compiled.js' ? { ...file, text: replaceImports(file.text, replacePath) } : file;
}

/** Lines that begin like these contain no text of a description. */
const imports = /(?<=^import .* from '|^re2: .* import\(')\.\.\/runtime\/[\w-]+\.js(?=')/gm;

function replaceImports(text: string, replacePath: (path: string) => string): string {
  return text.replace(imports, replacePath);
}
