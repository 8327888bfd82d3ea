/** Reads discogen.config.yaml and applies defaults. The published JSON Schema is config.schema.json. */
import { dirname, isAbsolute, normalize } from 'node:path';
import { type ConfigValues, readValues, type ValuesResult } from './config-values.js';
import { enumModes, moduleFormats, type ModuleFormat, runtimeModes, selectableParts } from '../language/parts.js';
import { type GenerateOptions, type Config, type SpecificationSource } from './generate-options.js';
import { quote } from '../lib/diagnostics.js';
import { type NamedFile, toDisplayPath } from './named-files.js';
import { toSlashes } from '../lib/slashes.js';
import { omitUndefined, type Pointer } from '../lib/json.js';
import { defaultLicense, type PackageMetadata } from '../lib/package-metadata.js';
import type { Limits } from '../language/specification.js';
import { UsageError } from '../lib/usage-error.js';

const nonEmptyForm = { expected: 'a non-empty string', pattern: /\S/ };
const nameForm = { expected: 'letters, digits, ".", "_", or "-", beginning with a letter', pattern: /^[A-Za-z][A-Za-z0-9._-]*$/ };
const scopeForm = { expected: 'an npm scope such as @acme', pattern: /^@[a-z0-9-][a-z0-9._-]*$/ };
export const versionForm = { expected: 'a version such as 1.2.3', pattern: /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/ };
const patternForm = { expected: 'a method ID, in which * matches any characters', pattern: /^[^\s]+$/ };
const addressForm = { expected: 'an address such as https://github.com/acme/apis', pattern: /^https?:\/\/[^\s<>()[\]"'\\]+$/ };
const licenseForm = { expected: 'an SPDX license expression such as MIT', pattern: /^[A-Za-z0-9][A-Za-z0-9.+() -]*$/ };
const lineForm = { expected: 'a line of text', pattern: /^(?=\S)[^\p{Cc}\p{Cf}]+$/u };
const valueForm = { expected: 'a string', pattern: /^/ };

/** Resolves the options over the config. Throws `UsageError` if the config is invalid. */
export function resolveConfig(options: GenerateOptions, config: NamedFile | undefined): Config {
  const base = config === undefined ? createConfig(options.files ?? []) : requireConfig(config);
  return {
    ...base,
    sources: base.sources.map((source) => applySourceOptions(source, options)),
    ...omitUndefined({ out: options.out, runtime: options.runtime, moduleFormats: options.moduleFormats }),
    ...(options.only && { only: checkParts(options.only, base), onlyLocations: [] }),
    ...(options.methods && { methods: options.methods, methodLocations: [] }),
    variables: { ...base.variables, ...options.variables },
    variableLocations: Object.fromEntries(
      Object.entries(base.variableLocations).filter(([name]) => !Object.hasOwn(options.variables ?? {}, name)),
    ),
  };
}

/** Leaves out what the options of the command or the settings of the config exclude. */
export function applySourceOptions(
  source: SpecificationSource,
  { overlays, services }: Pick<GenerateOptions, 'overlays' | 'services'>,
): SpecificationSource {
  return { ...source, ...(overlays === false && { overlays: [] }), ...(services === false && { services }) };
}

/** Throws `UsageError` for an unknown part. The names of emitters are known only after they are loaded. */
function checkParts(only: readonly string[], { emitters }: Config): readonly string[] {
  if (emitters.length > 0 || only.every((name) => selectableParts.includes(name))) return only;
  const expected = `one or more of ${selectableParts.join(', ')}, separated by commas`;
  throw new UsageError(`--only must be ${expected} (received ${quote(only.join(','))})`);
}

function requireConfig(file: NamedFile): Config {
  const { value, diagnostics } = readConfig(file);
  if (value === undefined) throw new UsageError(`${file.path} is invalid`, diagnostics);
  return value;
}

const defaults: Config = {
  sources: [],
  files: [],
  fileLocations: {},
  out: '.',
  scope: '@discogen',
  version: '0.1.0',
  versions: {},
  metadata: {},
  variables: {},
  variableLocations: {},
  only: [],
  onlyLocations: [],
  emitters: [],
  methods: [],
  methodLocations: [],
  enums: 'open',
  runtime: 'inline',
  moduleFormats: ['esm'],
  limits: {},
  formats: [],
  ownsOutputFolder: false,
};

function createConfig(files: readonly string[]): Config {
  return { ...defaults, sources: [...new Set(files)].map((file) => ({ file, overlays: [] })), files };
}

/** Reads a config; `path` is as the user wrote it, and paths inside are relative to its folder. */
export function readConfig(file: NamedFile): ValuesResult<Config> {
  return readValues(file, (values) => readConfigValues(values, dirname(file.path)));
}

function readConfigValues(values: ConfigValues, folder: string): Config {
  values.checkKeys([], {
    owner: 'a config',
    required: ['specs'],
    optional: [
      'out',
      'scope',
      'version',
      'package',
      'runtime',
      'moduleFormats',
      'variables',
      'overlays',
      'services',
      'only',
      'emitters',
      'methods',
      'enums',
      'limits',
      'formats',
    ],
  });
  const excluded = omitUndefined({ overlays: values.readBoolean(['overlays']), services: values.readBoolean(['services']) });
  const sources = values.readList(['specs'], true).flatMap((pointer) => readSource(values, pointer, folder));
  reportRepeatedNames(values, sources);
  const variables = readVariables(values);
  const settings = {
    scope: values.readText(['scope'], scopeForm),
    version: values.readText(['version'], versionForm),
    enums: values.readChoice(['enums'], enumModes),
    runtime: values.readChoice(['runtime'], runtimeModes),
  };
  const compiled = values
    .readList(['moduleFormats'], true)
    .flatMap((pointer) => values.readChoice<ModuleFormat>(pointer, moduleFormats) ?? []);
  return {
    ...defaults,
    ...omitUndefined(settings),
    sources: sources.map((source) => applySourceOptions(source, excluded)),
    files: sources.flatMap((source) => [source.file, ...source.overlays, ...(source.evidence === undefined ? [] : [source.evidence])]),
    fileLocations: locateFiles(values, folder),
    out: toDisplayPath(folder, values.readText(['out'], nonEmptyForm) ?? 'generated'),
    metadata: readMetadata(values, folder),
    variables,
    variableLocations: Object.fromEntries(Object.keys(variables).map((name) => [name, values.getLocation(['variables', name])])),
    ...(compiled.length > 0 && { moduleFormats: compiled }),
    ...readParts(values, folder),
    methods: values.readList(['methods'], true).flatMap((pointer) => values.readText(pointer, patternForm) ?? []),
    methodLocations: values.readList(['methods']).map((pointer) => values.getLocation(pointer)),
    limits: readLimits(values),
    formats: values.readList(['formats']).flatMap((pointer) => readModule(values, pointer, folder)),
    ownsOutputFolder: true,
  };
}

/** Reads `only` and `emitters`. The names of emitters are known only after they are loaded. */
function readParts(values: ConfigValues, folder: string): Pick<Config, 'only' | 'onlyLocations' | 'emitters'> {
  const emitters = values.readList(['emitters']).flatMap((pointer) => readModule(values, pointer, folder));
  const pointers = values.readList(['only'], true);
  const readPart = (pointer: Pointer): string | undefined =>
    emitters.length > 0 ? values.readText(pointer, nonEmptyForm) : values.readChoice(pointer, selectableParts);
  const parts = pointers.flatMap((pointer) => readPart(pointer) ?? []);
  return { only: parts, onlyLocations: pointers.map((pointer) => values.getLocation(pointer)), emitters };
}

function readSource(values: ConfigValues, pointer: Pointer, folder: string): readonly SpecificationSource[] {
  if (
    !values.checkKeys(pointer, {
      owner: 'an entry of specs',
      required: ['name', 'file'],
      optional: ['overlays', 'enums', 'evidence', 'service'],
    })
  )
    return [];
  const name = values.readText([...pointer, 'name'], nameForm);
  const file = values.readText([...pointer, 'file'], nonEmptyForm);
  const overlays = values.readList([...pointer, 'overlays']).flatMap((overlay) => values.readText(overlay, nonEmptyForm) ?? []);
  const enums = values.readChoice([...pointer, 'enums'], enumModes);
  const evidence = values.readText([...pointer, 'evidence'], nonEmptyForm);
  const service = readServicePath(values, [...pointer, 'service']);
  if (name === undefined || file === undefined) return [];
  const files = { file: toDisplayPath(folder, file), overlays: overlays.map((overlay) => toDisplayPath(folder, overlay)) };
  return [
    {
      name,
      ...files,
      ...omitUndefined({ enums, evidence: evidence === undefined ? undefined : toDisplayPath(folder, evidence) }),
      ...(service !== undefined && {
        service: { file: toDisplayPath(folder, service), at: values.getLocation([...pointer, 'service']) },
      }),
    },
  ];
}

/** Reads the path of a service module, which must be in the folder of the config: its code runs, and becomes a part of the package. */
function readServicePath(values: ConfigValues, pointer: Pointer): string | undefined {
  const path = values.readText(pointer, nonEmptyForm);
  if (path === undefined || (!isAbsolute(path) && !/^[A-Za-z]:/.test(path) && !normalize(toSlashes(path)).startsWith('..'))) return path;
  values.report('invalid-service', { path, problem: 'it is outside of the folder of the config' }, pointer);
  return undefined;
}

/** Reads the path of a module. */
function readModule(values: ConfigValues, pointer: Pointer, folder: string): Config['formats'] {
  const path = values.readText(pointer, nonEmptyForm);
  return path === undefined ? [] : [{ path: toDisplayPath(folder, path), at: values.getLocation(pointer) }];
}

/** The locations of the specifications and overlays, by their paths. */
function locateFiles(values: ConfigValues, folder: string): Config['fileLocations'] {
  const entries = values.readList(['specs']);
  const pointers = entries.flatMap((entry) => [[...entry, 'file'], ...values.readList([...entry, 'overlays'])]);
  return Object.fromEntries(pointers.map((pointer) => [toDisplayPath(folder, String(values.get(pointer))), values.getLocation(pointer)]));
}

function reportRepeatedNames(values: ConfigValues, sources: readonly SpecificationSource[]): void {
  sources.forEach(({ name }, index) => {
    const first = sources.findIndex((other) => other.name === name);
    if (first < index) values.report('duplicate-name', { name: name ?? '', what: 'specs' }, ['specs', index, 'name']);
  });
}

function readVariables(values: ConfigValues): Record<string, string> {
  const names = Object.keys(values.get(['variables']) ?? {});
  if (!values.checkKeys(['variables'], { owner: 'variables', optional: names })) return {};
  return Object.fromEntries(names.map((name) => [name, values.readText(['variables', name], valueForm) ?? '']));
}

function readMetadata(values: ConfigValues, folder: string): PackageMetadata {
  const names = ['repository', 'author', 'homepage', 'bugs', 'license', 'licenseFile'] as const;
  const owner = 'package';
  if (!values.checkKeys([owner], { owner, optional: names })) return {};
  const readAddress = (name: string): string | undefined => values.readText([owner, name], addressForm);
  const license = values.readText([owner, 'license'], licenseForm);
  const licenseFile = values.readText([owner, 'licenseFile'], nonEmptyForm);
  if (license !== undefined && license !== defaultLicense && licenseFile === undefined)
    values.report('missing-key', { key: 'licenseFile', owner: `${owner} with the license ${license}` }, [owner]);
  return omitUndefined({
    repository: readAddress('repository'),
    author: values.readText([owner, 'author'], lineForm),
    homepage: readAddress('homepage'),
    bugs: readAddress('bugs'),
    license,
    licenseFile: licenseFile === undefined ? undefined : toDisplayPath(folder, licenseFile),
  });
}

function readLimits(values: ConfigValues): Limits {
  const names = ['size', 'depth', 'elements', 'text', 'pattern', 'enum', 'methods', 'schemas', 'exchanges', 'body'] as const;
  if (!values.checkKeys(['limits'], { owner: 'limits', optional: names })) return {};
  return omitUndefined(Object.fromEntries(names.map((name) => [name, values.readCount(['limits', name])])));
}
