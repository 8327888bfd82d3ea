import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath, text } from './schema.js';

export const requestId: RuleKindDefinition<'requestId'> = {
  kind: 'requestId',
  on: 'method',
  description:
    'A request with an id that was received before changes nothing and returns the first response. Where that is an operation, its field `echo` repeats the id.',
  schema: {
    properties: {
      parameter: text('The query parameter, or the field of the body, with the id.'),
      echo: fieldPath('The field of the response that repeats it.'),
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
      : `A repeated ${code(parameter)} is ignored where the first request was received, and answered with its operation; the operation echoes it as ${code(echo)}.`,
};
