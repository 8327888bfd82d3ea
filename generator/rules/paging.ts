import type { RuleKindDefinition } from './definition.js';
import { code, field } from './prose.js';
import { count, fieldPath, object, text } from './schema.js';

const pageSize = object('How large a page may be asked for.', {
  parameter: text('The query parameter with the page size.'),
  minimum: count('The minimum page size.'),
  maximum: count('The maximum page size.'),
  default: count('The size where none is given.'),
});

export const paging: RuleKindDefinition<'paging'> = {
  kind: 'paging',
  on: 'method',
  description:
    'The method returns `items` in pages. If there are more results, the response contains `nextPageToken`, which the next request sends as `pageToken`.',
  schema: {
    properties: {
      items: fieldPath('The field of the response with the items.'),
      pageSize,
      pageToken: text('The query parameter with the page token.'),
      nextPageToken: fieldPath('The field of the response with the next page token.'),
      emptyWarning: text('The code of the warning that an empty page can contain.'),
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
      size === undefined ? '' : ` ${code(size.parameter)} sets the page size: ${size.minimum} to ${size.maximum}, default ${size.default}.`;
    const empty = emptyWarning === undefined ? '' : ` A page without items can contain the warning ${code(emptyWarning)}.`;
    return `Returns ${code(items)} in pages.${sized} If there are more results, the response contains ${code(nextPageToken)}. Send it as ${code(pageToken)} to get the next page.${empty}`;
  },
};
