/** Each kind of rule: what keeps it, what breaks it and where, and what is told. */
import { describe, expect, test } from 'vitest';
import { checkRule, isMessageRule, messageRules, type CheckContext } from '../../../../templates/runtime/rules/index.js';
import type { MessageRule } from '../../../../templates/runtime/rule.js';

interface Example {
  readonly rule: MessageRule;
  readonly context?: CheckContext;
  readonly kept: readonly unknown[];
  /** Values with what is told, as `/place: message`. */
  readonly broken: readonly (readonly [value: unknown, ...told: readonly string[]])[];
}

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const proxies = { purpose: ['A', 'B', null] } as const;

const examples: readonly Example[] = [
  {
    rule: { kind: 'lessOrEqual', field: 'timeout', limit: 'interval' },
    context: { defaults: { timeout: 5, interval: 5 } },
    kept: [{}, { timeout: 5 }, { timeout: 1, interval: 1 }, { timeout: '7', interval: '10' }, { timeout: 'x', interval: 1 }, 'x', null],
    broken: [
      [{ timeout: 6 }, '/timeout: timeout must not exceed interval (5)'],
      [{ interval: 4 }, '/interval: timeout (5 by default) must not exceed interval (4)'],
      [{ timeout: '11', interval: '10' }, '/timeout: timeout must not exceed interval (10)'],
    ],
  },
  {
    rule: { kind: 'lessOrEqual', field: 'timeout', limit: 'interval' },
    context: { partial: true, defaults: { timeout: 5, interval: 5 } },
    kept: [{ timeout: 6 }, { interval: 1 }],
    broken: [[{ timeout: 6, interval: 5 }, '/timeout: timeout must not exceed interval (5)']],
  },
  {
    rule: { kind: 'requires', fields: ['list'], when: { profile: ['CUSTOM'] } },
    kept: [{}, { profile: 'X' }, { profile: 'CUSTOM', list: ['x'] }],
    broken: [
      [{ profile: 'CUSTOM' }, ': list is required where profile is CUSTOM'],
      [{ profile: 'CUSTOM', list: [] }, '/list: list must not be empty where profile is CUSTOM'],
    ],
  },
  {
    rule: { kind: 'requires', fields: ['list'], when: { profile: ['CUSTOM'] } },
    context: { partial: true },
    kept: [{ profile: 'CUSTOM' }],
    broken: [[{ profile: 'CUSTOM', list: [] }, '/list: list must not be empty where profile is CUSTOM']],
  },
  {
    rule: { kind: 'requires', fields: ['added'], when: { removed: [null] } },
    kept: [{ added: [1] }, { removed: [1] }, { added: [], removed: [1] }],
    broken: [
      [{}, ': added is required where removed is absent'],
      [{ removed: [] }, ': added is required where removed is absent'],
      [{ added: [], removed: {} }, '/added: added must not be empty where removed is absent'],
    ],
  },
  {
    rule: { kind: 'requires', fields: ['a', 'b'] },
    kept: [{ a: 1, b: false }],
    broken: [[{ a: '' }, '/a: a must not be empty', ': b is required']],
  },
  {
    rule: { kind: 'onlyWhen', fields: ['role', 'log.list'], when: proxies },
    kept: [{}, { role: 'R' }, { role: 'R', purpose: 'A' }, { purpose: 'C', log: { list: [] } }],
    broken: [
      [
        { role: 'R', purpose: 'C', log: { list: [1] } },
        '/role: role may be set only where purpose is A, B or absent (purpose is C)',
        '/log/list: log.list may be set only where purpose is A, B or absent (purpose is C)',
      ],
    ],
  },
  {
    rule: { kind: 'onlyWhen', fields: ['on'], values: [true], when: { purpose: ['A'], 'log.level': [1] } },
    context: { defaults: { purpose: 'A' } },
    kept: [{}, { on: false }, { on: true, log: { level: 1 } }],
    broken: [[{ on: true }, '/on: on may be true only where purpose is A and log.level is 1 (purpose is A, log.level is absent)']],
  },
  {
    rule: { kind: 'onlyWhen', fields: ['role'], when: { purpose: ['A'] } },
    context: { partial: true, defaults: { purpose: 'B' } },
    kept: [{ role: 'R' }],
    broken: [[{ role: 'R', purpose: 'B' }, '/role: role may be set only where purpose is A (purpose is B)']],
  },
  {
    rule: { kind: 'onlyWhen', fields: ['constructor', 'log.toString', 'list.valueOf'], when: { hasOwnProperty: ['A'] } },
    kept: [{}, { log: {}, list: [{}] }, { constructor: 1, hasOwnProperty: 'A' }],
    broken: [
      [
        { constructor: 1, log: { toString: 2 }, list: [{}, { valueOf: 3 }] },
        '/constructor: constructor may be set only where hasOwnProperty is A (hasOwnProperty is absent)',
        '/log/toString: log.toString may be set only where hasOwnProperty is A (hasOwnProperty is absent)',
        '/list/1/valueOf: list.valueOf may be set only where hasOwnProperty is A (hasOwnProperty is absent)',
      ],
    ],
  },
  {
    rule: { kind: 'atMostOne', fields: ['a', 'b', 'c'] },
    kept: [{}, { a: {} }, { a: 1, b: [], c: null }],
    broken: [[{ a: {}, c: {} }, '/c: at most one of a, b, c may be set; found a, c']],
  },
  {
    rule: { kind: 'unique', field: 'list', by: 'name' },
    kept: [{}, { list: [{ name: 'a' }, { name: 'b' }, {}, {}] }, { list: [{ name: 1 }, { name: '1' }] }],
    broken: [[{ list: [{ name: 'a' }, {}, { name: 'a' }] }, '/list/2/name: name "a" stands more than once in list (elements 0 and 2)']],
  },
  {
    rule: { kind: 'unique', field: 'list' },
    kept: [{ list: ['a', 'b'] }, { list: [{ a: 1 }, { a: 2 }] }],
    broken: [
      [
        { list: ['a', 'a', 'a'] },
        '/list/1: the value "a" stands more than once in list (elements 0 and 1)',
        '/list/2: the value "a" stands more than once in list (elements 0 and 2)',
      ],
      [
        {
          list: [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
        },
        '/list/1: the value {"b":2,"a":1} stands more than once in list (elements 0 and 1)',
      ],
    ],
  },
  {
    rule: { kind: 'nonOverlapping', fields: ['range', 'more.range'], within: 'network' },
    context: {
      siblings: [
        { network: 'n', range: '10.9.0.0/16' },
        { network: 'm', range: '0.0.0.0/0' },
      ],
    },
    kept: [
      {},
      { network: 'n', range: '10.0.0.0/24', more: [{ range: '10.0.1.0/24' }, { range: 'x' }] },
      { network: 'x', range: '10.9.0.0/16' },
      { range: '10.9.0.0/16' },
    ],
    broken: [
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
    rule: { kind: 'totalSize', field: 'items', members: ['key', 'value'], below: 10 },
    kept: [{}, { items: [] }, { items: [{ key: 'abc', value: 'éé' }, { key: 'ab' }] }, { items: [{ key: 1234567890 }] }],
    broken: [
      [
        { items: [{ key: 'abc', value: 'éé' }, { key: 'abc' }] },
        '/items: key and value of all elements of items must together have fewer than 10 bytes (they have 10)',
      ],
    ],
  },
  {
    rule: { kind: 'certificateChain', field: 'chain', maximum: 5, intermediates: 1 },
    kept: [{}, { chain: 'no certificate' }, { chain: certificate.repeat(2) }, { chain: certificate.repeat(5) }],
    broken: [
      [{ chain: certificate }, '/chain: chain must hold at least 1 intermediate certificate behind the first (it has 0)'],
      [{ chain: certificate.repeat(6) }, '/chain: chain must hold at most 5 certificates (it has 6)'],
    ],
  },
  {
    rule: { kind: 'dnsRecordData', type: 'type', data: ['rrdatas'] },
    kept: [
      {},
      { type: 'A' },
      { type: 'A', rrdatas: ['192.0.2.1', '192.0.2.2'] },
      { type: 'NEW', rrdatas: ['?'] },
      { type: 'A', rrdatas: [7] },
      { rrdatas: ['?'] },
    ],
    broken: [
      [{ type: 'A', rrdatas: ['192.0.2.1', '192.0.2.256'] }, "/rrdatas/1: '192.0.2.256' is no IPv4 address"],
      [{ type: 'MX', rrdatas: ['mail.example.'] }, "/rrdatas/0: 'mail.example.' has 1 parts, but MX has 2"],
      [
        { type: 'CNAME', rrdatas: ['a.example.', 'b.example'] },
        '/rrdatas: a CNAME record set holds one record',
        "/rrdatas/1: 'b.example' holds no domain name with a final dot",
      ],
    ],
  },
  {
    rule: { kind: 'dnsRecordData', type: 'type', data: ['rrdatas', 'routing.items.rrdatas'] },
    kept: [{ type: 'A', routing: { items: [] } }],
    broken: [
      [
        { type: 'A', routing: { items: [{ rrdatas: [] }, { rrdatas: ['192.0.2.1', 'a'] }] } },
        "/routing/items/1/rrdatas/1: 'a' is no IPv4 address",
      ],
    ],
  },
];

describe.each(examples)('$rule.kind, $context', ({ rule, context, kept, broken }) => {
  test.each(kept.map((value) => [value]))('is kept by %j', (value) => {
    expect(checkRule(rule, value, context)).toEqual([]);
  });
  test.each(broken)('is broken by %j', (value, ...told) => {
    expect(checkRule(rule, value, context).map(({ path, message }) => `${path}: ${message}`)).toEqual(told);
  });
});

test('every kind has an example', () => {
  const kinds = new Set(examples.map(({ rule }) => rule.kind));
  expect(Object.keys(messageRules).filter((kind) => !kinds.has(kind as MessageRule['kind']))).toEqual([]);
});

test('rules about state are none of a message', () => {
  expect(isMessageRule({ kind: 'fingerprint', field: 'f' })).toBe(false);
  expect(isMessageRule({ kind: 'unique', field: 'f' })).toBe(true);
});
