import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { count, fieldPath, object, text } from './schema.js';

const pageSize = object('How large a page may be asked for.', {
  parameter: text('The query parameter with the size.'),
  minimum: count('The smallest size.'),
  maximum: count('The largest size.'),
  default: count('The size where none is given.'),
});

export const paging: RuleKindDefinition<'paging'> = {
  kind: 'paging',
  on: 'method',
  description: 'The method answers one page of `items`; where there are more, `nextPageToken` is given and is sent back as `pageToken`.',
  schema: {
    properties: {
      items: fieldPath('The field of the response with the items.'),
      pageSize,
      pageToken: text('The query parameter with the token.'),
      nextPageToken: fieldPath('The field of the response with the next token.'),
      emptyWarning: text('The code of the warning that an empty page can carry.'),
    },
    optional: { pageSize: true, emptyWarning: true },
  },
  fields: (rule) => [
    field('items', rule.items, { in: 'response' }),
    field('pageToken', rule.pageToken, { in: 'parameters' }),
    field('nextPageToken', rule.nextPageToken, { in: 'response' }),
    ...(rule.pageSize === undefined
      ? []
      : [{ path: rule.pageSize.parameter, in: 'parameters', pointer: ['pageSize', 'parameter'] } as const]),
  ],
  sentence({ items, pageSize: size, pageToken, nextPageToken, emptyWarning }) {
    const sized =
      size === undefined ? '' : ` of ${code(size.parameter)} items (${size.minimum} to ${size.maximum}, ${size.default} where absent)`;
    const empty = emptyWarning === undefined ? '' : ` A page without items can carry the warning ${code(emptyWarning)}.`;
    return `${code(items)} comes in pages${sized}; where there are more, ${code(nextPageToken)} is given and continues as ${code(pageToken)}.${empty}`;
  },
};
