import type { RuleKindDefinition } from './definition.js';
import { formatCode, fieldUse } from './rule-prose.js';
import { countSchema, fieldPathSchema, objectSchema, textSchema } from './parameter-schemas.js';

const pageSize = objectSchema('How large a page may be asked for.', {
  parameter: textSchema('The query parameter with the page size.'),
  minimum: countSchema('The minimum page size.'),
  maximum: countSchema('The maximum page size.'),
  default: countSchema('The size where none is given.'),
});

export const pagination: RuleKindDefinition<'pagination'> = {
  kind: 'pagination',
  on: 'method',
  description:
    'The method returns `items` in pages. If there are more results, the response contains `nextPageToken`, which the next request sends as `pageToken`.',
  schema: {
    properties: {
      items: fieldPathSchema('The field of the response with the items.'),
      pageSize,
      pageToken: textSchema('The query parameter with the page token.'),
      nextPageToken: fieldPathSchema('The field of the response with the next page token.'),
      emptyWarning: textSchema('The code of the warning that an empty page can contain.'),
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
        : ` ${formatCode(size.parameter)} sets the page size: ${size.minimum} to ${size.maximum}, default ${size.default}.`;
    const empty = emptyWarning === undefined ? '' : ` A page without items can contain the warning ${formatCode(emptyWarning)}.`;
    return `Returns ${formatCode(items)} in pages.${sized} If there are more results, the response contains ${formatCode(nextPageToken)}. Send it as ${formatCode(pageToken)} to get the next page.${empty}`;
  },
};
