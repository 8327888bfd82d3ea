// Writes docs/api/: the API reference of each package below generated/, from its declarations. The pages are built, not committed.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application } from 'typedoc';

const root = join(import.meta.dirname, '../..');
const out = join(root, 'docs/api');
const entryPoints = ['index', 'methods', 'mock', 'validators', 'values', 'otel', 'undici'];

/** The entry points of a package, each as a page of `out`/NAME; returns their names. */
async function document(name) {
  const folder = join(out, name);
  const dist = join(root, 'generated', name, 'dist');
  const found = entryPoints.filter((entry) => existsSync(join(dist, `${entry}.d.ts`)));
  const files = found.map((entry) => join(dist, `${entry}.d.ts`));
  // One name each: typedoc remembers the files of a config that it has read.
  const tsconfig = join(out, `${name}.tsconfig.json`);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions, files }));
  const app = await Application.bootstrapWithPlugins({
    entryPoints: files,
    tsconfig,
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    readme: 'none',
    disableSources: true,
    skipErrorChecking: true,
    // Types that a package uses but doesn't export have no page.
    validation: { notExported: false, invalidLink: false },
    logLevel: 'Warn',
    outputFileStrategy: 'modules',
    entryFileName: 'overview',
    hideBreadcrumbs: true,
    hidePageHeader: true,
    sanitizeComments: true,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error(`typedoc can't read ${name}`);
  await app.generateOutputs(project);
  rmSync(tsconfig);
  return found;
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const sidebar = [];
for (const name of readdirSync(join(root, 'generated'))) {
  if (!existsSync(join(root, 'generated', name, 'dist/index.d.ts'))) continue;
  const items = (await document(name)).map((entry) => ({ text: entry, link: `/api/${name}/${entry === 'index' ? '' : entry}` }));
  sidebar.push({ text: name, collapsed: true, items });
}
writeFileSync(join(out, 'sidebar.json'), JSON.stringify(sidebar));
const lines = sidebar.map(({ text, items }) => `- ${text}: ${items.map((item) => `[${item.text}](${item.link})`).join(', ')}`);
writeFileSync(join(out, 'index.md'), `# API reference\n\nThe entry points of the packages in this repository.\n\n${lines.join('\n')}\n`);
