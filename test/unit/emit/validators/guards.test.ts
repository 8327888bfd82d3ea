/** Guards only skip work: a validator reports the same errors as the rules applied to every value. */
import type { RecordDataRule } from '../../../../services/dns/rules.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { MessageRule } from '../../../../runtime/rule.js';
import { nonOverlapping } from '../../../../runtime/rules/non-overlapping.js';
import type { Violation } from '../../../../runtime/rules/rule-check.js';
import { dnsRecordData } from '../../../../services/dns/validate/check-record-data.js';
import { load, type ValidatorModule } from './support.js';

const rules: readonly MessageRule[] = [
  { kind: 'nonOverlapping', fields: ['range', 'things.range'], within: 'text' },
  { kind: 'nonOverlapping', fields: ['range', 'other'], within: 'text' },
  { kind: 'service', module: 'dns/record-data', options: { type: 'mode', data: ['list'] } },
];

const description = {
  schemas: {
    Thing: {
      type: 'object',
      properties: {
        mode: { type: 'string', default: 'A' },
        least: { type: 'integer', default: '3' },
        most: { type: 'integer', default: '4' },
        text: { type: 'string' },
        other: { type: 'string' },
        constructor: { type: 'string' },
        range: { type: 'string' },
        list: { type: 'array', items: { type: 'string' } },
        inner: { type: 'object', properties: { flag: { type: 'boolean' }, mode: { type: 'string' } } },
        things: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, range: { type: 'string' } } } },
      },
      'x-rules': rules,
    },
  },
};

let validators: ValidatorModule;
beforeAll(async () => {
  validators = await load(JSON.stringify(description));
});

const oddValue = fc.constantFrom<unknown>(null, '', 'A', 'B', 'C', '2', 1, 5, true, false, [], {}, [null], [{}]);
const range = fc.constantFrom('10.0.0.0/24', '10.0.0.128/25', '10.0.1.0/24', '0.0.0.0/0', '255.255.255.255/32', 'none');
const text = fc.constantFrom('A', 'B', 'C', '', '10', '9', '10.0.0.0/8');
const plausibleValue = fc.record(
  {
    mode: text,
    least: fc.integer({ min: 0, max: 6 }),
    most: fc.integer({ min: 0, max: 6 }),
    text,
    other: text,
    constructor: text,
    range,
    list: fc.array(text, { maxLength: 15 }),
    inner: fc.record({ flag: fc.boolean(), mode: text }, { requiredKeys: [] }),
    things: fc.array(fc.record({ name: text, range }, { requiredKeys: [] }), { maxLength: 15 }),
  },
  { requiredKeys: [] },
);
const value = fc
  .tuple(plausibleValue, fc.dictionary(fc.constantFrom(...Object.keys(description.schemas.Thing.properties)), oddValue, { maxKeys: 2 }))
  .map(([plausible, replacements]) => ({ ...plausible, ...replacements }));

function checkRule(rule: MessageRule, input: unknown): readonly Violation[] {
  return rule.kind === 'service' ? dnsRecordData(rule as RecordDataRule, input) : nonOverlapping(rule, input);
}

test('reports the same errors with and without guards', () => {
  const kinds = new Set<string>(rules.map(({ kind }) => kind));
  fc.assert(
    fc.property(value, (input) => {
      const expected = rules.flatMap((rule) => checkRule(rule, input).map(({ path, message }) => `${path} ${rule.kind}: ${message}`));
      validators.validateThing?.(input);
      const errors = (validators.validateThing?.errors ?? []).filter(({ keyword }) => kinds.has(keyword));
      expect(errors.map(({ instancePath, keyword, message }) => `${instancePath} ${keyword}: ${message}`)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
