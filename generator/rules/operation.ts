import type { RuleKindDefinition } from './definition.js';
import { enumSchema } from './parameter-schemas.js';

export const operation: RuleKindDefinition<'operation'> = {
  kind: 'operation',
  on: 'method',
  description: 'The method returns an operation that tracks the change. `scope` is the scope of the operation.',
  schema: { properties: { scope: enumSchema('Where the operation lives.', ['global', 'region', 'zone']) }, optional: {} },
  listFields: () => [],
  describe: (rule) =>
    `Returns ${{ global: 'a global', region: 'a regional', zone: 'a zonal' }[rule.scope]} operation that tracks the change.`,
};
