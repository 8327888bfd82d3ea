import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { fieldPath, text } from './schema.js';

export const requestId: RuleKindDefinition<'requestId'> = {
  kind: 'requestId',
  on: 'method',
  description:
    'A request with an id that was received before changes nothing and is answered with the first operation; the id is echoed in the field `echo` of the operation.',
  schema: {
    properties: { parameter: text('The query parameter with the id.'), echo: fieldPath('The field of the response that repeats it.') },
    optional: {},
  },
  fields: (rule) => [
    field('parameter', rule.parameter, { in: 'parameters' }),
    field('echo', rule.echo, { in: 'response', kind: 'string' }),
  ],
  sentence: (rule) =>
    `A repeated ${code(rule.parameter)} is ignored where the first request was received, and answered with its operation; the operation echoes it as ${code(rule.echo)}.`,
};
