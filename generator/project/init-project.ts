/** Starts a project: adds APIs, and creates the files that a project with generated packages needs. Existing files stay as they are. */
import { isAbsolute, relative, resolve } from 'node:path';
import { type Config, defaultConfig } from '../config/generate-options.js';
import { isPresent } from '../config/named-files.js';
import { selectSources } from '../config/select-sources.js';
import type { Diagnostic } from '../lib/diagnostics.js';
import type { RuntimeMode } from '../language/parts.js';
import type { Effects } from '../lib/effects.js';
import type { TestRunner } from '../emit/sample-test.js';
import { generatorVersion, packageRoot } from '../lib/root.js';
import { toSlashes } from '../lib/slashes.js';
import { UsageError } from '../lib/usage-error.js';
import { isLoaded, loadApi } from '../pipeline/load-api.js';
import { addSpecifications } from './add-specifications.js';
import { addScripts, type Manifest, manifestPath, readManifest } from './manifest.js';
import { addIgnoredPaths, formatSeed, formatTest, ignorePath, type NamedApi, seedPath, workflow, workflowPath } from './project-files.js';
import { replaceFiles } from './replace-files.js';

export interface InitOptions {
  /** The sources that `addSpecifications` takes. Ignored if there is a config. */
  readonly apis: readonly string[];
  /** The runtime of the packages, for a new config. Default: `package` for several APIs, otherwise `inline`. */
  readonly runtime?: RuntimeMode | undefined;
  /** Creates a sample seed, and a test of each API. */
  readonly samples: boolean;
  /** Creates a GitHub Actions workflow. */
  readonly workflow: boolean;
}

export interface InitResult {
  /** `failed`: nothing was written. */
  readonly status: 'done' | 'failed';
  readonly created: readonly string[];
  /** Existing files to which something was added. */
  readonly changed: readonly string[];
  /** Existing files that stay as they are. */
  readonly kept: readonly string[];
  /** The commands to run next. */
  readonly next: readonly string[];
  /** Why a specification can't be fetched. */
  readonly problems: readonly string[];
  /** The errors of the specifications. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Throws `UsageError` if there is no `package.json`, and if an API can't be added. */
export async function initProject(options: InitOptions, effects: Effects): Promise<InitResult> {
  const manifest = readManifest(effects);
  const hasConfig = isPresent(defaultConfig, effects);
  if (!hasConfig && options.apis.length === 0) throw new UsageError('init needs an API, such as --api dns:v1');
  const addition = hasConfig ? undefined : await addSpecifications(options.apis, selectRuntime(options), effects);
  const result = { created: [], changed: [], kept: [], next: [], problems: [], diagnostics: [] };
  if (addition?.status === 'failed') return { ...result, status: 'failed', problems: addition.problems, diagnostics: addition.diagnostics };
  const config = selectSources([], {}, effects);
  const loaded = config.sources.map((source) => loadApi(source, config, effects)).filter(isLoaded);
  const apis = loaded.map(({ source, resolved }) => ({ name: source.name ?? resolved.api.name, api: resolved.api }));
  const files = await planFiles(apis, { options, config, manifest, effects });
  const texts = files.filter(({ outcome }) => outcome !== 'kept').map(({ path, text }) => [resolve(effects.cwd, path), text] as const);
  replaceFiles(new Map(texts), effects.files);
  const list = (outcome: PlannedFile['outcome']): readonly string[] =>
    files.filter((file) => file.outcome === outcome).map(({ path }) => path);
  return {
    ...result,
    status: 'done',
    created: [...(addition?.files ?? []), ...list('created')],
    changed: list('changed'),
    kept: [...(hasConfig ? [defaultConfig] : []), ...list('kept')],
    next: listNextCommands(apis, { config, manifest, cwd: effects.cwd }),
  };
}

/** The config of a single API needn't state it. */
function selectRuntime({ apis, runtime = apis.length > 1 ? 'package' : 'inline' }: InitOptions): { readonly runtime?: RuntimeMode } {
  return apis.length > 1 || runtime === 'package' ? { runtime } : {};
}

interface PlannedFile {
  readonly path: string;
  readonly text: string;
  readonly outcome: 'created' | 'changed' | 'kept';
}

interface ProjectContext {
  readonly config: Config;
  readonly manifest: Manifest;
}

async function planFiles(
  apis: readonly NamedApi[],
  { options, config, manifest, effects }: ProjectContext & { readonly options: InitOptions; readonly effects: Effects },
): Promise<readonly PlannedFile[]> {
  const runner = getRunner(manifest);
  const setup = { scope: config.scope, runner, isModule: manifest.isModule };
  const samples = options.samples
    ? [[seedPath, formatSeed(apis)] as const, ...(await Promise.all(apis.map((api) => formatTest(api, setup))))]
    : [];
  const newFiles = [...samples, ...(options.workflow ? [[workflowPath, workflow] as const] : [])];
  const ignored = isPresent(ignorePath, effects) ? effects.files.read(resolve(effects.cwd, ignorePath)) : undefined;
  const scripts = { generate: 'discogen generate', test: runner === 'vitest' ? 'vitest run' : 'node --test' };
  return [
    ...newFiles.map(([path, text]) => ({ path, text, outcome: isPresent(path, effects) ? ('kept' as const) : ('created' as const) })),
    planEdit(ignorePath, ignored, addIgnoredPaths(ignored ?? '', config.out)),
    planEdit(manifestPath, manifest.text, addScripts(manifest.text, scripts)),
  ];
}

function planEdit(path: string, before: string | undefined, text: string): PlannedFile {
  return { path, text, outcome: before === undefined ? 'created' : before === text ? 'kept' : 'changed' };
}

const getRunner = ({ dependencies }: Manifest): TestRunner => (dependencies.has('vitest') ? 'vitest' : 'node');

function listNextCommands(
  apis: readonly NamedApi[],
  { config, manifest: { dependencies }, cwd }: ProjectContext & { readonly cwd: string },
): readonly string[] {
  const names = [...(config.runtime === 'package' ? ['runtime'] : []), ...apis.map(({ api }) => `${api.name}-${api.version}`)];
  const packages = names
    .filter((name) => !dependencies.has(`${config.scope}/${name}`))
    .map((name) => `${isAbsolute(config.out) ? '' : './'}${config.out}/${name}`);
  return [
    ...(dependencies.has('discogen') ? [] : listInstallCommands(cwd)),
    'npm run generate',
    ...(packages.length === 0 ? [] : [`npm install ${packages.join(' ')}`]),
    'npm test',
  ];
}

/** discogen isn't on npm, so the commands pack it. They are unnecessary if this folder or one above has it, such as the root of workspaces. */
function listInstallCommands(cwd: string): readonly string[] {
  const isInstalled =
    toSlashes(packageRoot).endsWith('/node_modules/discogen') && !relative(resolve(packageRoot, '../..'), cwd).startsWith('..');
  if (isInstalled) return [];
  const source = toSlashes(relative(cwd, packageRoot));
  return [`npm pack --silent ${source}`, `npm install --save-dev ./discogen-${generatorVersion}.tgz`];
}
