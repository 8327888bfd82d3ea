// Runs unmodified programs against the mocks, and writes the table of docs/guides/other-programs.md: `npm run programs -- FOLDER`.
// FOLDER contains `run.mjs`, which prints `PASS|FAIL PROGRAM/JOB DETAIL` for each job, and uses the checkout in the variable PROJECT.
// The versions are those of Debian's packages, and of npm packages in the folder WORKDIR. FILTER, a third argument, only prints.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');
const [folder, filter] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run programs -- FOLDER [FILTER]');
  process.exit(2);
}
const workFolder = process.env.WORKDIR ?? '/var/tmp/discogen-programs';

/** The jobs of each program, by whether they succeed. */
const results = new Map();
const child = spawn(process.execPath, [join(folder, 'run.mjs'), ...(filter === undefined ? [] : [filter])], {
  env: { ...process.env, PROJECT: root },
  stdio: ['ignore', 'pipe', 'inherit'],
});
for await (const line of createInterface({ input: child.stdout })) {
  console.log(line);
  const [, status, program, job] = /^(PASS|FAIL) ([\w@.-]+)\/(\S+)/.exec(line) ?? [];
  if (status === undefined) continue;
  const jobs = results.get(program) ?? { PASS: [], FAIL: [] };
  results.set(program, jobs);
  jobs[status].push(job);
}

/** Returns the version of a Debian package without that of its packaging, or `undefined`. */
function readDebianVersion(name) {
  try {
    const text = execFileSync('dpkg-query', ['--show', '--showformat', '${Version}', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.replace(/^\d+:/, '').replace(/[-+].*$/, '');
  } catch {
    return undefined;
  }
}

function readNpmVersion(name) {
  const file = join(workFolder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

/** Finds the package of a program: `rclone` for `rclone-drive`. */
function findPackage(program) {
  const words = program.split('-');
  for (let length = words.length; length > 0; length -= 1) {
    const name = words.slice(0, length).join('-');
    const rest = words.slice(length).join('-');
    const candidates = [
      ...[`@${name}/${rest}`, name, `@google-cloud/${name}`, `@google/${name}`].map((npm) => [npm, readNpmVersion(npm)]),
      ...[name, `python3-${name}`].map((debian) => [name, readDebianVersion(debian)]),
    ];
    const found = candidates.find(([, version]) => version !== undefined);
    if (found !== undefined) return found;
  }
  return [program, 'unknown'];
}

const list = (jobs) => jobs.map((job) => `\`${job}\``).join(', ') || '–';
const rows = [...results]
  .toSorted(([one], [other]) => (one < other ? -1 : 1))
  .map(([program, { PASS, FAIL }]) => `| ${program} | ${findPackage(program).join(' ')} | ${list(PASS)} | ${list(FAIL)} |`);
const count = (status) => [...results.values()].reduce((sum, jobs) => sum + jobs[status].length, 0);
const date = new Date().toISOString().slice(0, 10);
const table = [
  `${count('PASS')} of ${count('PASS') + count('FAIL')} jobs succeeded on ${date}:`,
  '',
  '| programs and API | version | works | fails |',
  '| --- | --- | --- | --- |',
  ...rows,
].join('\n');

console.log(`\n${table}`);
if (filter === undefined) {
  const page = join(root, 'docs/guides/other-programs.md');
  const text = readFileSync(page, 'utf8');
  const [start, end] = ['<!-- programs: npm run programs -->', '<!-- end of programs -->'];
  writeFileSync(page, text.slice(0, text.indexOf(start) + start.length) + `\n\n${table}\n\n` + text.slice(text.indexOf(end)));
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), [page]);
}
