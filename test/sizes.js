// Measures the size of generated code in user programs, prints it next to the budgets of sizes.json, and fails if a budget is exceeded.
// `node test/sizes.js --write` sets the budgets to the measured sizes plus a tenth, apart from fixed limits.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '..');
const budgetsFile = join(import.meta.dirname, 'sizes.json');

const inlinePackage = 'an inline package of three methods';
const loadedMock = 'dns: what the mock loads with its package, minified and gzipped';

/** The limits that don't follow from a measurement. */
const limits = { [`${inlinePackage}, bytes`]: 700_000, [`${inlinePackage}, files`]: 60, [loadedMock]: 112_640 };

/** The smallest API with a resource. */
const library = `name: library
version: v1
rootUrl: https://library.example.com/
x-source: { public: an example }
schemas:
  Book: { type: object, properties: { name: { type: string, required: true }, pages: { type: integer, format: int32, minimum: 1 } } }
  BookList: { type: object, properties: { books: { type: array, items: { $ref: Book } }, nextPageToken: { type: string } } }
resources:
  books:
    methods:
      create: { id: library.books.create, httpMethod: POST, path: v1/books, request: { $ref: Book }, response: { $ref: Book } }
      get: { id: library.books.get, httpMethod: GET, path: 'v1/books/{name}', parameters: { name: { type: string, location: path, required: true } }, response: { $ref: Book } }
      list: { id: library.books.list, httpMethod: GET, path: v1/books, parameters: { pageSize: { type: integer, format: int32, location: query }, pageToken: { type: string, location: query } }, response: { $ref: BookList } }
`;

/** A program that calls methods by their functions. */
function oneMethod(name, methods) {
  const calls = methods.map((method) => `console.log(await ${method}(client, { project: 'p', managedZone: 'z', requestBody: {} }));`);
  return `import { createClient, ${methods.join(', ')} } from 'generated/${name}/dist/methods.js';
    const client = createClient({ rootUrl: 'https://service.example' });
    ${calls.join(' ')}`;
}

/** The cost of further methods: the largest increase counts. */
const furtherMethods = [
  'managedZonesGet',
  'managedZonesCreate',
  'managedZonesPatch',
  'policiesGet',
  'resourceRecordSetsCreate',
  'projectsGet',
];

/** Programs bundled like a user's: minified, compressed, and tree-shaken. */
const programs = {
  'dns: one method': oneMethod('dns-v1', ['managedZonesGet']),
  'dns: one list method': oneMethod('dns-v1', ['managedZonesList']),
  'compute: one method with a request id': oneMethod('compute-v1', ['subnetworksPatch']),
  'dns: one method and a list': oneMethod('dns-v1', ['managedZonesGet', 'managedZonesList']),
  'dns: all methods': `import * as methods from 'generated/dns-v1/dist/methods.js'; globalThis.methods = methods;`,
  'dns: the whole client': `import { createDnsClient } from 'generated/dns-v1/dist/index.js';
    console.log(await createDnsClient({ rootUrl: 'https://dns.example' }).managedZones.get({ project: 'p', managedZone: 'z' }));`,
  'dns: the mock': `import { createMock } from 'generated/dns-v1/dist/mock.js'; console.log(createMock());`,
  'compute: one validator': `import { validateSubnetwork } from 'generated/compute-v1/dist/validators.js'; console.log(validateSubnetwork({}));`,
  // Includes 2,500 bytes for the grammars of filters and masks, and 700 bytes for rules of single methods, such as names at creation.
  'compute: all validators': `import * as validators from 'generated/compute-v1/dist/validators.js'; globalThis.validators = validators;`,
};

/** Size in bytes of a program with everything that it loads, or only with what it loads before it runs. */
async function bundledSize(text, { isInitial = false } = {}) {
  const entry = 'virtual:program';
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    // The mock loads its control page when a browser asks for it.
    external: /^node:|^\.\/ui\.js$/,
    platform: 'neutral',
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === entry ? id : id.startsWith('generated/') ? join(root, id) : null),
        load: (id) => (id === entry ? text : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const listImports = (name) => [name, ...(chunks.get(name)?.imports ?? []).flatMap(listImports)];
  const names = isInitial ? new Set(listImports(output.find(({ isEntry }) => isEntry).fileName)) : chunks.keys();
  return [...names].reduce((sum, name) => sum + (chunks.has(name) ? gzipSync(chunks.get(name).code, { level: 9 }).length : 0), 0);
}

/**
 * The largest program with one method of an API and with two. The methods are the largest of each kind, plain or list, with the same
 * steps: the eight with the longest code, and of these in programs of two, the two that lead to the largest programs.
 */
