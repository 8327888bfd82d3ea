/** The descriptions and the options of rules from service modules. */
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { describeRule, listRuleFields } from '../../../generator/language/index.js';
import { createLanguageSchema } from '../../../generator/check/schema/index.js';
import type { ServiceRule } from '../../../runtime/services.js';

const ajv = new Ajv({ strict: false });
ajv.addSchema(createLanguageSchema('specification'), 'language');
const validate = ajv.compile({ $ref: 'language#/definitions/schemaRule' });

const dnssec = {
  owner: 'dnsName',
  type: 'type',
  algorithm: 'algorithm',
  keyLength: 'keyLength',
  publicKey: 'publicKey',
  keyTag: 'keyTag',
  digests: 'digests',
};

const examples: readonly (readonly [ServiceRule, sentence: string, fields: readonly string[]])[] = [
  [
    { kind: 'service', module: 'dns/dnssec-key', options: dnssec },
    'The server generates `publicKey`, and computes `keyTag` and `digests` for the `dnsName` of the parent resource (RFC 4034).',
    ['parent: dnsName', 'self: type', 'self: algorithm', 'self: keyLength', 'self: publicKey', 'self: keyTag', 'self: digests'],
  ],
  [
    {
      kind: 'service',
      module: 'compute/certificate-details',
      options: { certificates: ['pem', 'own.pem'], expires: 'until', names: 'hosts' },
    },
    'The server sets `until` and `hosts` from the first certificate in `pem` or `own.pem`.',
    ['self: pem', 'self: own.pem', 'self: until', 'self: hosts'],
  ],
  [
    {
      kind: 'service',
      module: 'compute/active-standby',
      options: {
        field: 'role',
        active: 'ACTIVE',
        standby: 'BACKUP',
        group: ['network'],
        when: { purpose: ['PROXY'] },
        drain: { field: 'state', during: 'DRAINING', after: 'READY', parameter: 'drainTimeout', when: { purpose: ['PROXY'] } },
      },
    },
    'If `purpose` is `PROXY`, at most one of the resources with the same `network` has the `role` `ACTIVE`. Setting the `role` of a `BACKUP` resource to `ACTIVE` swaps the roles of the two resources. The `state` of the formerly `ACTIVE` resource is `DRAINING` while its connections drain, and `READY` afterwards. Draining takes up to `drainTimeout` seconds if `purpose` is `PROXY`, and no time otherwise.',
    ['self: role', 'self: network', 'self: purpose', 'self: state', 'anyParameters: drainTimeout', 'self: purpose'],
  ],
  [
    { kind: 'service', module: 'errorreporting/reopen', options: { status: 'state', from: ['DONE'], to: 'OPEN' } },
    'A new event of the group changes `state` from `DONE` to `OPEN`.',
    ['self: state'],
  ],
];

test.each(examples)('$module', (rule, sentence, fields) => {
  expect(describeRule(rule)).toBe(sentence);
  expect(listRuleFields(rule).map((use) => `${use.in}: ${use.path}`)).toEqual(fields);
  expect(validate(rule)).toBe(true);
  expect(validate({ ...rule, options: { ...rule.options, surplus: 'a' } })).toBe(false);
  expect(validate({ ...rule, options: {} })).toBe(false);
});
