/** discogen.config.yaml: what it says, with defaults applied. The published JSON Schema is validate/config.schema.json. */
import { dirname } from 'node:path';
import { ConfigValues } from './config-values.js';
import { type Diagnostic, hasErrors, sortDiagnostics } from './diagnostics.js';
import { type EnumMode, enumModes, parts, type Part } from './emit/emitter.js';
import { defaultScope, defaultVersion, type GenerateOptions, type Config, type Source } from './generate-options.js';
import { type NamedFile, toShownPath } from './named-files.js';
import { readSpecification } from './read/index.js';
import { isObject, type Limits, type Pointer } from './read/specification.js';
import { UsageError } from './usage-error.js';

const anyText = { expected: 'a text that is not empty', pattern: /\S/ };
const nameForm = { expected: 'letters, digits and . _ -, beginning with a letter', pattern: /^[A-Za-z][A-Za-z0-9._-]*$/ };
const scopeForm = { expected: 'an npm scope such as @acme', pattern: /^@[a-z0-9-][a-z0-9._-]*$/ };
const versionForm = { expected: 'a version such as 1.2.3', pattern: /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/ };
const patternForm = { expected: 'the id of a method, where * stands for any characters', pattern: /^[^\s]+$/ };
const valueForm = { expected: 'a text', pattern: /^/ };
const selectable = parts.filter((part) => part !== 'package');

/** What the options ask for, over what the config says. Throws `UsageError` for a faulty config. */
export function resolveConfig(options: GenerateOptions, config: NamedFile | undefined): Config {
  const base = config === undefined ? jobOfFiles(options.files ?? []) : jobOfConfig(config);
  return {
    ...base,
    sources: options.overlays === false ? base.sources.map((source) => ({ ...source, overlays: [] })) : base.sources,
    out: options.out ?? base.out,
    only: options.only ?? base.only,
    ...(options.methods === undefined ? {} : { methods: options.methods, methodPlaces: [] }),
    variables: { ...base.variables, ...options.variables },
    variablePlaces: Object.fromEntries(
      Object.entries(base.variablePlaces).filter(([name]) => !Object.hasOwn(options.variables ?? {}, name)),
    ),
  };
}

function jobOfConfig(file: NamedFile): Config {
  const { job, diagnostics } = readConfig(file);
  if (job === undefined) throw new UsageError(`${file.path} is faulty`, diagnostics);
  return job;
}

function jobOfFiles(files: readonly string[]): Config {
  const sources = [...new Set(files)].map((file) => ({ file, overlays: [] }));
  return {
    sources,
    out: '.',
    scope: defaultScope,
    version: defaultVersion,
    variables: {},
    variablePlaces: {},
    only: [],
    methods: [],
    methodPlaces: [],
    enums: 'open',
    limits: {},
    whole: false,
  };
}

export interface ConfigResult {
  /** Absent where there are errors. */
  readonly job?: Config;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a config; `path` is as the user wrote it, and paths inside are relative to its folder. */
export function readConfig(file: { readonly path: string; readonly text: string }): ConfigResult {
  const read = readSpecification(file);
  if (read.specification === undefined || hasErrors(read.diagnostics)) return { diagnostics: read.diagnostics };
  const values = new ConfigValues(read.specification);
  const job = readJob(values, dirname(file.path));
  const diagnostics = sortDiagnostics([...read.diagnostics, ...values.diagnostics]);
  return hasErrors(diagnostics) ? { diagnostics } : { job, diagnostics };
}

function readJob(values: ConfigValues, folder: string): Config {
  values.keys([], {
    owner: 'a config',
    required: ['specs'],
    optional: ['out', 'scope', 'version', 'variables', 'overlays', 'only', 'methods', 'enums', 'limits'],
  });
  const overlays = values.boolean(['overlays']) ?? true;
  const sources = values.list(['specs'], true).flatMap((pointer) => readSource(values, pointer, folder));
  refuseRepeated(values, sources);
  const variables = readVariables(values);
  return {
    sources: overlays ? sources : sources.map((source) => ({ ...source, overlays: [] })),
    out: toShownPath(folder, values.text(['out'], anyText) ?? 'generated'),
    scope: values.text(['scope'], scopeForm) ?? defaultScope,
    version: values.text(['version'], versionForm) ?? defaultVersion,
    variables,
    variablePlaces: Object.fromEntries(Object.keys(variables).map((name) => [name, values.place(['variables', name])])),
    only: values.list(['only'], true).flatMap((pointer) => values.choice<Part>(pointer, selectable) ?? []),
    methods: values.list(['methods'], true).flatMap((pointer) => values.text(pointer, patternForm) ?? []),
    methodPlaces: values.list(['methods']).map((pointer) => values.place(pointer)),
    enums: readEnums(values, ['enums']) ?? 'open',
    limits: readLimits(values),
    whole: true,
  };
}

function readSource(values: ConfigValues, pointer: Pointer, folder: string): readonly Source[] {
  if (!values.keys(pointer, { owner: 'an entry of specs', required: ['name', 'file'], optional: ['overlays', 'enums'] })) return [];
  const name = values.text([...pointer, 'name'], nameForm);
  const file = values.text([...pointer, 'file'], anyText);
  const overlays = values.list([...pointer, 'overlays']).flatMap((overlay) => values.text(overlay, anyText) ?? []);
  const enums = readEnums(values, [...pointer, 'enums']);
  if (name === undefined || file === undefined) return [];
  const files = { file: toShownPath(folder, file), overlays: overlays.map((overlay) => toShownPath(folder, overlay)) };
  return [{ name, ...files, ...(enums === undefined ? {} : { enums }) }];
}

function readEnums(values: ConfigValues, pointer: Pointer): EnumMode | undefined {
  return values.at(pointer) === undefined ? undefined : values.choice(pointer, enumModes);
}

function refuseRepeated(values: ConfigValues, sources: readonly Source[]): void {
  sources.forEach(({ name }, index) => {
    const first = sources.findIndex((other) => other.name === name);
    if (first < index) values.find('repeated-name', { name: name ?? '', what: 'specs' }, ['specs', index, 'name']);
  });
}

function readVariables(values: ConfigValues): Record<string, string> {
  const variables = values.at(['variables']);
  if (
    variables === undefined ||
    !values.keys(['variables'], { owner: 'variables', required: [], optional: isObject(variables) ? Object.keys(variables) : [] })
  )
    return {};
  const names = Object.keys(values.at(['variables']) ?? {});
  return Object.fromEntries(names.map((name) => [name, values.text(['variables', name], valueForm) ?? '']));
}

function readLimits(values: ConfigValues): Limits {
  const names = ['size', 'depth', 'elements', 'text', 'pattern', 'enum'] as const;
  if (values.at(['limits']) === undefined || !values.keys(['limits'], { owner: 'limits', required: [], optional: names })) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const limit = values.count(['limits', name]);
      return limit === undefined ? [] : [[name, limit] as const];
    }),
  );
}
