/** The direct formatter of pages returns the same text as prettier, even if it knows only some of the blocks. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFile, formatText } from '../../../generator/write/format-file.js';
import { splitFormatted } from '../../../generator/write/pages.js';

async function expectAsPrettier(text: string): Promise<void> {
  expect(await formatFile({ path: 'README.md', text, format: 'prettier' })).toBe(await formatText(text, 'README.md'));
}

const isKnown = (text: string): boolean => splitFormatted(text).rest === '';

const formatSample = (sample: string): string => `\`\`\`ts\n${sample}\n\`\`\`\n`;

const listMembers = (count: number): string =>
  Array.from({ length: count }, (_, index) => `member${index}: 'a-value/of/${index}'`).join(', ');

describe('formats blocks like prettier', () => {
  test.each([
    ['a heading', '# Compute Engine API v1\n', true],
    ['a heading with markup', '# Compute *Engine*\n', false],
    ['words', 'Writes `a` and directory_v1 (or "b"),\nsee https://example.com/a_b.\n', true],
    ['words with markup', 'A \\[link\\] and &lt;.\n', false],
    ['words with more spaces than one', 'A  word.\n', false],
    ['words in other scripts', 'Ein Schlüssel, 日本語.\n', false],
    ['an underscore at the end of a word', 'a_ b\n', false],
    ['a list', '- One.\n- `two`\n', true],
    ['a list after a list', '- One.\n\n- Two.\n', false],
    ['a numbered list', '1. One\n1. Two\n', true],
    ['increasing numbers', '1. One\n2. Two\n', false],
    ['a table', '| A | B |\n| --- | --- |\n| `a` |  |\n', true],
    ['commands', '```sh\nnpm install a\n```\n', true],
    ['other code', '```js\nlet a=1\n```\n', false],
    ['an underlined heading', 'Heading\n===\n', false],
    ['blocks and several empty lines', '# A\n\n\n- b\n\n\nc\n', true],
  ])('%s', async (_, text, expected) => {
    expect(isKnown(text)).toBe(expected);
    await expectAsPrettier(text);
  });

  const fragment = fc.constantFrom(
    'word',
    'A',
    '`code`',
    '64-bit',
    'a_b',
    '_a_',
    'a*b',
    '- ',
    '1. ',
    '# ',
    '\\*',
    '&amp;',
    'it is (so)',
    'https://a.example/b_c',
    '"q"',
    "it's",
    'x:',
    '.',
    '%',
    '$',
  );
  const prose = fc.array(fragment, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(' '));
  const block = fc.oneof(
    prose,
    fc.array(prose, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
    prose.map((text) => `## ${text}`),
    fc.array(prose, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
    fc.array(prose, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `1. ${item}`).join('\n')),
    fc.constantFrom(
      '| A | B |\n| --- | --- |\n| 1 | `b` |',
      '```sh\na\n\n\nb\n```',
      '```ts\nawait a.b({ c: 1 });\n```',
      '```ts\nlet a=1\n```',
    ),
  );

  test('in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 6 }), (blocks) => expectAsPrettier(`${blocks.join('\n\n')}\n`)),
      { numRuns: 300 },
    );
  });
});

describe('formats samples like prettier', () => {
  test.each([
    ['an import', `import { createClient } from '@a/b';`, true],
    ['a call with data', `const found = await client.a.b({ c: ['d'], e: { 'f-g': 'h' }, i: 1, j: true });`, true],
    ['a loop', `for await (const item of client.a.list()) {\n  console.log(item);\n}`, true],
    ['a condition', `if (validate(value)) console.log('valid', value);\nelse console.error(validate.errors);`, true],
    ['a template', 'console.log(`listening on ${url}`);', true],
    ['a long object', `await mock.seed({ resources: { '/a/b': { ${listMembers(3)} }, '/c': { ${listMembers(12)} } } });`, true],
    ['a long value', `const value: unknown = { ${listMembers(9)}, d: {} };`, true],
    ['a long list', `const value: unknown = { a: [${Array.from({ length: 60 }, () => '1000').join(', ')}] };`, false],
    ['a list of objects', `await a({ b: [{ c: 1, d: 2 }, { c: 1, d: 2 }] });`, false],
    ['a text with a quote', `await a("it's");`, false],
    ['other spaces', `await a( 1 );`, false],
    ['a text that is too long', `await a({ b: '${'x'.repeat(150)}' });`, false],
  ])('%s', async (_, sample, expected) => {
    expect(isKnown(formatSample(sample))).toBe(expected);
    await expectAsPrettier(formatSample(sample));
  });
});
