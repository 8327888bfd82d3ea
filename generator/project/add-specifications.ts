/** Adds specifications to a project: to its config, and those from elsewhere also to `specs/` and to its lock. */
import { relative, resolve } from 'node:path';
import { readConfig, resolveConfig } from '../config/config.js';
import { type Config, defaultConfig } from '../config/generate-options.js';
import { formatLock, hashContent, packagePrefix, type Pin } from '../config/lock.js';
import { isPresent, readConfigFile, readNamedFile, toDisplayPath } from '../config/named-files.js';
import { createDiagnostic, type Diagnostic, hasErrors, isError, quote, sortDiagnostics } from '../lib/diagnostics.js';
import type { RuntimeMode } from '../language/parts.js';
import type { Effects } from '../lib/effects.js';
import { getText, omitUndefined } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import { readVersion } from '../model/build.js';
import type { Api } from '../model/model.js';
import { findBundledOverlays, protosSuffix } from '../pipeline/bundled-overlays.js';
import { loadApi, type LoadResult } from '../pipeline/load-api.js';
import { isProtoOverlay } from '../protos/format-overlay.js';
import { readSpecification } from '../read/index.js';
import { checkFolderName, checkPath } from '../write/path-checks.js';
import { addEntries, type ConfigEntry, isEmptyConfig, newConfigText } from './edit-config.js';
import { FetchError } from './fetch-text.js';
import { findUpdateObstacle, openLockedProject, type LockedProject } from './locked-project.js';
import { findOrigin, type Origin, suggestPackagedApi, replaceTexts, readAddress, readRevision } from './origins.js';
import { replaceFiles } from './replace-files.js';

export type AddEffects = Pick<Effects, 'files' | 'cwd' | 'fetch'>;

export interface AddOptions {
  /** The config file, which is created if it doesn't exist. Default: `discogen.config.yaml`. */
  readonly config?: string;
  /** The name in the config. Default: the name in the specification. Requires a single source. */
  readonly name?: string;
  /** Whether to add the overlays that come with discogen. Default: true. */
  readonly overlays?: boolean;
  /**
   * A folder with protobuf definitions, or an installed npm package. Adds an overlay with what they state, instead of that which comes with
   * discogen.
   */
  readonly protos?: string;
  /** The runtime of the packages, for a config that doesn't set it. */
  readonly runtime?: RuntimeMode;
  /** Writes nothing. */
  readonly dryRun?: boolean;
}

export interface AddedApi extends ConfigEntry {
  /** The folder of the package that `generate` writes: `dns-v1`. */
  readonly package: string;
  /** Absent for a file of the project, which isn't pinned. */
  readonly address?: string;
  readonly revision?: string;
  /** The built-in service module that its packages contain. */
  readonly service?: string;
}

