// Builds dist/ from the rooms (see `docs/architecture.md`); with --packages also the dist/ of the packages under generated/.
// With --if-changed it does nothing if its sources are those of the last build. It never writes a committed file, so that `generate --check` can report a package that is out of date.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The rooms whose code runs in the generator and its commands, without what packages contain. */
const generatorRooms = ['generator', 'fidelity', 'testing', 'mock/stores', 'services'];
/** The rooms whose code packages contain, and the templates of their pages. */
const packageRooms = ['runtime', 'mock', 'services', 'control-page', 'templates'];
/** Returns a test of whether a path of a module, relative to the repository, matches. */
const isIn = (pattern) => (id) => pattern.test(relative(root, id).replaceAll('\\', '/'));
/** Media support, which only packages of services with media contain. */
const mediaModules = 'media-entry\\.ts|api/media/(?!media-support)|engine/content/(?:digests|resource-content)';
const isMock = isIn(new RegExp(`^mock/(?!index\\.ts|${mediaModules})`));
const dist = join(root, 'dist');
const runtimeFolder = join(dist, 'runtime');
/** The runtime that packages contain: the same modules in less space. */
const inlineRuntimeFolder = join(dist, 'inline-runtime');
/** The source maps of `dist/` and `dist/runtime/`, for profiles. No script refers to them, so that packages with the runtime don't change. */
const mapsFolder = join(dist, 'maps');
/** discogen runs the mock that packages contain. Only chunks import it, and this is its path from them. */
const [mockSource, bundledMock] = ['/mock/index.js', '../runtime/mock.js'];
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
// npm 10 fails to install a package whose optional peers contain vitest 4, so the manifest doesn't list it.
const externalPackages = [...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }), 'vitest'];
const external = new RegExp(`^node:|^(${externalPackages.join('|')})(/|$)`);

/** Lists the files in a folder and its subfolders, sorted. */
function listFilesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Hashes everything that the build reads. */
function hashSources() {
  const hash = createHash('sha256');
  for (const file of [...[...generatorRooms, ...packageRooms].flatMap(listFilesBelow), join(root, 'package-lock.json')])
    hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Computes an id that changes if the output of the generator can change: a hash of its sources and the versions of its dependencies. */
function computeBuildId() {
  const hash = createHash('sha256').update(JSON.stringify([manifest.version, manifest.dependencies, manifest.devDependencies]));
  for (const file of generatorRooms.flatMap(listFilesBelow)) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 32);
}

