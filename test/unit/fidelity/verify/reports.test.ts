/** Reports of comparisons: they show what differs, and no secrets of the recordings. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../generator/lib/json.js';
import type { ComparedExchange } from '../../../../fidelity/verify/exchange-result.js';
import { formatHtml } from '../../../../fidelity/verify/reports/format-html.js';
import { formatVerdictText } from '../../../../fidelity/verify/reports/format-text.js';
import { Tally, type Verdict } from '../../../../fidelity/verify/verdict.js';
import { findReadable, secrets } from '../recordings/redact/readable-secrets.js';
import { jsonForms, parameterForms, textForms } from '../recordings/redact/secret-forms.js';

const at = { file: 'a.tape', line: 2, column: 1 };

/** The verdict of one exchange, in which the service sends `recorded`, and the mock sends nothing. */
function compare(recorded: Json, url = 'https://a.example/v1/things'): Verdict {
  const json = (value: Json) => ({ kind: 'json' as const, value, text: JSON.stringify(value) });
  const result: ComparedExchange = {
    kind: 'compared',
    api: 'things v1',
    method: 'things.get',
    exchange: {
      at,
      request: { method: 'GET', url, headers: [] },
      response: { at, status: 200, headers: [], body: json({ inner: recorded }) },
    },
    differences: [
      {
        kind: 'missing',
        field: 'inner',
        expected: recorded,
        pointer: ['inner'],
        message: typeof recorded === 'string' ? recorded : JSON.stringify(recorded),
      },
    ],
    values: { agree: [], assumed: [], isAssumed: false },
    undocumented: [],
    request: { method: 'GET', url: '/v1/things', headers: [] } as unknown as ComparedExchange['request'],
    actual: { status: 200, headers: [], body: { kind: 'json', value: {} } },
  };
  const tally = new Tally(true);
  const skipped = { kind: 'skipped' as const, exchange: result.exchange, reason: 'noMethod' as const, detail: url };
  tally.addScenario([result, skipped]);
  return tally.toVerdict();
}

const format = (verdict: Verdict): string => JSON.stringify([verdict, formatVerdictText(verdict), formatHtml(verdict)]);

test('no form of a secret is readable', () => {
  const values = [...textForms, ...jsonForms].map(([form, create]) => [form, compare(create(secrets) as Json)] as const);
  const urls = parameterForms.map(([form, create]) => [form, compare('x', `https://a.example/v1/things?${create(secrets)}`)] as const);
  expect([...values, ...urls].filter(([, verdict]) => findReadable(format(verdict)).length > 0).map(([form]) => form)).toEqual([]);
});

test('ordinary values, projects, and addresses are shown', () => {
  const value = { id: '123', project: 'acme-prod', ip: '203.0.113.7', account: 'x@acme-prod.iam.gserviceaccount.com' };
  expect(compare(value).methods[0]?.differences[0]?.expected).toEqual(value);
});

test('characters that deceive readers are escaped', () => {
  const verdict = compare('a\u202eb\u2066c\u0085d', 'https://a.example/\u202e');
  for (const report of [formatVerdictText(verdict), formatHtml(verdict)]) {
    expect(report).not.toMatch(/[\u202e\u2066\u0085]/);
    expect(report).toContain(String.raw`a\u202eb\u2066c\u0085d`);
  }
});
