import { describe, expect, test } from 'vitest';
import { compareText, createDiagnostic, formatDiagnostic, hasErrors, quote, sortDiagnostics } from '../../generator/diagnostics.js';

const at = (line: number, column: number, file = 'a.yaml') => ({ file, line, column });

describe('a diagnostic', () => {
  test('is printed as file:line:column: severity rule message', () => {
    const finding = createDiagnostic('dangling-reference', { name: 'Zone' }, at(3, 7));
    expect(formatDiagnostic(finding)).toBe('a.yaml:3:7: error dangling-reference there is no schema "Zone"');
  });

  test('prints quoted source text on one line', () => {
    expect(createDiagnostic('syntax', { problem: 'invalid escape \u0000 \u202e\n' }, at(1, 1)).message).toBe(
      'invalid escape \\u0000 \\u202e\\u000a',
    );
  });

  test('ends with a suggestion', () => {
    const finding = createDiagnostic('dangling-reference', { name: 'Zoen' }, { ...at(3, 7), suggestion: 'Zone' });
    expect(formatDiagnostic(finding)).toBe('a.yaml:3:7: error dangling-reference there is no schema "Zoen"; did you mean "Zone"?');
  });

  test('has its default severity unless overridden', () => {
    expect(createDiagnostic('missing-source', {}, at(1, 1)).severity).toBe('warning');
    expect(createDiagnostic('invalid-pattern', { pattern: '(', problem: '' }, { ...at(1, 1), severity: 'warning' }).severity).toBe(
      'warning',
    );
  });

  test('lists the allowed values', () => {
    const finding = createDiagnostic('wrong-value', { what: 'it', allowed: ['A', 'B'], found: '"C"' }, at(1, 1));
    expect(finding.message).toBe('it must be one of "A", "B" (received "C")');
  });

  test('has parameters typed by its code', () => {
    // @ts-expect-error the code takes a name
    expect(() => createDiagnostic('dangling-reference', { id: 'Zone' }, at(1, 1))).toThrow(TypeError);
    // @ts-expect-error there is no such code
    expect(() => createDiagnostic('nonsense', {}, at(1, 1))).toThrow(TypeError);
  });
});

describe('diagnostics', () => {
  const finding = (line: number, column: number, file = 'a.yaml') => createDiagnostic('missing-source', {}, at(line, column, file));

  test('are sorted by file and position without duplicates', () => {
    const sorted = sortDiagnostics([finding(10, 1), finding(2, 1), finding(1, 9), finding(1, 1, 'B.yaml'), finding(2, 1)]);
    expect(sorted.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual([
      'B.yaml:1:1',
      'a.yaml:1:9',
      'a.yaml:2:1',
      'a.yaml:10:1',
    ]);
  });

  test('distinguish errors from warnings', () => {
    expect(hasErrors([finding(1, 1)])).toBe(false);
    expect(hasErrors([finding(1, 1), createDiagnostic('dangling-reference', { name: 'A' }, at(1, 1))])).toBe(true);
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
  ])('%j', (text, shown) => {
    expect(quote(text)).toBe(shown);
  });
});

test('texts are ordered by code units on every machine', () => {
  expect(['ä', 'b', 'B', 'a'].toSorted(compareText)).toEqual(['B', 'a', 'b', 'ä']);
});
