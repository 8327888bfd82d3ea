import { expect, test } from 'vitest';
import { findFirstExample, isExpectedOutput } from '../../../generator/release/readme-example.js';

const readme = `# Shop

\`\`\`ts
import { createShopClient } from '@acme/shop-v1';
\`\`\`

\`\`\`ts
import { createMock } from '@acme/shop-v1/mock';
console.log('one');
\`\`\`

\`\`\`text
o…
\`\`\`

\`\`\`ts
import { createMock } from '@acme/shop-v1/mock';
\`\`\`
`;

test('finds the first example that calls the mock, with its output', () => {
  const example = findFirstExample(readme, '@acme/shop-v1');
  expect(example).toEqual({ code: "import { createMock } from '@acme/shop-v1/mock';\nconsole.log('one');\n", output: 'o…\n' });
  expect(findFirstExample(readme, '@acme/other-v1')).toBeUndefined();
});

test.each([
  ['one\n', 'o…\n', true],
  ['one\ntwo\n', 'o…\n', false],
  ['one two three', '…two…', true],
  ['one', 'one', true],
  ['once', 'on', false],
  ['anything', undefined, true],
])('%j matches %j: %s', (printed, expected, matches) => {
  expect(isExpectedOutput(printed, expected)).toBe(matches);
});
