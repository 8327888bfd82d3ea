import type { RuleKindDefinition } from './definition.js';
import { formatCode } from './rule-prose.js';
import { fieldPathSchema, textSchema } from './parameter-schemas.js';

export const elementSelector: RuleKindDefinition<'elementSelector'> = {
  kind: 'elementSelector',
  on: 'method',
  description:
    'Responses contain the elements of the list `field` whose member `by` is one of the comma-separated values of `parameter`. Without the parameter, `default` applies.',
  schema: {
    properties: {
      field: fieldPathSchema('The list, in the resource.'),
      by: fieldPathSchema('The member of the elements that the parameter selects by.'),
      parameter: textSchema('The query parameter.'),
      default: textSchema('The value that applies without the parameter.'),
    },
    optional: {},
  },
  listFields: (rule) => [
    { path: rule.parameter, in: 'parameters', pointer: ['parameter'] },
    { path: rule.field, in: 'returned', pointer: ['field'] },
    { path: `${rule.field}.${rule.by}`, in: 'returned', pointer: ['by'] },
  ],
  describe: ({ field, by, parameter, default: defaultValue }) =>
    `${formatCode(parameter)} selects the elements of ${formatCode(field)} by their ${formatCode(by)}, as a comma-separated list. Default: ${formatCode(defaultValue)}.`,
};
