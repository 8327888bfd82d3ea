import type { RuleKindDefinition } from './definition.js';

export const mergePatch: RuleKindDefinition<'mergePatch'> = {
  kind: 'mergePatch',
  on: 'method',
  description: 'The body is a JSON merge patch (RFC 7396): absent fields stay as they are, null removes.',
  schema: { properties: {}, optional: {} },
  fields: () => [],
  sentence: () => 'The body is a JSON merge patch (RFC 7396): absent fields stay as they are, `null` removes a field.',
};
