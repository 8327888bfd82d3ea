/** Machine-readable diagnostics, and configurable severities. */
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../generator/cli/cli.js';
import { toGithub, toSarif } from '../../../generator/cli/lint-formats.js';
import { type Diagnostic } from '../../../generator/lib/diagnostics.js';
import { memoryEffects } from '../../support/memory-files.js';

const files = { 'a.yaml': 'name: shop\nversion: v1\nschemas: { Thing: { $ref: Thong } }\n' };

async function lint(options: readonly string[]) {
  const effects = memoryEffects(files);
  const status = await runCommandLine(['lint', 'a.yaml', ...options], { ...effects, version: '' });
  return { status, ...effects.printed };
}

const diagnostic: Diagnostic = {
  code: 'dangling-reference',
  severity: 'error',
  message: 'there is no schema "A%,:\n\rB"',
  file: 'my folder/50%,a:b\u2028.yaml',
  line: 3,
  column: 7,
  suggestion: 'C',
  page: 'docs/reference/diagnostics.md#dangling-reference',
};

/** The required parts of the SARIF 2.1.0 schema. */
const messageSchema = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 } },
  additionalProperties: false,
};
const levelSchema = { enum: ['none', 'note', 'warning', 'error'] };
const positiveInteger = { type: 'integer', minimum: 1 };
const closedObject = (properties: Record<string, object>, required = Object.keys(properties)): object => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const arraySchema = (items: object): object => ({ type: 'array', items });
const sarif = closedObject({
  $schema: { type: 'string', pattern: '^https://' },
  version: { const: '2.1.0' },
  runs: arraySchema(
    closedObject({
      tool: closedObject({
        driver: closedObject({
          name: { type: 'string' },
          rules: arraySchema(
            closedObject({
              id: { type: 'string' },
              shortDescription: messageSchema,
              help: messageSchema,
              defaultConfiguration: closedObject({ level: levelSchema }),
            }),
          ),
        }),
      }),
      columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
      results: arraySchema(
        closedObject({
          ruleId: { type: 'string' },
          ruleIndex: { type: 'integer', minimum: 0 },
          level: levelSchema,
          message: messageSchema,
          properties: closedObject({ page: { type: 'string' } }),
          locations: arraySchema(
            closedObject({
              physicalLocation: closedObject({
                artifactLocation: closedObject({ uri: { type: 'string', pattern: "^[A-Za-z0-9._~:/!$&'()*+,;=@%-]+$" } }),
                region: closedObject({ startLine: positiveInteger, startColumn: positiveInteger }),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
});

describe('SARIF', () => {
  test.each([[[]], [[diagnostic]], [[diagnostic, { ...diagnostic, severity: 'warning' as const, file: '/a/\ud800 b.yaml' }]]])(
    'conforms to the schema of SARIF 2.1.0 (%#)',
    (diagnostics) => {
      const validate = new Ajv({ strict: false }).compile(sarif);
      validate(JSON.parse(JSON.stringify(toSarif(diagnostics, '/work'))));
      expect(validate.errors ?? []).toEqual([]);
    },
  );

  test('prints it with --format sarif', async () => {
    const { status, stdout } = await lint(['--format', 'sarif']);
    const [run] = (
      JSON.parse(stdout) as { runs: { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] }[] }
    ).runs;
    expect(status).toBe(1);
    expect(run?.results.map(({ ruleId, ruleIndex }) => [ruleId, run.tool.driver.rules[ruleIndex]?.id])).toEqual([
      ['missing-source', 'missing-source'],
      ['dangling-reference', 'dangling-reference'],
    ]);
  });
});

describe('GitHub annotations', () => {
  test('escapes characters that end a command or a property', () => {
    expect(toGithub([diagnostic], '/work')).toBe(
      '::error file=my folder/50%25%2Ca%3Ab\u2028.yaml,line=3,col=7,title=dangling-reference::there is no schema "A%25,:%0A%0DB"; did you mean "C"? (see docs/reference/diagnostics.md#dangling-reference)\n',
    );
  });
  test('prints them with --format github', async () => {
    expect((await lint(['--format', 'github', '--quiet'])).stdout).toBe(
      '::error file=a.yaml,line=3,col=27,title=dangling-reference::there is no schema "Thong"; did you mean "Thing"? (see docs/reference/diagnostics.md#dangling-reference)\n',
    );
  });
});

describe('--rule', () => {
  const missing =
    'a.yaml:1:1: warning missing-source the specification has no source; add x-source (see docs/reference/diagnostics.md#missing-source)\n';
  const dangling =
    'a.yaml:3:27: error dangling-reference there is no schema "Thong"; did you mean "Thing"? (see docs/reference/diagnostics.md#dangling-reference)\n';
  test.each([
    ['', 1, missing + dangling],
    ['missing-source=off', 1, dangling],
    ['missing-source=error', 1, missing.replace('warning', 'error') + dangling],
    ['dangling-reference=warning', 0, missing + dangling.replace('error', 'warning')],
    ['dangling-reference=off missing-source=off', 0, ''],
  ])('sets the severity: %s', async (rules, status, stdout) => {
    const options = rules.split(' ').flatMap((rule) => (rule === '' ? [] : ['--severity', rule]));
    expect(await lint(options)).toEqual({ status, stdout, stderr: '' });
  });
  test.each([
    ['missing-sauce=off', '--severity: unknown diagnostic "missing-sauce"; did you mean missing-source?'],
    ['missing-source=loud', '--severity missing-source must be one of off, warning, error (received "loud")'],
    ['missing-source', '--severity must be NAME=VALUE (received "missing-source")'],
    ['syntax=off', '--severity cannot set syntax: a file that cannot be read is always an error'],
  ])('rejects --severity %s', async (rule, message) => {
    const { status, stderr } = await lint(['--severity', rule]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
