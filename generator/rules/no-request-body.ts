import type { RuleKindDefinition } from './definition.js';

export const noRequestBody: RuleKindDefinition<'noRequestBody'> = {
  kind: 'noRequestBody',
  on: 'method',
  description: 'The request has no body.',
  schema: { properties: {}, optional: {} },
  fields: () => [],
  sentence: () => 'The body of the request must be empty.',
};
