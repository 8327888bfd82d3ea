import type { RuleKindDefinition } from './definition.js';
import { formatAll, formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema } from './parameter-schemas.js';

const own = ['type', 'algorithm', 'keyLength', 'publicKey', 'keyTag', 'digests'] as const;

export const dnssecKey: RuleKindDefinition<'dnssecKey'> = {
  kind: 'dnssecKey',
  on: 'schema',
  description:
    'A DNSSEC key: the server generates `publicKey` and computes `keyTag` and `digests` (RFC 4034) for the domain name in the field `owner` of the parent resource.',
  schema: {
    properties: {
      owner: fieldPathSchema('The field of the resource above with the domain name.'),
      type: fieldPathSchema('The field that says what it signs: `keySigning` or `zoneSigning`.'),
      algorithm: fieldPathSchema('The field with the algorithm.'),
      keyLength: fieldPathSchema('The field with the length in bits.'),
      publicKey: fieldPathSchema('The field with the public key.'),
      keyTag: fieldPathSchema('The field with the tag.'),
      digests: fieldPathSchema('The list of digests.'),
    },
    optional: {},
  },
  fields: (rule) => [fieldUse('owner', rule.owner, { in: 'above' }), ...own.map((name) => fieldUse(name, rule[name]))],
  sentence: ({ owner, publicKey, keyTag, digests }) =>
    `The server generates ${formatCode(publicKey)}, and computes ${formatAll([keyTag, digests])} for the ${formatCode(owner)} of the parent resource (RFC 4034).`,
};