async function largestPrograms(name) {
  const text = readFileSync(join(root, 'generated', name, 'dist', 'methods.js'), 'utf8');
  const size = (...methods) => bundledSize(oneMethod(name, methods));
  const lengths = methodSizes(name);
  const kinds = new Map();
  for (const [, method, define, steps] of text.matchAll(/^export const (\w+) = .*\bdefine(List)?Method\([\w.]+([^)]*)\)/gm)) {
    const kind = `${define} ${steps}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), method]);
  }
  const largest = [];
  let one = 0;
  for (const methods of kinds.values()) {
    const longest = methods.sort((a, b) => lengths.get(b) - lengths.get(a));
    const sizes = [];
    for (const method of longest.slice(0, 8)) sizes.push({ method, alone: await size(method) });
    sizes.sort((a, b) => b.alone - a.alone);
    one = Math.max(one, sizes[0].alone);
    largest.push(...sizes.slice(0, 2).map(({ method }) => method));
  }
  let two = 0;
  for (const [at, method] of largest.entries()) for (const other of largest.slice(at + 1)) two = Math.max(two, await size(method, other));
  return { one, two };
}

/** Sizes of the generated JavaScript of each method by its name, without doc comments: descriptor, function, and entry in the client. */
function methodSizes(name) {
  const code = (file) => readFileSync(join(root, 'generated', name, 'dist', file), 'utf8').replaceAll(/^\/\*\*$[^]*?^ ?\*\/$/gm, '');
  const [descriptors, methods, client] = ['descriptors.js', 'methods.js', 'index.js'].map(code);
  const statements = [...methods.matchAll(/^export const (\w+) = .*\bdefine(?:List)?Method\([^]*?;$/gm)];
  const sizes = statements.map(([text, constant]) => {
    const [descriptor = ''] = new RegExp(`^export const ${constant} = \\{[^]*?^\\};$`, 'm').exec(descriptors) ?? [];
    const [bound = ''] = new RegExp(`^\\s.*\\b${constant}\\b.*$`, 'm').exec(client) ?? [];
    if (descriptor === '' || bound === '') throw new Error(`${name}: expected a descriptor of ${constant} and its place in the client`);
    return [constant, [text, descriptor, bound].reduce((sum, part) => sum + Buffer.byteLength(part), 0)];
  });
  return new Map(sizes);
}

/** Generates a package that contains the runtime, and measures its files. */
async function measureInlinePackage() {
  const folder = mkdtempSync(join(tmpdir(), 'discogen-sizes-'));
  try {
    const file = join(folder, 'library.v1.yaml');
    writeFileSync(file, library);
    const { generate } = await import('../dist/index.js');
    const { packages } = await generate({ files: [file], out: join(folder, 'packages'), runtime: 'inline' });
    const entries = readdirSync(packages[0].folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return { files: entries.length, bytes: entries.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure() {
  const sizes = {};
  for (const [name, text] of Object.entries(programs)) sizes[`${name}, minified and gzipped`] = await bundledSize(text);
  sizes[loadedMock] = await bundledSize(programs['dns: the mock'], { isInitial: true });
  const { files, bytes } = await measureInlinePackage();
  Object.assign(sizes, { [`${inlinePackage}, files`]: files, [`${inlinePackage}, bytes`]: bytes });
  const { loadPage } = await import('../dist/runtime/ui.js');
  const page = await loadPage();
  sizes['the control page of mocks, gzipped'] = gzipSync(page, { level: 9 }).length;
  const steps = [];
  for (let count = 1; count <= furtherMethods.length; count += 1)
    steps.push(await bundledSize(oneMethod('dns-v1', furtherMethods.slice(0, count))));
  sizes['dns: each further method, minified and gzipped, at most'] = Math.max(...steps.slice(1).map((size, at) => size - steps[at]));
  for (const name of readdirSync(join(root, 'generated')).filter((folder) => /-v\d/.test(folder))) {
    const { one, two } = await largestPrograms(name);
    sizes[`${name}: the largest program of one method, minified and gzipped`] = one;
    sizes[`${name}: the largest program of two methods, minified and gzipped`] = two;
    sizes[`${name}: JavaScript of its largest method`] = Math.max(...methodSizes(name).values());
  }
  return sizes;
}

function table(sizes, budgets) {
  const rows = Object.entries(sizes).map(([name, size]) => [
    name,
    size,
    budgets[name],
    size > budgets[name] || budgets[name] === undefined,
  ]);
  const width = Math.max(...rows.map(([name]) => name.length));
  const number = (value) => String(value ?? 'none').padStart(8);
  const line = ([name, size, budget, over]) => `${name.padEnd(width)} ${number(size)} ${number(budget)}${over ? '  over budget' : ''}`;
  return {
    text: [`${'bytes'.padEnd(width)} ${number('size')} ${number('budget')}`, ...rows.map(line)].join('\n'),
    over: rows.some(([, , , over]) => over),
  };
}

const sizes = await measure();
if (process.argv.includes('--write')) {
  const measured = Object.entries(sizes).filter(([name]) => limits[name] === undefined);
  const budgets = Object.fromEntries(measured.map(([name, size]) => [name, Math.ceil(size * 1.1)]));
  writeFileSync(budgetsFile, `${JSON.stringify(budgets, null, 2)}\n`);
}
const { text, over } = table(sizes, { ...JSON.parse(readFileSync(budgetsFile, 'utf8')), ...limits });
console.log(text);
if (over) process.exitCode = 1;
