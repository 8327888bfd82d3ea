import type { RuleKindDefinition } from './definition.js';
import { all, code, field } from './prose.js';
import { fieldPath } from './schema.js';

const own = ['type', 'algorithm', 'keyLength', 'publicKey', 'keyTag', 'digests'] as const;

export const signingKey: RuleKindDefinition<'signingKey'> = {
  kind: 'signingKey',
  on: 'schema',
  description:
    'A DNSSEC key: the server makes `publicKey` and works out `keyTag` and `digests` (RFC 4034) for the domain name in the field `owner` of the resource above.',
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
    `The server makes ${code(publicKey)}, and works out ${all([keyTag, digests])} as RFC 4034 has it for the ${code(owner)} of the resource above.`,
};
