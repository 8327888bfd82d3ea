/** The command-line function, on an in-memory file system. */
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { type MemoryEffects, memoryEffects } from '../../support/memory-files.js';
import { buildConfig, smallSpecification } from '../../support/small-specification.js';

interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function runDiscogen(line: string, effects: MemoryEffects = memoryEffects()): Promise<CommandResult> {
  effects.printed.stdout = '';
  effects.printed.stderr = '';
  const status = await runCommandLine(line === '' ? [] : line.split(' '), { ...effects, version: '1.2.3' });
  return { status, ...effects.printed };
}

const createProject = (): MemoryEffects =>
  memoryEffects({ 'discogen.config.yaml': buildConfig(['tiny']), 'specs/tiny.yaml': smallSpecification() });
const createInvalidProject = (): MemoryEffects =>
  memoryEffects({
    'discogen.config.yaml': buildConfig(['tiny']),
    'specs/tiny.yaml': smallSpecification().replace('$ref: Thing', '$ref: Thong'),
  });

describe('help', () => {
  test.each(['', '--help', '-h', 'help'])('lists the commands for "discogen %s"', async (line) => {
    expect(await runDiscogen(line)).toEqual({ status: 0, stderr: '', stdout: expect.stringContaining('  generate  ') });
  });
  test.each([
    'generate --help',
    'help generate',
    'generate --out x --help',
    'mock -h',
    'mock run --help',
    'help mock env',
    'lint --help',
    'export --help',
    'diff --help',
  ])('lists the options for "discogen %s"', async (line) => {
    expect(await runDiscogen(line)).toEqual({ status: 0, stderr: '', stdout: expect.stringContaining('  --quiet') });
  });
  test('prints the version', async () => {
    expect(await runDiscogen('--version')).toEqual({ status: 0, stderr: '', stdout: '1.2.3\n' });
  });
});

describe('prints a message with a hint and exits with 2 on wrong usage', () => {
  test.each([
    ['generat', 'there is no command "generat"; did you mean generate?'],
    ['--frob', 'there is no option "--frob" before the command; options follow it'],
    ['generate --frob', 'generate has no option --frob'],
    ['generate a.yaml', 'cannot read a.yaml: there is no such file'],
    ['generate', 'cannot read discogen.config.yaml: there is no such file'],
    ['lint', 'cannot read discogen.config.yaml: there is no such file'],
    ['lint a.yaml --config b.yaml', 'lint takes either files or --config'],
    ['export', 'export requires API'],
    ['export tiny', 'export requires --to FORMAT: one of discovery, openapi, json-schema'],
    ['export tiny --to raml', '--to must be one of discovery, openapi, json-schema (received "raml")'],
    ['diff a.yaml', 'diff requires OLD NEW'],
    ['diff a.yaml b.yaml', '"a.yaml" is neither a file nor the name of a configured API; no API is configured'],
    ['mock tiny --handlers none.mjs', 'cannot read none.mjs: there is no such file'],
    ['mock --port 70000', '--port must be an integer from 0 to 65535 (received "70000")'],
    ['mock --auth maybe', '--auth must be one of off, on (received "maybe")'],
    ['mock --seed nowhere.yaml', 'cannot read the seed nowhere.yaml: there is no such file'],
    ['mock run', 'mock run requires -- COMMAND [ARGS...]'],
    ['mock env --url ftp://x', '--url must be the address of a mock, such as http://127.0.0.1:8787 (received "ftp://x")'],
    ['mock env --url http://x/path', '--url must be the address of a mock, such as http://127.0.0.1:8787 (received "http://x/path")'],
    ['mock nothing', '"nothing" is neither a file nor the name of a configured API; no API is configured'],
  ])('discogen %s', async (line, message) => {
    const { status, stdout, stderr } = await runDiscogen(line);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^discogen: .*\nrun `discogen( \w+){0,2} --help` for the (commands|options)\n$/);
    expect(stderr).toContain(`discogen: ${message}`);
  });
  test('includes the message in the result of --json', async () => {
    expect(JSON.parse((await runDiscogen('generate --json')).stdout)).toEqual({
      error: expect.stringContaining('cannot read'),
      diagnostics: [],
    });
  });
  test('reports an invalid config with positions', async () => {
    const result = await runDiscogen('generate', memoryEffects({ 'discogen.config.yaml': 'spec: []\n' }));
    expect(result).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'discogen.config.yaml:1:1: error missing-key a config needs the key "specs" (see docs/reference/diagnostics.md#missing-key)\ndiscogen.config.yaml:1:1: error unknown-key unknown key "spec" in a config; did you mean "specs"? (see docs/reference/diagnostics.md#unknown-key)\ndiscogen: discogen.config.yaml is invalid\n',
    });
  });
});

