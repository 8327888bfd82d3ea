/** Valid and invalid values of each rule that applies to messages, with the expected errors. */
import type { RecordDataRule } from '../../../../services/dns/rules.js';
import { describe, expect, test } from 'vitest';
import { nonOverlapping } from '../../../../runtime/rules/non-overlapping.js';
import type { Violation } from '../../../../runtime/rules/rule-check.js';
import { dnsRecordData } from '../../../../services/dns/validate/check-record-data.js';
import type { MessageRule } from '../../../../runtime/rule.js';

interface Example {
  readonly rule: MessageRule;
  readonly siblings?: readonly unknown[];
  readonly valid: readonly unknown[];
  /** Values with the expected errors as `/path: message`. */
  readonly invalid: readonly (readonly [value: unknown, ...errors: readonly string[]])[];
}

const examples: readonly Example[] = [
  {
    rule: { kind: 'nonOverlapping', fields: ['range', 'more.range'], within: 'network' },
    siblings: [
      { network: 'n', range: '10.9.0.0/16' },
      { network: 'm', range: '0.0.0.0/0' },
    ],
    valid: [
      {},
      { network: 'n', range: '10.0.0.0/24', more: [{ range: '10.0.1.0/24' }, { range: 'x' }] },
      { network: 'x', range: '10.9.0.0/16' },
      { range: '10.9.0.0/16' },
    ],
    invalid: [
      [
        { network: 'x', range: '10.0.0.0/8', more: [{ range: '10.1.0.0/24' }] },
        '/more/0/range: the range 10.1.0.0/24 overlaps 10.0.0.0/8 at /range',
      ],
      [{ range: '10.0.0.0/24', more: [{ range: '10.0.0.0/8' }] }, '/more/0/range: the range 10.0.0.0/8 overlaps 10.0.0.0/24 at /range'],
      [
        { network: 'n', range: '10.9.1.0/24' },
        '/range: the range 10.9.1.0/24 overlaps 10.9.0.0/16 of another resource with the same network',
      ],
      [
        { network: 'n', range: '10.0.0.0/8' },
        '/range: the range 10.0.0.0/8 overlaps 10.9.0.0/16 of another resource with the same network',
      ],
    ],
  },
  {
    rule: { kind: 'service', module: 'dns/record-data', options: { type: 'type', data: ['rrdatas'] } },
    valid: [
      {},
      { type: 'A' },
      { type: 'A', rrdatas: ['192.0.2.1', '192.0.2.2'] },
      { type: 'NEW', rrdatas: ['?'] },
      { type: 'A', rrdatas: [7] },
      { rrdatas: ['?'] },
    ],
    invalid: [
      [{ type: 'A', rrdatas: ['192.0.2.1', '192.0.2.256'] }, "/rrdatas/1: '192.0.2.256' isn't an IPv4 address"],
      [{ type: 'MX', rrdatas: ['mail.example.'] }, "/rrdatas/0: 'mail.example.' must have 2 parts, as a record of type MX (received 1)"],
      [
        { type: 'CNAME', rrdatas: ['a.example.', 'b.example'] },
        '/rrdatas: a CNAME record set must have exactly one record',
        "/rrdatas/1: 'b.example' must contain a domain name that ends in a dot",
      ],
    ],
  },
  {
    rule: { kind: 'service', module: 'dns/record-data', options: { type: 'type', data: ['rrdatas', 'routing.items.rrdatas'] } },
    valid: [{ type: 'A', routing: { items: [] } }],
    invalid: [
      [
        { type: 'A', routing: { items: [{ rrdatas: [] }, { rrdatas: ['192.0.2.1', 'a'] }] } },
        "/routing/items/1/rrdatas/1: 'a' isn't an IPv4 address",
      ],
    ],
  },
];

function checkRule(rule: MessageRule, value: unknown, siblings?: readonly unknown[]): readonly Violation[] {
  return rule.kind === 'service' ? dnsRecordData(rule as RecordDataRule, value) : nonOverlapping(rule, value, siblings);
}

describe.each(examples)('$rule.kind, siblings $siblings', ({ rule, siblings, valid, invalid }) => {
  test.each(valid.map((value) => [value]))('accepts %j', (value) => {
    expect(checkRule(rule, value, siblings)).toEqual([]);
  });
  test.each(invalid)('rejects %j', (value, ...errors) => {
    expect(checkRule(rule, value, siblings).map(({ path, message }) => `${path}: ${message}`)).toEqual(errors);
  });
});
