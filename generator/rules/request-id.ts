import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath, text } from './schema.js';

export const requestId: RuleKindDefinition<'requestId'> = {
  kind: 'requestId',
  on: 'method',
  description:
    'A request that repeats an ID changes nothing and returns the first response. If the response is an operation, its field `echo` contains the ID.',
  schema: {
    properties: {
      parameter: text('The query parameter, or the field of the body, with the ID.'),
      echo: fieldPath('The field of the response that contains the ID.'),
    },
    optional: { echo: true },
  },
  fields: (rule) => [
    field('parameter', rule.parameter, { in: 'parameterOrBody' }),
    ...(rule.echo === undefined ? [] : [field('echo', rule.echo, { in: 'response', kind: 'string' })]),
  ],
  sentence: ({ parameter, echo }) =>
    echo === undefined
      ? `A request that repeats a ${code(parameter)} changes nothing and returns the first response.`
      : `A request that repeats a ${code(parameter)} is ignored if the server already received the original request, and returns the original operation. The operation contains the ID as ${code(echo)}.`,
};
