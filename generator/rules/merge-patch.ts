import type { RuleKindDefinition } from './definition.js';

export const mergePatch: RuleKindDefinition<'mergePatch'> = {
  kind: 'mergePatch',
  on: 'method',
  description: 'The request body is a JSON merge patch (RFC 7396): absent fields keep their values, and `null` removes a field.',
  schema: { properties: {}, optional: {} },
  fields: () => [],
  sentence: () => 'The request body is a JSON merge patch (RFC 7396): absent fields keep their values, and `null` removes a field.',
};
