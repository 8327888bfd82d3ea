/** Variables survive each format, whatever their values are. */
import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatVariables } from '../../../generator/cli/format-variables.js';

const hostile = [
  '',
  ' ',
  "'",
  '"',
  '`',
  '$HOME',
  '$(exit)',
  '\\',
  '\\n',
  '\n',
  '#',
  '=',
  '!',
  '~',
  '%',
  ';',
  '&',
  '*',
  'é',
  '🙂',
  '-n',
  'a',
];
const value = fc.array(fc.constantFrom(...hostile), { maxLength: 6 }).map((parts) => parts.join(''));
const allValues = fc.array(value, { minLength: 200, maxLength: 200 });
const toVariables = (values: readonly string[]): Record<string, string> => Object.fromEntries(values.map((text, at) => [`V${at}`, text]));

test('a shell reads the values of the format shell', () => {
  fc.assert(
    fc.property(allValues, (values) => {
      const variables = toVariables(values);
      const print = `${JSON.stringify(process.execPath)} -p 'JSON.stringify(process.env)'`;
      const output = execFileSync('sh', ['-c', `${formatVariables(variables, 'shell')}${print}`], { encoding: 'utf8', env: {} });
      expect(JSON.parse(output)).toMatchObject(variables);
    }),
    { numRuns: 3 },
  );
});

test('Node reads the values of the format dotenv, or the format is rejected', () => {
  fc.assert(
    fc.property(value, (text) => {
      let formatted: string;
      try {
        formatted = formatVariables({ V: text, W: 'w' }, 'dotenv');
      } catch (error) {
        expect(error).toMatchObject({ name: 'UsageError', message: expect.stringContaining("can't be written in the format dotenv") });
        return;
      }
      expect(parseEnv(formatted)).toEqual({ V: text, W: 'w' });
    }),
  );
});

test('the format json is a JSON object', () => {
  fc.assert(
    fc.property(value, (text) => {
      expect(JSON.parse(formatVariables({ V: text }, 'json'))).toEqual({ V: text });
    }),
  );
});
