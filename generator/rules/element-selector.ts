import type { RuleKindDefinition } from './definition.js';
import { formatCode } from './rule-prose.js';
import { fieldPathSchema, textSchema } from './parameter-schemas.js';

export const elementSelector: RuleKindDefinition<'elementSelector'> = {
  kind: 'elementSelector',
  on: 'method',
  description:
    'Of the list `field` answers show the elements whose member `by` is named in the `parameter` (separated by commas), else those of `default`.',
  schema: {
    properties: {
      field: fieldPathSchema('The list, in the resource.'),
      by: fieldPathSchema('The member of its elements.'),
      parameter: textSchema('The query parameter.'),
      default: textSchema('What is shown without the parameter.'),
    },
    optional: {},
  },
  fields: (rule) => [
    { path: rule.parameter, in: 'parameters', pointer: ['parameter'] },
    { path: rule.field, in: 'answered', pointer: ['field'] },
    { path: `${rule.field}.${rule.by}`, in: 'answered', pointer: ['by'] },
  ],
  sentence: ({ field, by, parameter, default: usual }) =>
    `${formatCode(field)} shows the elements whose ${formatCode(by)} is named in ${formatCode(parameter)}, separated by commas; ${formatCode(usual)} where it is absent.`,
};
