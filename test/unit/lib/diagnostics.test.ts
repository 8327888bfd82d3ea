import { describe, expect, test } from 'vitest';
import { compareText, createDiagnostic, formatDiagnostic, hasErrors, quote, sortDiagnostics } from '../../../generator/lib/diagnostics.js';

const at = (line: number, column: number, file = 'a.yaml') => ({ file, line, column });

describe('a diagnostic', () => {
  test('prints as file:line:column: severity code message', () => {
    const diagnostic = createDiagnostic('dangling-reference', { name: 'Zone' }, at(3, 7));
    expect(formatDiagnostic(diagnostic)).toBe('a.yaml:3:7: error dangling-reference there is no schema "Zone"');
  });

  test('escapes source text to one line', () => {
    expect(createDiagnostic('syntax', { problem: 'invalid escape \u0000 \u202e\n' }, at(1, 1)).message).toBe(
      'invalid escape \\u0000 \\u202e\\u000a',
    );
  });

  test('prints its suggestion', () => {
    const diagnostic = createDiagnostic('dangling-reference', { name: 'Zoen' }, { ...at(3, 7), suggestion: 'Zone' });
    expect(formatDiagnostic(diagnostic)).toBe('a.yaml:3:7: error dangling-reference there is no schema "Zoen"; did you mean "Zone"?');
  });

  test('has a default severity that can be overridden', () => {
    expect(createDiagnostic('missing-source', {}, at(1, 1)).severity).toBe('warning');
    expect(createDiagnostic('invalid-pattern', { pattern: '(', problem: '' }, { ...at(1, 1), severity: 'warning' }).severity).toBe(
      'warning',
    );
  });

  test('lists the allowed values', () => {
    const diagnostic = createDiagnostic('wrong-value', { what: 'it', allowed: ['A', 'B'], found: '"C"' }, at(1, 1));
    expect(diagnostic.message).toBe('it must be one of "A", "B" (received "C")');
  });

  test('types its parameters by its code', () => {
    // @ts-expect-error the code takes a name
    expect(() => createDiagnostic('dangling-reference', { id: 'Zone' }, at(1, 1))).toThrow(TypeError);
    // @ts-expect-error there is no such code
    expect(() => createDiagnostic('nonsense', {}, at(1, 1))).toThrow(TypeError);
  });
});

describe('diagnostics', () => {
  const diagnostic = (line: number, column: number, file = 'a.yaml') => createDiagnostic('missing-source', {}, at(line, column, file));

  test('sorts by file and position and removes duplicates', () => {
    const sorted = sortDiagnostics([diagnostic(10, 1), diagnostic(2, 1), diagnostic(1, 9), diagnostic(1, 1, 'B.yaml'), diagnostic(2, 1)]);
    expect(sorted.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
      'B.yaml:1:1',
      'a.yaml:1:9',
      'a.yaml:2:1',
      'a.yaml:10:1',
    ]);
  });

  test('distinguishes errors from warnings', () => {
    expect(hasErrors([diagnostic(1, 1)])).toBe(false);
    expect(hasErrors([diagnostic(1, 1), createDiagnostic('dangling-reference', { name: 'A' }, at(1, 1))])).toBe(true);
  });
});

describe('quote', () => {
  test.each([
    ['plain', '"plain"'],
    ['a "b" \\', '"a \\"b\\" \\\\"'],
    ['line\nbreak', '"line\\u000abreak"'],
    ['\u001b[31mred', '"\\u001b[31mred"'],
    ['left\u202eright', '"left\\u202eright"'],
    ['half\ud800', '"half\\ud800"'],
    ['whole 😀', '"whole 😀"'],
    ['x'.repeat(101), `"${'x'.repeat(100)}…"`],
  ])('quotes %j', (text, quoted) => {
    expect(quote(text)).toBe(quoted);
  });
});

test('orders texts by code units', () => {
  expect(['ä', 'b', 'B', 'a'].toSorted(compareText)).toEqual(['B', 'a', 'b', 'ä']);
});
