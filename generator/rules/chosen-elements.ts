import type { RuleKindDefinition } from './definition.js';
import { code } from './prose.js';
import { fieldPath, text } from './schema.js';

export const chosenElements: RuleKindDefinition<'chosenElements'> = {
  kind: 'chosenElements',
  on: 'method',
  description:
    'Of the list `field` answers show the elements whose member `by` is named in the `parameter` (separated by commas), else those of `default`.',
  schema: {
    properties: {
      field: fieldPath('The list, in the resource.'),
      by: fieldPath('The member of its elements.'),
      parameter: text('The query parameter.'),
      default: text('What is shown without the parameter.'),
    },
    optional: {},
  },
  fields: (rule) => [
    { path: rule.parameter, in: 'parameters', pointer: ['parameter'] },
    { path: rule.field, in: 'answered', pointer: ['field'] },
    { path: `${rule.field}.${rule.by}`, in: 'answered', pointer: ['by'] },
  ],
  sentence: ({ field, by, parameter, default: usual }) =>
    `${code(field)} shows the elements whose ${code(by)} is named in ${code(parameter)}, separated by commas; ${code(usual)} where it is absent.`,
};
