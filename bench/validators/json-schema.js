import { choices, flags, namePattern, texts, urls } from './shape.js';

const text = { type: 'string' };
const all = (names, schema) => Object.fromEntries(names.map((name) => [name, schema]));
const name = { type: 'string', minLength: 1, maxLength: 63, pattern: namePattern.source };

export const schema = {
  type: 'object',
  properties: {
    kind: { const: 'compute#subnetwork' },
    name,
    creationTimestamp: { type: 'string', format: 'date-time' },
    ipCidrRange: { type: 'string', format: 'cidr-ipv4' },
    fingerprint: { type: 'string', format: 'byte' },
    ...all(texts, text),
    ...all(urls, { type: 'string', format: 'url' }),
    ...all(flags, { type: 'boolean' }),
    ...Object.fromEntries(Object.entries(choices).map(([field, values]) => [field, { type: 'string', enum: values }])),
    secondaryIpRanges: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          rangeName: name,
          ipCidrRange: { type: 'string', format: 'cidr-ipv4' },
          reservedInternalRange: { type: 'string', format: 'url' },
        },
      },
    },
    logConfig: {
      type: 'object',
      properties: {
        enable: { type: 'boolean' },
        aggregationInterval: text,
        flowSampling: { type: 'number', minimum: 0, maximum: 1 },
        metadata: text,
        metadataFields: { type: 'array', items: text },
        filterExpr: text,
      },
    },
  },
};
