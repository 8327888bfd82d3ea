/**
 * Each scenario is a specification with its expected diagnostics: a line that starts with `#` and contains a `^` marks the column of the
 * line above it (`^1` names a column that the `#` covers). `#== NAME` starts another file that is linted together with the others. `npx
 * vitest run test/scenarios/lint --update` rewrites the markers; review them before you commit.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Diagnostic, formatDiagnostic } from '../../../generator/lib/diagnostics.js';
import { lintFiles } from '../../../generator/pipeline/lint-files.js';

const folder = dirname(fileURLToPath(import.meta.url));
const scenarios = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

interface Section {
  readonly name: string;
  /** The line that starts the file, if it is not the first. */
  readonly heading: readonly string[];
  readonly lines: readonly string[];
}

/** The files of a scenario without markers. */
function parseSections(scenario: string, text: string): Section[] {
  const sections: { name: string; heading: string[]; lines: string[] }[] = [{ name: scenario, heading: [], lines: [] }];
  for (const line of text.split('\n')) {
    const name = /^#== (\S+)/.exec(line)?.[1];
    if (name !== undefined) sections.push({ name, heading: [line], lines: [] });
    else if (!/^# *\^/.test(line)) sections.at(-1)!.lines.push(line);
  }
  return sections;
}

function formatMarker(diagnostic: Diagnostic): string {
  const message = formatDiagnostic(diagnostic).replace(/^.*?:\d+:\d+: /, '');
  return diagnostic.column < 2 ? `# ^1 ${message}` : `#${' '.repeat(diagnostic.column - 2)}^ ${message}`;
}

function annotate(section: Section, diagnostics: readonly Diagnostic[]): string[] {
  const markedLines = section.lines.flatMap((line, i) => [
    line,
    ...diagnostics.filter((diagnostic) => diagnostic.file === section.name && diagnostic.line === i + 1).map(formatMarker),
  ]);
  return [...section.heading, ...markedLines];
}

describe('lint', () => {
  test.each(scenarios)('%s', async (scenario) => {
    const sections = parseSections(scenario, readFileSync(`${folder}/${scenario}`, 'utf8'));
    const texts = new Map(sections.map(({ name, lines }) => [name, lines.join('\n')]));
    const { diagnostics } = lintFiles(
      [...texts.keys()].filter((name) => texts.get(name)?.replace(/^#.*$/gm, '').trim() !== ''),
      (path) => ({ text: texts.get(path) ?? '' }),
    );
    await expect(sections.flatMap((section) => annotate(section, diagnostics)).join('\n')).toMatchFileSnapshot(`${folder}/${scenario}`);
  });
});
