import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { fieldPathSchema, textSchema } from './parameter-schemas.js';

export const requestId: RuleKindDefinition<'requestId'> = {
  kind: 'requestId',
  on: 'method',
  description:
    'A request with an id that was received before changes nothing and returns the first response. Where that is an operation, its field `echo` repeats the id.',
  schema: {
    properties: {
      parameter: textSchema('The query parameter, or the field of the body, with the id.'),
      echo: fieldPathSchema('The field of the response that repeats it.'),
    },
    optional: { echo: true },
  },
  fields: (rule) => [
    fieldUse('parameter', rule.parameter, { in: 'parameterOrBody' }),
    ...(rule.echo === undefined ? [] : [fieldUse('echo', rule.echo, { in: 'response', kind: 'string' })]),
  ],
  sentence: ({ parameter, echo }) =>
    echo === undefined
      ? `A request that repeats a ${formatCode(parameter)} changes nothing and returns the first response.`
      : `A repeated ${formatCode(parameter)} is ignored where the first request was received, and answered with its operation; the operation echoes it as ${formatCode(echo)}.`,
};