export interface AddResult {
  /** `failed`: nothing was written. */
  readonly status: 'done' | 'failed';
  /** The config. */
  readonly config: string;
  readonly added: readonly AddedApi[];
  /** The files that were, or with `dryRun` would be, written. */
  readonly files: readonly string[];
  /** Why a specification can't be fetched. */
  readonly problems: readonly string[];
  /** The errors of the specifications. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Adds specifications and writes all files or none. A source is a file, an http or https URL, or `NAME:VERSION`: an API that comes with
 * discogen, or one of Google's Discovery service. Throws `UsageError` for a source that is none of them, an invalid config, and
 * whatever already exists: a name, a package, or a file with other content.
 */
export async function addSpecifications(sources: readonly string[], options: AddOptions, effects: AddEffects): Promise<AddResult> {
  const project = openProject(options, effects);
  if (options.name !== undefined && sources.length !== 1) throw new UsageError('--name requires a single source');
  const origins = sources.map((source) => findOrigin(source, effects));
  const fetched = await Promise.all(origins.map((origin) => fetchOrigin(origin, { project, options, effects })));
  const failure = { status: 'failed', config: project.path, added: [], files: [], problems: [], diagnostics: [] } as const;
  const problems = fetched.flatMap((result) => ('problem' in result ? [result.problem] : []));
  if (problems.length > 0) return { ...failure, problems };
  const candidates = fetched.flatMap((result) => ('problem' in result ? [] : [result]));
  const diagnostics = sortDiagnostics(candidates.flatMap((candidate) => checkCandidate(candidate)));
  if (hasErrors(diagnostics)) return { ...failure, diagnostics };
  const planned = candidates.flatMap((candidate) => planAddition(candidate, { project, options, effects }));
  const additions = options.protos === undefined ? planned : await addProtos(planned, options.protos, { project, options, effects });
  checkConflicts(additions, project, effects);
  const texts = planTexts(additions, project, options);
  if (options.dryRun !== true) replaceFiles(new Map([...texts].map(([path, text]) => [resolve(effects.cwd, path), text])), effects.files);
  return { ...failure, status: 'done', added: additions.map(({ api }) => api), files: [...texts.keys()] };
}

/** Throws `UsageError` if the config or the lock is invalid, except that the config may have no specifications yet. */
function openProject({ config: path = defaultConfig }: AddOptions, effects: AddEffects): LockedProject {
  const file = isPresent(path, effects) ? readConfigFile(path, effects) : { path, text: newConfigText };
  const config = isEmptyConfig(file.text) ? resolveConfig({ files: [] }, undefined) : resolveConfig({}, file);
  return openLockedProject(file, config, effects);
}

/** A specification that was read from its origin. */
interface LoadedOrigin {
  readonly origin: Origin;
  readonly loaded: LoadResult;
  /** The texts to write, by address: the specification, then its overlays. None for a file of the project. */
  readonly texts: ReadonlyMap<string, string>;
}

interface AdditionContext {
  readonly project: LockedProject;
  readonly options: AddOptions;
  readonly effects: AddEffects;
}

async function fetchOrigin(
  origin: Origin,
  { project, options, effects }: AdditionContext,
): Promise<LoadedOrigin | { readonly problem: string }> {
  const { config } = project;
  const readText = async (address: string): Promise<readonly [string, string]> => [
    address,
    await readAddress(address, effects, config.limits),
  ];
  try {
    const texts = new Map<string, string>();
    if (origin.kind !== 'file') {
      const [address, text] = await readText(origin.address);
      texts.set(address, text);
      const overlays = options.overlays === false ? [] : listOverlays(origin, text, { options, effects });
      for (const [overlay, content] of await Promise.all(overlays.map(readText))) texts.set(overlay, content);
    }
    const [file = '', ...overlays] = origin.kind === 'file' ? [origin.path] : texts.keys();
    // Diagnostics show the address as the file.
    const files = replaceTexts(effects.files, new Map([...texts].map(([address, text]) => [resolve(effects.cwd, address), text])));
    return { origin, texts, loaded: loadApi({ file, overlays }, { ...config, methods: [] }, { ...effects, files }) };
  } catch (error) {
    if (error instanceof FetchError)
      return {
        problem:
          origin.kind === 'address' && origin.api !== undefined
            ? `${error.message}; ${suggestPackagedApi(origin.api, effects.files)}`
            : error.message,
      };
    throw error;
  }
}

/** Lists the addresses of the overlays that come with discogen. */
function listOverlays(
  origin: Exclude<Origin, { kind: 'file' }>,
  text: string,
  { options: { protos }, effects: { files } }: Omit<AdditionContext, 'project'>,
): readonly string[] {
  if (origin.kind === 'package') return origin.overlays;
  const overlays = findBundledOverlays(text, files).map(({ path }) => packagePrefix + path);
  return protos === undefined ? overlays : overlays.filter((path) => !path.endsWith(protosSuffix));
}

/** Reports errors of a specification, and a name that isn't safe as the name of a file. */
function checkCandidate({ loaded }: LoadedOrigin): readonly Diagnostic[] {
  if (loaded.resolved === undefined) return loaded.diagnostics.filter(isError);
  const { name, version } = loaded.resolved.api;
  const folder = `${name}-${version}`;
  const problem = checkFolderName(folder) ?? checkPath(`specs/${name}.${version}.json`);
  return problem === undefined ? [] : [createDiagnostic('unsafe-folder', { folder, problem }, loaded.at)];
}

interface Addition {
  readonly api: AddedApi;
  readonly model: Api;
  /** The files to write, with their texts. */
  readonly pinned: readonly { readonly pin: Pin; readonly text: string }[];
  /** A file that isn't pinned, because nothing can fetch it. */
  readonly written?: { readonly file: string; readonly text: string };
}

function planAddition({ origin, loaded, texts }: LoadedOrigin, { project, options, effects }: AdditionContext): readonly Addition[] {
  if (loaded.resolved === undefined) return [];
  const model = loaded.resolved.api;
  const { name, version, service } = model;
  const api = { name: options.name ?? name, package: `${name}-${version}`, ...omitUndefined({ service }) };
  if (origin.kind === 'file') {
    const file = relative(resolve(effects.cwd, project.folder), resolve(effects.cwd, origin.path)).replaceAll('\\', '/');
    return [{ api: { ...api, file, overlays: [] }, model, pinned: [] }];
  }
  const document = loaded.resolved.value;
  const revision = readRevision(origin.address, document);
  const pinned = [...texts].map(([address, text], index) => {
    const file =
      index === 0 ? `specs/${name}.${version}${findExtension(address, text)}` : `specs/overlays/${name}.${version}${findSuffix(address)}`;
    return { text, pin: { file, address, ...omitUndefined({ revision: readRevision(address, document) }), sha256: hashContent(text) } };
  });
  const [file = '', ...overlays] = pinned.map(({ pin }) => pin.file);
  return [{ api: { ...api, file, overlays, address: origin.address, ...omitUndefined({ revision }) }, model, pinned }];
}

/** Adds overlays with what protobuf definitions state. Throws `UsageError` if there is no definition of an API. */
async function addProtos(
  additions: readonly Addition[],
  protos: string,
  { project: { folder }, effects }: AdditionContext,
): Promise<readonly Addition[]> {
  const [{ learnProtos }, { openProtos }] = await Promise.all([import('../protos/learn-protos.js'), import('../protos/open-protos.js')]);
  const opened = openProtos(protos, effects);
  return additions.map((addition): Addition => {
    const { api, model } = addition;
    const { overlay, matchedMethods } = learnProtos(model, opened);
    if (matchedMethods === 0) throw new UsageError(`--protos: ${protos} contains no definition of ${model.name} ${model.version}`);
    const file = `specs/overlays/${model.name}.${model.version}${protosSuffix}`;
    const path = resolve(effects.cwd, folder, file);
    if (effects.files.stat(path) !== undefined && !isProtoOverlay(effects.files.read(path)))
      throw new UsageError(`cannot add ${api.name}: ${toDisplayPath(folder, file)} exists and is not an overlay from protobuf definitions`);
    return { ...addition, api: { ...api, overlays: [...api.overlays, file] }, written: { file, text: overlay } };
  });
}

/** The end of the name of the copy of an overlay. */
const findSuffix = (address: string): string => (address.endsWith(protosSuffix) ? protosSuffix : '.yaml');

/** The extension with which the file is read as it was at its address. */
function findExtension(address: string, text: string): string {
  const isYaml = /\.ya?ml$/i.test(address) || (!/\.json$/i.test(address) && !text.trimStart().startsWith('{'));
  return isYaml ? '.yaml' : '.json';
}

/** Throws `UsageError` for a name, a package, or a file that already exists. */
function checkConflicts(additions: readonly Addition[], project: LockedProject, effects: AddEffects): void {
  const names = new Map(project.config.sources.map(({ name = '' }) => [name, project.path]));
  const packages = new Map(listPackages(project.config, effects));
  for (const { api, pinned } of additions) {
    const label = api.address ?? toDisplayPath(project.folder, api.file);
    const otherPackage = packages.get(api.package.toLowerCase());
    if (otherPackage !== undefined)
      throw new UsageError(`cannot add ${label}: ${otherPackage} already describes the package ${api.package}`);
    const otherName = names.get(api.name);
    if (otherName !== undefined)
      throw new UsageError(`cannot add ${label}: ${otherName} already has the name ${quote(api.name)}; set another one with --name NAME`);
    packages.set(api.package.toLowerCase(), label);
    names.set(api.name, label);
    const obstacle = findFileObstacle(pinned, project, effects);
    if (obstacle !== undefined) throw new UsageError(`cannot add ${label}: ${obstacle}`);
  }
}

/** Lists the packages of the config, in lower case, with their specifications. Omits what can't be read, which \`generate\` reports. */
function listPackages({ sources, limits }: Config, effects: AddEffects): readonly (readonly [string, string])[] {
  return sources.flatMap(({ file }) => {
    const content = readNamedFile(file, effects);
    const value = 'problem' in content ? undefined : readSpecification(content, limits).specification?.value;
    return value === undefined ? [] : [[`${getText(value, 'name') ?? ''}-${readVersion(value)}`.toLowerCase(), file] as const];
  });
}

/** Describes what prevents writing the files: other content, or something that isn't a folder. */
function findFileObstacle(pinned: Addition['pinned'], project: LockedProject, effects: AddEffects): string | undefined {
  const paths = pinned.map(({ pin }) => pin.file);
  const obstacle = findUpdateObstacle(paths, project, effects);
  if (obstacle !== undefined) return obstacle;
  const { files, cwd } = effects;
  const { folder } = project;
  const other = pinned.find(({ pin, text }) => {
    const path = resolve(cwd, folder, pin.file);
    const kind = files.stat(path)?.kind;
    return kind !== undefined && (kind !== 'file' || hashContent(files.read(path)) !== hashContent(text));
  });
  return other && `${toDisplayPath(folder, other.pin.file)} already exists with other content; rename or remove it`;
}

/** The texts to write, by the path that the user sees: specifications, the lock, and the config. */
function planTexts(additions: readonly Addition[], project: LockedProject, { runtime }: AddOptions): ReadonlyMap<string, string> {
  const pinned = additions.flatMap((addition) => addition.pinned);
  const pins = new Map<string, Pin>(project.entries.map((entry) => [entry.file, entry]));
  for (const { pin } of pinned) pins.set(pin.file, pin);
  const format = /\.json$/i.test(project.path) ? 'json' : 'yaml';
  const entries = additions.map(({ api: { name, file, overlays } }) => ({ name, file, overlays }));
  const configText = addEntries(project.text, entries, { format, runtime });
  const { diagnostics } = readConfig({ path: project.path, text: configText });
  if (hasErrors(diagnostics)) throw new UsageError(`${project.path} would be invalid`, diagnostics);
  return new Map([
    ...pinned.map(({ pin, text }) => [toDisplayPath(project.folder, pin.file), text] as const),
    ...additions.flatMap(({ written }) =>
      written === undefined ? [] : [[toDisplayPath(project.folder, written.file), written.text] as const],
    ),
    ...(pinned.length === 0 ? [] : [[project.lockPath, formatLock([...pins.values()])] as const]),
    [project.path, configText],
  ]);
}
