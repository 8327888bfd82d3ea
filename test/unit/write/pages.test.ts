/** Pages with known blocks are formatted like prettier, also if only some blocks are known. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFile, formatText } from '../../../generator/write/format-file.js';
import { splitFormatted } from '../../../generator/write/pages.js';

async function expectAsPrettier(text: string): Promise<void> {
  expect(await formatFile({ path: 'README.md', text, format: 'prettier' })).toBe(await formatText(text, 'README.md'));
}

const isKnown = (text: string): boolean => splitFormatted(text).rest === '';

const fenced = (sample: string): string => `\`\`\`ts\n${sample}\n\`\`\`\n`;

const long = (count: number): string => Array.from({ length: count }, (_, index) => `member${index}: 'a-value/of/${index}'`).join(', ');

describe('blocks', () => {
  test.each([
    ['a heading', '# Compute Engine API v1\n', true],
    ['a heading with markup', '# Compute *Engine*\n', false],
    ['words', 'Writes `a` and directory_v1 (or "b"),\nsee https://example.com/a_b.\n', true],
    ['words with markup', 'A \\[link\\] and &lt;.\n', false],
    ['words with more spaces than one', 'A  word.\n', false],
    ['words in other scripts', 'Ein Schlüssel, 日本語.\n', false],
    ['an underscore at the end of a word', 'a_ b\n', false],
    ['a list', '- One.\n- `two`\n', true],
    ['a list behind a list', '- One.\n\n- Two.\n', false],
    ['a numbered list', '1. One\n1. Two\n', true],
    ['numbers that go on', '1. One\n2. Two\n', false],
    ['a table', '| A | B |\n| --- | --- |\n| `a` |  |\n', true],
    ['commands', '```sh\nnpm install a\n```\n', true],
    ['other code', '```js\nlet a=1\n```\n', false],
    ['an underlined heading', 'Heading\n===\n', false],
    ['blocks and more empty lines than one', '# A\n\n\n- b\n\n\nc\n', true],
  ])('%s', async (_, text, expected) => {
    expect(isKnown(text)).toBe(expected);
    await expectAsPrettier(text);
  });

  const piece = fc.constantFrom(
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
  const words = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(' '));
  const block = fc.oneof(
    words,
    fc.array(words, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
    words.map((text) => `## ${text}`),
    fc.array(words, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `- ${item}`).join('\n')),
    fc.array(words, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `1. ${item}`).join('\n')),
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

describe('samples', () => {
  test.each([
    ['an import', `import { createClient } from '@a/b';`, true],
    ['a call with data', `const found = await client.a.b({ c: ['d'], e: { 'f-g': 'h' }, i: 1, j: true });`, true],
    ['a loop', `for await (const item of client.a.list()) {\n  console.log(item);\n}`, true],
    ['a condition', `if (validate(value)) console.log('valid', value);\nelse console.error(validate.errors);`, true],
    ['a template', 'console.log(`listening on ${url}`);', true],
    ['a long object', `await mock.seed({ resources: { '/a/b': { ${long(3)} }, '/c': { ${long(12)} } } });`, true],
    ['a long value', `const value: unknown = { ${long(9)}, d: {} };`, true],
    ['a long list', `const value: unknown = { a: [${Array.from({ length: 60 }, () => '1000').join(', ')}] };`, false],
    ['a list of objects', `await a({ b: [{ c: 1, d: 2 }, { c: 1, d: 2 }] });`, false],
    ['a text with a quote', `await a("it's");`, false],
    ['other spaces', `await a( 1 );`, false],
    ['a text that is too long', `await a({ b: '${'x'.repeat(150)}' });`, false],
  ])('%s', async (_, sample, expected) => {
    expect(isKnown(fenced(sample))).toBe(expected);
    await expectAsPrettier(fenced(sample));
  });
});
