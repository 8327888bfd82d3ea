import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { countSchema, fieldPathSchema, objectSchema, textSchema } from './parameter-schemas.js';

const pageSize = objectSchema('How large a page may be asked for.', {
  parameter: textSchema('The query parameter with the size.'),
  minimum: countSchema('The smallest size.'),
  maximum: countSchema('The largest size.'),
  default: countSchema('The size where none is given.'),
});

export const pagination: RuleKindDefinition<'pagination'> = {
  kind: 'pagination',
  on: 'method',
  description: 'The method answers one page of `items`; where there are more, `nextPageToken` is given and is sent back as `pageToken`.',
  schema: {
    properties: {
      items: fieldPathSchema('The field of the response with the items.'),
      pageSize,
      pageToken: textSchema('The query parameter with the token.'),
      nextPageToken: fieldPathSchema('The field of the response with the next token.'),
      emptyWarning: textSchema('The code of the warning that an empty page can carry.'),
    },
    optional: { pageSize: true, emptyWarning: true },
  },
  fields: (rule) => [
    fieldUse('items', rule.items, { in: 'response' }),
    fieldUse('pageToken', rule.pageToken, { in: 'parameters' }),
    fieldUse('nextPageToken', rule.nextPageToken, { in: 'response' }),
    ...(rule.pageSize === undefined
      ? []
      : [{ path: rule.pageSize.parameter, in: 'parameters', pointer: ['pageSize', 'parameter'] } as const]),
  ],
  sentence({ items, pageSize: size, pageToken, nextPageToken, emptyWarning }) {
    const sized =
      size === undefined
        ? ''
        : ` of ${formatCode(size.parameter)} items (${size.minimum} to ${size.maximum}, ${size.default} where absent)`;
    const empty = emptyWarning === undefined ? '' : ` A page without items can carry the warning ${formatCode(emptyWarning)}.`;
    return `${formatCode(items)} comes in pages${sized}; where there are more, ${formatCode(nextPageToken)} is given and continues as ${formatCode(pageToken)}.${empty}`;
  },
};
