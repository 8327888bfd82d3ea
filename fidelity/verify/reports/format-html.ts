/** Formats a verdict as one HTML page without scripts, which shows the recorded responses and those of the mock side by side. */
import { escapeUnprintable } from '../../../generator/lib/unprintable.js';
import { groupBy } from '../../../generator/lib/group-by.js';
import { formatCount } from '../../../generator/lib/format-count.js';
import type { Json } from '../../../generator/lib/json.js';
import { sha256 } from '../../../generator/lib/sha256.js';
import type { RecordedBody } from '../../recordings/exchange.js';
import type { ActualResponse, ComparedExchange } from '../exchange-result.js';
import type { DifferenceGroup, MethodVerdict, SkipGroup, Verdict } from '../verdict.js';
import { alignBodies } from './align-bodies.js';
import {
  describeDifference,
  describeSkip,
  describeState,
  formatAgreement,
  formatExchanges,
  formatLocations,
  formatSummary,
  listAssumedFields,
} from './describe.js';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 90rem; padding: 0 1rem; overflow-wrap: anywhere; }
small { opacity: .75; }
summary { cursor: pointer; }
code, pre, td { font: 13px/1.45 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; margin: .5rem 0 1.5rem; }
th, td { text-align: left; vertical-align: top; padding: 0 .5rem; white-space: pre-wrap; overflow-wrap: anywhere; }
th { font-family: system-ui, sans-serif; }
thead th { position: sticky; top: 0; background: Canvas; }
tr.differs td { background: light-dark(#ffe3e0, #57201c); box-shadow: inset 4px 0 light-dark(#b3261e, #f2b8b5); }
.accepted { opacity: .7; }
details { margin: .3rem 0 .3rem 1rem; }
`;

const policy = `default-src 'none'; style-src 'sha256-${Buffer.from(sha256(style), 'hex').toString('base64')}'; base-uri 'none'; form-action 'none'`;

interface PageOptions {
  readonly title: string;
  /** What precedes the methods, as HTML. */
  readonly intro?: string;
  /** The titles of the two columns of responses. */
  readonly columns: readonly [string, string];
}

export const formatHtml = (verdict: Verdict): string =>
  formatPage(verdict, { title: 'Mocks compared with recordings', columns: ['Recorded', 'Mock'] });

export function formatPage(verdict: Verdict, { title, intro = '', columns }: PageOptions): string {
  const apis = [...groupBy(verdict.methods, ({ api }) => api)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${intro}
${formatSummary(verdict)
  .map((line) => `<p>${escapeHtml(line)}</p>`)
  .join('\n')}
${apis.map(([api, methods]) => `<h2>${escapeHtml(api)}</h2>\n${methods.map((method) => formatMethod(method, columns)).join('\n')}`).join('\n')}
${[...describeState(verdict)].map(([api, lines]) => formatState(api, lines)).join('\n')}
${verdict.skipped.length === 0 ? '' : `<h2>Not compared</h2>\n${formatSkips(verdict.skipped)}`}
</body>
</html>
`;
}

function formatMethod(method: MethodVerdict, columns: PageOptions['columns']): string {
  const { differences, undocumented, skipped, samples = [] } = method;
  const assumed = listAssumedFields(method);
  const isOpen = differences.some(({ accepted }) => accepted === undefined);
  return `<details${isOpen ? ' open' : ''}>
<summary><code>${escapeHtml(method.method)}</code>: ${escapeHtml(formatAgreement(method))}</summary>
${differences.length === 0 ? '' : `<ul>${differences.map(formatDifference).join('\n')}</ul>`}
${assumed.length === 0 ? '' : `<p>Assumed, because the values were reconstructed from the recording: ${assumed.map((field) => `<code>${escapeHtml(field)}</code>`).join(', ')}</p>`}
${undocumented.length === 0 ? '' : `<p>Not compared, because the description of the API lacks them: ${undocumented.map((field) => `<code>${escapeHtml(field)}</code>`).join(', ')}</p>`}
${skipped.length === 0 ? '' : formatSkips(skipped)}
${samples.map((sample) => formatSample(sample, columns)).join('\n')}
</details>`;
}

const formatState = (api: string, lines: readonly string[]): string =>
  `<h2>Assumed before the recordings: ${escapeHtml(api)}</h2>\n<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}</ul>`;

function formatDifference(group: DifferenceGroup): string {
  const accepted = group.accepted === undefined ? '' : `<br>Accepted: ${escapeHtml(group.accepted)}`;
  return `<li${accepted === '' ? '' : ' class="accepted"'}>${escapeHtml(describeDifference(group))}<br><small>${escapeHtml(`${formatExchanges(group.count)}: ${formatLocations(group.evidence)}`)}</small>${accepted}</li>`;
}

const formatSkips = (groups: readonly SkipGroup[]): string =>
  `<ul>${groups.map((group) => `<li>Not compared: ${escapeHtml(describeSkip(group))}<br><small>${escapeHtml(`${formatExchanges(group.count)}: ${formatLocations(group.evidence)}`)}</small></li>`).join('\n')}</ul>`;

/** The maximum number of rows of an exchange. */
const maxRows = 2000;

function formatSample({ exchange, request, actual, differences }: ComparedExchange, [left, right]: PageOptions['columns']): string {
  const { response } = exchange;
  const [recorded, own] = [getJson(response?.body), getJson(actual.body)];
  const rows = alignBodies(recorded, own, differences);
  const shown = rows
    .slice(0, maxRows)
    .map(
      (row) => `<tr${row.isMarked ? ' class="differs"' : ''}><td>${escapeHtml(row.recorded)}</td><td>${escapeHtml(row.actual)}</td></tr>`,
    );
  const statusMark = response?.status === actual.status ? '' : ' class="differs"';
  return `<details>
<summary>${escapeHtml(`${request.method} ${exchange.request.url}`)} (${escapeHtml(formatLocations([exchange.at]))})</summary>
<table>
<thead><tr><th>${escapeHtml(left)}</th><th>${escapeHtml(right)}</th></tr></thead>
<tbody>
<tr${statusMark}><td>${response?.status ?? ''}</td><td>${actual.status}</td></tr>
${formatHeaders(differences)}
${shown.join('\n')}
${rows.length > maxRows ? `<tr><td>${formatCount(rows.length - maxRows, 'more row')}</td><td></td></tr>` : ''}
</tbody>
</table>
</details>`;
}

/** Shows the headers that differ. */
function formatHeaders(differences: ComparedExchange['differences']): string {
  const headers = differences.filter(({ field }) => field.startsWith('headers.'));
  return headers
    .map(({ field, expected = '', actual = '' }) => {
      const name = field.slice('headers.'.length);
      return `<tr class="differs"><td>${escapeHtml(`${name}: ${String(expected)}`)}</td><td>${escapeHtml(`${name}: ${String(actual)}`)}</td></tr>`;
    })
    .join('\n');
}

function getJson(body: RecordedBody | ActualResponse['body']): Json | undefined {
  if (body === undefined || body.kind === 'bytes') return undefined;
  return body.kind === 'json' ? body.value : body.text;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text, also its control characters and those that deceive readers, except for white space. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '').replace(/[^\t\r\n]+/g, escapeUnprintable);
