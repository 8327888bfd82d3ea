import type { RuleKindDefinition } from './definition.js';
import { formatCode, createFieldUse } from './rule-prose.js';
import { fieldPathSchema, textSchema } from './parameter-schemas.js';

export const requestId: RuleKindDefinition<'requestId'> = {
  kind: 'requestId',
  on: 'method',
  description:
    'A request that repeats an ID changes nothing and returns the first response. If the response is an operation, its field `echo` contains the ID.',
  schema: {
    properties: {
      parameter: textSchema('The query parameter, or the field of the body, with the ID.'),
      echo: fieldPathSchema('The field of the response that contains the ID.'),
    },
    optional: { echo: true },
  },
  listFields: (rule) => [
    createFieldUse('parameter', rule.parameter, { in: 'parameterOrBody' }),
    ...(rule.echo === undefined ? [] : [createFieldUse('echo', rule.echo, { in: 'response', kind: 'string' })]),
  ],
  describe: ({ parameter, echo }) =>
    echo === undefined
      ? `A request that repeats a ${formatCode(parameter)} changes nothing and returns the first response.`
      : `A request that repeats a ${formatCode(parameter)} is ignored if the server already received the original request, and returns the original operation. The operation contains the ID as ${formatCode(echo)}.`,
};
