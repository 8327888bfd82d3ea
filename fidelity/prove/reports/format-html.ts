/** Formats a proof for the page of `verify`: the rules by verdict, before the methods. */
import { escapeHtml, formatPage } from '../../verify/reports/format-html.js';
import type { Proof } from '../prove.js';
import type { ClaimVerdict } from '../prove-claim.js';
import { describeRefutation, describeVerdict, formatCounts, verdictKinds } from './describe.js';
import { formatCurl, formatRefuting } from './format-request.js';
import type { ReportOptions } from './format-text.js';

export function formatProofHtml({ claims, verdict }: Proof, options: ReportOptions): string {
  const order = [...verdictKinds].sort((one, other) => Number(other === 'refuted') - Number(one === 'refuted'));
  const groups = order.map((kind) =>
    formatGroup(
      claims.filter((claim) => claim.kind === kind),
      options,
    ),
  );
  const intro = `<p>${escapeHtml(formatCounts(claims))}</p>\n${groups.join('\n')}`;
  return formatPage(verdict, { title: `Rules at ${options.origin}`, intro, columns: ['Target', 'Mock'] });
}

function formatGroup(claims: readonly ClaimVerdict[], options: ReportOptions): string {
  const [first] = claims;
  if (first === undefined) return '';
  const items = claims.map((claim) => `<li>${formatClaim(claim, options)}</li>`).join('\n');
  return `<details${first.kind === 'refuted' ? ' open' : ''}>
<summary>${claims.length} ${escapeHtml(describeVerdict(first.kind))}</summary>
<ul>${items}</ul>
</details>`;
}

function formatClaim({ claim, reason, refutation }: ClaimVerdict, { origin }: ReportOptions): string {
  const { id, sentence, file, line, column } = claim;
  const text = `<code>${escapeHtml(id)}</code>: ${escapeHtml(sentence)} <small>${escapeHtml(`${file}:${line}:${column}`)}</small>`;
  if (refutation === undefined) return reason === undefined ? text : `${text}<br>${escapeHtml(reason)}`;
  const lines = refutation.setup.map((each) => formatCurl(each, origin));
  return `${text}<br>${escapeHtml(describeRefutation(refutation))}
<pre>${escapeHtml([...lines, ...formatRefuting(refutation, origin)].join('\n'))}</pre>`;
}
