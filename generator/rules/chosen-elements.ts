import type { RuleKindDefinition } from './definition.js';
import { code } from './prose.js';
import { fieldPath, text } from './schema.js';

export const chosenElements: RuleKindDefinition<'chosenElements'> = {
  kind: 'chosenElements',
  on: 'method',
  description:
    'Responses contain the elements of the list `field` whose member `by` is one of the comma-separated values of `parameter`. Without the parameter, `default` applies.',
  schema: {
    properties: {
      field: fieldPath('The list, in the resource.'),
      by: fieldPath('The member of the elements that the parameter selects by.'),
      parameter: text('The query parameter.'),
      default: text('The value that applies without the parameter.'),
    },
    optional: {},
  },
  fields: (rule) => [
    { path: rule.parameter, in: 'parameters', pointer: ['parameter'] },
    { path: rule.field, in: 'answered', pointer: ['field'] },
    { path: `${rule.field}.${rule.by}`, in: 'answered', pointer: ['by'] },
  ],
  sentence: ({ field, by, parameter, default: usual }) =>
    `${code(parameter)} selects the elements of ${code(field)} by their ${code(by)}, as a comma-separated list. Default: ${code(usual)}.`,
};
