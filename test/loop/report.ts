/** Formats what was learned back. */
import type { Diagnostic } from '../../generator/lib/diagnostics.js';
import type { LearnedApi } from '../../generator/pipeline/learn-recordings.js';
import type { LearnedEntry } from './learned-entries.js';
import type { FactKind } from './removed-facts.js';
import type { Score } from './score.js';

const minScenarios = 3;
const maxExamples = 20;
const kinds: readonly FactKind[] = ['default', 'constant', 'state', 'template'];

type Outcome = 'found' | 'partly found' | 'not found' | 'too few scenarios' | 'no effect';

/** The places that count: those in responses that both mocks give, if there are any. */
const getCount = ({ failed, ...own }: Score['facts'][number]): Pick<Score['facts'][number], 'shown' | 'right' | 'signatures'> =>
  own.shown > 0 ? own : failed;

function getOutcome(score: Score['facts'][number]): Outcome {
  const { shown, right, signatures } = getCount(score);
  if (shown === 0) return 'no effect';
  if (right === shown) return 'found';
  if (signatures.size < minScenarios) return 'too few scenarios';
  return right > 0 ? 'partly found' : 'not found';
}

export interface Measured {
  readonly scores: ReadonlyMap<string, Score>;
  readonly learned: readonly LearnedApi[];
  readonly entries: ReadonlyMap<string, readonly LearnedEntry[]>;
  /** About the specifications with what was learned. */
  readonly warnings: readonly Diagnostic[];
}

export function formatReport({ scores, learned, entries, warnings }: Measured): string {
  const outcomes: readonly Outcome[] = ['found', 'partly found', 'not found', 'too few scenarios', 'no effect'];
  const rows = [['', 'removed', ...outcomes, 'share']];
  const lines: string[] = [];
  const all: Outcome[] = [];
  for (const [api, { facts }] of scores)
    for (const kind of kinds) {
      const own = facts.filter(({ fact }) => fact.kind === kind);
      if (own.length === 0) continue;
      const results = own.map(getOutcome);
      all.push(...results);
      rows.push(formatRow(`${api} ${kind}s`, results, outcomes));
    }
  rows.push(formatRow('all', all, outcomes));
  for (const [api, { facts, wrong, unattributed }] of scores) {
    const found = learned.find(({ name }) => name === api);
    lines.push(
      `\n${api}: ${entries.get(api)?.length ?? 0} entries learned from ${found?.scenarios ?? 0} scenarios, ${wrong.size} wrong; ${found?.questions ?? 0} questions; ${found?.alreadySo ?? 0} facts already so`,
    );
    for (const [entry, example] of wrong) lines.push(`  wrong: ${entry.id}\n    ${example}`);
    for (const example of unattributed.slice(0, maxExamples)) lines.push(`  wrong, of no entry: ${example}`);
    for (const score of facts.filter((candidate) => getOutcome(candidate) !== 'found')) {
      const { right, shown, signatures } = getCount(score);
      lines.push(`  ${getOutcome(score)}: ${score.fact.id} (right in ${right} of ${shown} places, ${signatures.size} scenarios)`);
    }
  }
  for (const { file, line, message } of warnings.filter((warning) => warning.file.startsWith('learned/')))
    lines.push(`\n${file}:${line}: ${message}`);
  const total = [...entries.values()].flat().length;
  const wrong = [...scores.values()].reduce((sum, score) => sum + score.wrong.size, 0);
  const summary = `\nwrong: ${wrong} of ${total} learned entries (${formatShare(wrong, total)})`;
  return `${formatTable(rows)}${summary}\n${lines.join('\n')}\n`;
}

function formatRow(title: string, results: readonly Outcome[], outcomes: readonly Outcome[]): string[] {
  const counts = outcomes.map((outcome) => results.filter((result) => result === outcome).length);
  const shown = results.filter((result) => result !== 'no effect').length;
  return [title, String(results.length), ...counts.map(String), formatShare(counts[0] ?? 0, shown)];
}

const formatShare = (count: number, total: number): string => (total === 0 ? '–' : `${((100 * count) / total).toFixed(1)} %`);

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return `${rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 2))).join('')).join('\n')}\n`;
}