describe('generate', () => {
  test('prints what it writes, "up to date" on the second run, and nothing with --quiet', async () => {
    const effects = createProject();
    expect(await runDiscogen('generate', effects)).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^made\/tiny-v1: \d+ files from specs\/tiny\.yaml, \d+ written\n$/),
    });
    expect(await runDiscogen('generate', effects)).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(/^made\/tiny-v1: \d+ files from specs\/tiny\.yaml, up to date\n$/),
    });
    expect(await runDiscogen('generate --quiet', effects)).toEqual({ status: 0, stderr: '', stdout: '' });
    effects.files.edit('/project/made/tiny-v1/LICENSE', '');
    expect(await runDiscogen('generate --check', effects)).toEqual({
      status: 1,
      stdout: 'changed made/tiny-v1/LICENSE\n',
      stderr: 'discogen: the output is stale; run `discogen generate`\n',
    });
    expect(await runDiscogen('generate --check --quiet', effects)).toEqual({
      status: 1,
      stdout: 'changed made/tiny-v1/LICENSE\n',
      stderr: '',
    });
  });
  test('prints diagnostics to standard error', async () => {
    expect(await runDiscogen('generate', createInvalidProject())).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^specs\/tiny\.yaml:\d+:\d+: error dangling-reference .*\ndiscogen: nothing was written\n$/),
    });
  });
  test('reports a full disk as a system error', async () => {
    const effects = createProject();
    effects.files.fill();
    expect(await runDiscogen('generate', effects)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'discogen: ENOSPC: no space left on device, write\n',
    });
  });
  test('prints the result with --json', async () => {
    const { status, stdout } = await runDiscogen('generate --json', createProject());
    expect([status, JSON.parse(stdout)]).toMatchObject([
      0,
      { status: 'done', packages: [{ folder: 'made/tiny-v1', specification: 'specs/tiny.yaml' }] },
    ]);
    expect(JSON.parse((await runDiscogen('generate --json', createInvalidProject())).stdout)).toMatchObject({
      status: 'failed',
      packages: [],
      diagnostics: [{ code: 'dangling-reference', file: 'specs/tiny.yaml' }],
    });
  });
});

describe('export', () => {
  test.each(['discovery', 'openapi', 'json-schema'])('prints one JSON document: %s', async (format) => {
    const { status, stdout, stderr } = await runDiscogen(
      `export tiny --to ${format} --var base_url=https://tiny.example.com`,
      createProject(),
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Thing');
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });
  test('accepts a file without a config', async () => {
    expect(await runDiscogen('export t.yaml --to discovery', memoryEffects({ 't.yaml': smallSpecification() }))).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
  test('prints only diagnostics for an invalid specification', async () => {
    expect(await runDiscogen('export tiny --to discovery', createInvalidProject())).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('error dangling-reference'),
    });
  });
  test('rejects a name that is neither a specification nor a file', async () => {
    expect((await runDiscogen('export tini --to discovery', createProject())).stderr).toContain(
      '"tini" is neither a file nor the name of a configured API; did you mean tiny?',
    );
  });
});
