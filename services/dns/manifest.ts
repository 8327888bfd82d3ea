import type { ServiceManifest } from '../manifest.js';

export const dns: ServiceManifest = {
  rules: {
    'record-data': {
      description: 'The lists `data` contain DNS records of the type in `type`, in presentation format.',
      options: {
        type: { kind: 'field', description: 'The field with the record type.', type: 'string' },
        data: { kind: 'fields', description: 'The lists of record data.', type: 'list' },
      },
      sentence: '{data:and} must contain data of the record type in {type}, in presentation format (RFC 1035).',
      validator: 'dnsRecordData',
    },
    'dnssec-key': {
      description: 'The server generates a DNSSEC key, and computes its tag and digests (RFC 4034).',
      options: {
        owner: { kind: 'field', description: 'The field of the parent resource with the domain name.', in: 'parent' },
        type: { kind: 'field', description: 'The field with the use of the key: `keySigning` or `zoneSigning`.' },
        algorithm: { kind: 'field', description: 'The field with the algorithm.' },
        keyLength: { kind: 'field', description: 'The field with the length in bits.' },
        publicKey: { kind: 'field', description: 'The field with the public key.' },
        keyTag: { kind: 'field', description: 'The field with the tag.' },
        digests: { kind: 'field', description: 'The list of digests.' },
      },
      sentence: 'The server generates {publicKey}, and computes {keyTag} and {digests} for the {owner} of the parent resource (RFC 4034).',
    },
  },
};
