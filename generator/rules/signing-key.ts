import type { RuleKindDefinition } from './definition.js';
import { all, code, field } from './prose.js';
import { fieldPath } from './schema.js';

const own = ['type', 'algorithm', 'keyLength', 'publicKey', 'keyTag', 'digests'] as const;

export const signingKey: RuleKindDefinition<'signingKey'> = {
  kind: 'signingKey',
  on: 'schema',
  description:
    'A DNSSEC key: the server generates `publicKey` and computes `keyTag` and `digests` (RFC 4034) for the domain name in the field `owner` of the parent resource.',
  schema: {
    properties: {
      owner: fieldPath('The field of the resource above with the domain name.'),
      type: fieldPath('The field that says what it signs: `keySigning` or `zoneSigning`.'),
      algorithm: fieldPath('The field with the algorithm.'),
      keyLength: fieldPath('The field with the length in bits.'),
      publicKey: fieldPath('The field with the public key.'),
      keyTag: fieldPath('The field with the tag.'),
      digests: fieldPath('The list of digests.'),
    },
    optional: {},
  },
  fields: (rule) => [field('owner', rule.owner, { in: 'above' }), ...own.map((name) => field(name, rule[name]))],
  sentence: ({ owner, publicKey, keyTag, digests }) =>
    `The server generates ${code(publicKey)}, and computes ${all([keyTag, digests])} for the ${code(owner)} of the parent resource (RFC 4034).`,
};
