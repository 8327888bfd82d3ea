import type { RuleKindDefinition } from './definition.js';
import { enumSchema } from './parameter-schemas.js';

export const operation: RuleKindDefinition<'operation'> = {
  kind: 'operation',
  on: 'method',
  description: 'The method answers with an operation that tracks the change; `scope` tells where the operation lives.',
  schema: { properties: { scope: enumSchema('Where the operation lives.', ['global', 'region', 'zone']) }, optional: {} },
  fields: () => [],
  sentence: (rule) =>
    `The method answers with ${{ global: 'a global', region: 'a regional', zone: 'a zonal' }[rule.scope]} operation, which tracks the change.`,
};
