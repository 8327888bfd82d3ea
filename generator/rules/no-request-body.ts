import type { RuleKindDefinition } from './definition.js';

export const noRequestBody: RuleKindDefinition<'noRequestBody'> = {
  kind: 'noRequestBody',
  on: 'method',
  description: 'The request has no body.',
  schema: { properties: {}, optional: {} },
  fields: () => [],
  sentence: () => 'The request body must be empty.',
};