async function bundleGenerator() {
  const [{ rolldown }, { minifySync }] = await Promise.all([import('rolldown'), import('rolldown/utils')]);
  const build = await rolldown({
    cwd: root,
    input: {
      main: 'generator/cli/main.ts',
      index: 'generator/index.ts',
      thread: 'generator/pipeline/build-thread.ts',
      'recording-thread': 'generator/pipeline/recording-thread.ts',
      packages: 'generator/write/compile-packages.ts',
      store: 'mock/stores/index.ts',
      service: 'mock/define-service.ts',
      redirect: 'generator/cli/redirect.ts',
      'proxy-preload': 'generator/cli/proxy-preload.ts',
    },
    external,
    platform: 'node',
    plugins: [
      { name: 'mock', resolveId: (specifier) => (specifier.endsWith(mockSource) ? { id: bundledMock, external: true } : null) },
      {
        name: 'standard-library',
        transform: (code, id) => (id.endsWith('ts-morph-common.js') ? { code: omitStandardLibrary(code), map: { mappings: '' } } : null),
      },
    ],
    transform: {
      // ts-morph contains CommonJS modules that read their own path.
      define: {
        __DISCOGEN_BUILD__: JSON.stringify(computeBuildId()),
        __filename: 'import.meta.filename',
        __dirname: 'import.meta.dirname',
      },
    },
  });
  const { output: files } = await build.generate({ format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js', ...mapOptions });
  await build.close();
  const output = files.filter(({ type }) => type === 'chunk');
  collectLicenses(output);
  mkdirSync(join(dist, 'chunks'), { recursive: true });
  for (const file of output) {
    writeFileSync(join(dist, file.fileName), isLibrary(file) ? escapeCode(minifySync(file.fileName, file.code).code) : file.code);
    if (!isLibrary(file)) writeMap(file);
  }
  const current = new Set(output.map((file) => join(dist, file.fileName)));
  for (const file of listFilesBelow('dist/chunks')) if (!current.has(file)) rmSync(file);
}

/** Omits the declarations of the standard library, which are a third of ts-morph, and which discogen never loads. */
function omitStandardLibrary(code) {
  const [before, declarations, after] = code.split(/^const libFiles = (\[\{[^]*?^ *\}\]);$/m);
  if (declarations === undefined) throw new Error('ts-morph has no list of declarations');
  return `${before}const libFiles = [];${after}`;
}

/** Replaces other characters than ASCII, because V8 takes twice the memory for a script that contains one, and more time to load it. */
function escapeCode(code) {
  return code.replace(/\\[^]|[^\0-\x7f]/g, (part) => {
    const unit = part.slice(-1);
    return unit <= '\x7f' ? part : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Returns whether a chunk contains only libraries, of which the largest is several megabytes long. */
const isLibrary = ({ moduleIds }) =>
  moduleIds.some((id) => id.includes('node_modules')) &&
  !moduleIds.some((id) => [...generatorRooms, ...packageRooms].some((room) => id.startsWith(join(root, room))));

const mapOptions = {
  sourcemap: 'hidden',
  sourcemapExcludeSources: true,
  sourcemapPathTransform: (source, map) => relative(root, resolve(dirname(map), source)).replaceAll('\\', '/'),
};

/** Writes the source map of a script, whose sources are relative to the root of the repository. */
function writeMap({ fileName, map }) {
  // A script without code of a source has none.
  if (!map) return;
  mkdirSync(mapsFolder, { recursive: true });
  writeFileSync(join(mapsFolder, `${basename(fileName)}.map`), JSON.stringify(map));
}

/** The license texts of the libraries that are compiled into scripts, by package name. */
const bundledLicenses = new Map();

/** Returns the names of the packages. */
function collectLicenses(output) {
  const names = new Set();
  for (const path of output.flatMap((file) => Object.keys(file.modules ?? {}))) {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path.replaceAll('\\', '/'))?.[1];
    if (name === undefined) continue;
    names.add(name);
    if (bundledLicenses.has(name)) continue;
    const folder = join(root, 'node_modules', name);
    const license = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    bundledLicenses.set(name, readFileSync(join(folder, license ?? 'LICENSE'), 'utf8').trim());
  }
  // It contains TypeScript.
  if (bundledLicenses.has('@ts-morph/common'))
    bundledLicenses.set('typescript', readFileSync(join(root, 'node_modules/typescript/LICENSE.txt'), 'utf8').trim());
  return names;
}

/** Keeps the licenses of the libraries in service modules, which the notices of packages contain. */
function writeLibraryLicenses(output) {
  const folder = join(dist, 'licenses');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const isService = isIn(/^services\//);
  const services = output.filter(({ moduleIds = [] }) => moduleIds.some(isService));
  for (const name of collectLicenses(services))
    writeFileSync(join(folder, `${name.replace('/', '+')}.txt`), `${bundledLicenses.get(name)}\n`);
}

function writeLicenses() {
  const notices = [...bundledLicenses].sort().map(([name, text]) => `${name}\n\n${text}\n`);
  writeFileSync(join(dist, 'THIRD_PARTY_NOTICES'), notices.join(`\n${'='.repeat(80)}\n\n`));
}

/** Bundles the entries for test runners. They don't share modules with the generator, because some of them also run in browsers. */
async function bundleTesting() {
  const { rolldown } = await import('rolldown');
  const entries = ['vitest', 'node-test', 'playwright', 'msw'];
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [name, `testing/${name}.ts`])),
    external,
    platform: 'neutral',
    treeshake: { moduleSideEffects: false },
  });
  const folder = join(dist, 'testing');
  rmSync(folder, { recursive: true, force: true });
  await build.write({ dir: folder, format: 'esm', chunkFileNames: '[name].js' });
  await build.close();
}

/** Compiles the validators of the specification language, so that the installed package needs no compiler for them. */
async function compileShapeValidators() {
  const [{ rolldown }, { Ajv }, { default: standalone }] = await Promise.all([
    import('rolldown'),
    import('ajv'),
    import('ajv/dist/standalone/index.js'),
  ]);
  const build = await rolldown({ cwd: root, input: 'generator/check/schema/index.ts', platform: 'node' });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  const { dialectNames, createLanguageSchema, shapeOptions } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  mkdirSync(join(dist, 'shapes'), { recursive: true });
  for (const dialect of dialectNames) {
    const ajv = new Ajv({ ...shapeOptions, code: { source: true } });
    const source = standalone.default(ajv, ajv.compile(createLanguageSchema(dialect)));
    const script = await rolldown({
      cwd: root,
      input: `${dialect}.cjs`,
      platform: 'node',
      plugins: [
        {
          name: 'source',
          resolveId: (id) => (id === `${dialect}.cjs` ? join(root, id) : null),
          load: (id) => (id.endsWith(`${dialect}.cjs`) ? source : null),
        },
      ],
    });
    const { output } = await script.generate({ format: 'cjs', minify: true });
    await script.close();
    collectLicenses(output);
    writeFileSync(join(dist, 'shapes', `${dialect}.cjs`), output[0].code);
  }
}

/**
 * Bundles the control page of mocks as one HTML document in a module of the runtime. The policy allows its script and its style by their
 * hashes, and nothing from another origin.
 */
async function bundleControlPage() {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({ cwd: join(root, 'control-page'), input: 'main.tsx', platform: 'browser' });
  const { output } = await build.generate({ format: 'iife', minify: true, comments: false });
  await build.close();
  const script = output[0].code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trimEnd();
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const styles = listFilesBelow('control-page').filter((file) => file.endsWith('.css'));
  const style = styles
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const page = read('control-page/page.html')
    .replace('<style></style>', () => `<style>${style}</style>`)
    .replace('<script></script>', () => `<script>${script}</script>`);
  const quoteHash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const contentSecurityPolicy = [
    "default-src 'none'",
    `script-src ${quoteHash(script)}`,
    `style-src ${quoteHash(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const licenses = ['preact', '@preact/signals'].map((name) => `${name}\n\n${read(`node_modules/${name}/LICENSE`)}`).join('\n');
  const text = `/*\nThe control page contains these libraries:\n\n${licenses}*/
export const contentSecurityPolicy = ${JSON.stringify(contentSecurityPolicy)};
const compressedPage = '${gzipSync(page, { level: 9 }).toString('base64')}';
export async function loadPage() {
  const bytes = Uint8Array.from(atob(compressedPage), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
`;
  for (const folder of [runtimeFolder, inlineRuntimeFolder]) writeFileSync(join(folder, 'ui.js'), text);
}

/** The modules of each service, and its checks for validators, are entry points, so that only packages that name one contain it. */
function listServiceEntries() {
  const folder = join(root, 'services');
  const services = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(
    services.flatMap(({ name }) => [
      [`${name}-services`, `services/${name}/index.ts`],
      ...(existsSync(join(folder, name, 'validate')) ? [[`${name}-validate`, `services/${name}/validate/index.ts`]] : []),
    ]),
  );
}

/** Omits the comments and the layout of declarations. */
const shortenDeclarations = (code) => code.replace(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, '').replace(/^[ \t]+/gm, '');

/** Names of classes appear when an error is printed. */
const minification = { compress: { keepNames: { class: true, function: false } }, mangle: { keepNames: { class: true, function: false } } };

/** Bundles the runtime of packages: one module with declarations per entry point, one that all share, and one that mocks share with service modules. */
async function bundleRuntime() {
  const [{ rolldown }, { dts }] = await Promise.all([import('rolldown'), import('rolldown-plugin-dts')]);
  for (const folder of [runtimeFolder, inlineRuntimeFolder]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  for (const extension of ['js', 'd.ts']) {
    const build = await rolldown({
      cwd: root,
      input: {
        client: 'runtime/client/index.ts',
        validate: extension === 'js' ? 'runtime/validate/index.ts' : 'runtime/validate/declarations.ts',
        values: 'runtime/values/index.ts',
        mock: 'mock/index.ts',
        media: 'mock/media-entry.ts',
        otel: 'runtime/client/otel.ts',
        undici: 'runtime/client/undici.ts',
        re2: 'runtime/re2.ts',
        ...listServiceEntries(),
      },
      external: /^node:/,
      platform: 'neutral',
      tsconfig: false,
      // Some libraries have no `exports`.
      resolve: { mainFields: ['module', 'main'] },
      treeshake: { moduleSideEffects: false },
      transform: { target: 'es2022', typescript: { onlyRemoveTypeImports: true } },
      plugins: [
        // The control page is a module of its own beside the mock.
        { name: 'control-page', resolveId: (specifier) => (specifier.endsWith('/ui.js') ? { id: './ui.js', external: 'relative' } : null) },
        ...(extension === 'js' ? [] : [dts({ emitDtsOnly: true, oxc: true, tsconfig: false })]),
      ],
      // Without this, the bundler warns that the declarations take a long time.
      checks: { bundlerTimings: false },
    });
    /** `perUse`: whether the parts that a mock loads at first use are modules of their own, and not one module together. */
    const createOptions = (perUse) => ({
      chunkFileNames: `[name].${extension}`,
      minifyInternalExports: false,
      // The declarations have the comments that users need.
      comments: extension === 'd.ts' || { annotation: true, legal: true, jsdoc: false },
      codeSplitting: {
        groups: [
          // What a mock loads with its package. An entry contains nothing, so that it exports only what users import.
          {
            name: 'engine',
            test: (id) => isMock(id) || isIn(/^runtime\/values\/json\.ts$/)(id),
            tags: ['$initial'],
            minShareCount: extension === 'js' ? 1 : 2,
          },
          // What several of the parts share that a mock loads at first use.
          { name: 'server', test: isMock, minShareCount: perUse ? 2 : 1 },
          { name: 'shared', test: isIn(/^runtime\/(?!values\/json\.ts$)/), minShareCount: 2, priority: 1 },
        ],
      },
    });
    const { output } = await build.generate({ ...createOptions(true), ...(extension === 'js' && mapOptions) });
    const { output: small } = await build.generate({
      ...createOptions(extension === 'd.ts'),
      ...(extension === 'js' && { minifyInternalExports: true, minify: minification }),
    });
    await build.close();
    if (extension === 'js') writeLibraryLicenses(output.filter(({ type }) => type === 'chunk'));
    for (const file of output.filter(({ type }) => type === 'chunk')) {
      writeFileSync(join(runtimeFolder, file.fileName), file.code);
      if (extension === 'js') writeMap(file);
    }
    for (const { type, fileName, code } of small)
      if (type === 'chunk') writeFileSync(join(inlineRuntimeFolder, fileName), extension === 'js' ? code : shortenDeclarations(code));
  }
}

/** Writes the type declarations of the entry points. */
function emitDeclarations() {
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  const project = join(root, 'generator/tsconfig.build.json');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the types of discogen do not compile:\n${stdout}`);
}

async function compileGenerated() {
  const { compilePackages } = await import(join(dist, 'packages.js'));
  if (existsSync(join(root, 'generated'))) await compilePackages(join(root, 'generated'));
}

const sources = hashSources();
/** Holds the hash of the sources of the last complete build. */
const record = join(dist, '.sources');
const isCurrent = process.argv.includes('--if-changed') && existsSync(record) && readFileSync(record, 'utf8') === sources;

try {
  if (!isCurrent) {
    rmSync(record, { force: true });
    rmSync(mapsFolder, { recursive: true, force: true });
    await bundleGenerator();
    await bundleTesting();
    await compileShapeValidators();
    await bundleRuntime();
    await bundleControlPage();
    emitDeclarations();
    writeLicenses();
    if (process.argv.includes('--packages')) await compileGenerated();
    writeFileSync(record, sources);
  }
} catch (error) {
  const advice = error?.code === 'ERR_MODULE_NOT_FOUND' ? '; run `npm ci` first, which installs what the build needs' : '';
  process.stderr.write(`discogen: the build failed: ${error instanceof Error ? error.message : String(error)}${advice}\n`);
  process.exitCode = 1;
}
