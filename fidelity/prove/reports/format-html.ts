/** Formats a report for the page of `verify`: the rules by verdict, before the methods. */
import { escapeHtml, formatPage } from '../../verify/reports/format-html.js';
import type { ProveReport } from '../prove.js';
import type { RuleVerdict } from '../run-rule-plan.js';
import { describeRefutation, describeVerdict, formatCounts, verdictKinds } from './describe.js';
import { formatCurl, formatRefuting } from './format-request.js';
import type { ReportOptions } from './format-text.js';

export function formatProveHtml({ testedRules, verdict }: ProveReport, options: ReportOptions): string {
  const order = [...verdictKinds].sort((one, other) => Number(other === 'refuted') - Number(one === 'refuted'));
  const groups = order.map((kind) =>
    formatGroup(
      testedRules.filter((testedRule) => testedRule.kind === kind),
      options,
    ),
  );
  const intro = `<p>${escapeHtml(formatCounts(testedRules))}</p>\n${groups.join('\n')}`;
  return formatPage(verdict, { title: `Rules at ${options.origin}`, intro, columns: ['Target', 'Mock'] });
}

function formatGroup(testedRules: readonly RuleVerdict[], options: ReportOptions): string {
  const [first] = testedRules;
  if (first === undefined) return '';
  const items = testedRules.map((testedRule) => `<li>${formatRule(testedRule, options)}</li>`).join('\n');
  return `<details${first.kind === 'refuted' ? ' open' : ''}>
<summary>${testedRules.length} ${escapeHtml(describeVerdict(first.kind))}</summary>
<ul>${items}</ul>
</details>`;
}

function formatRule({ testedRule, reason, refutation }: RuleVerdict, { origin }: ReportOptions): string {
  const { id, sentence, file, line, column } = testedRule;
  const text = `<code>${escapeHtml(id)}</code>: ${escapeHtml(sentence)} <small>${escapeHtml(`${file}:${line}:${column}`)}</small>`;
  if (refutation === undefined) return reason === undefined ? text : `${text}<br>${escapeHtml(reason)}`;
  const lines = refutation.setup.map((each) => formatCurl(each, origin));
  return `${text}<br>${escapeHtml(describeRefutation(refutation))}
<pre>${escapeHtml([...lines, ...formatRefuting(refutation, origin)].join('\n'))}</pre>`;
}
