import type { RuleKindDefinition } from './definition.js';
import { formatCode, createFieldUse } from './rule-prose.js';
import { countSchema, fieldPathSchema, objectSchema, textSchema } from './parameter-schemas.js';

const pageSize = objectSchema('The page sizes that a request can set.', {
  parameter: textSchema('The query parameter with the page size.'),
  minimum: countSchema('The minimum page size.'),
  maximum: countSchema('The maximum page size.'),
  default: countSchema('The default page size.'),
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
      partialSuccess: textSchema('The boolean query parameter that requests partial results instead of an error.'),
    },
    optional: { pageSize: true, emptyWarning: true, partialSuccess: true },
  },
  listFields: (rule) => [
    createFieldUse('items', rule.items, { in: 'response' }),
    createFieldUse('pageToken', rule.pageToken, { in: 'parameters' }),
    createFieldUse('nextPageToken', rule.nextPageToken, { in: 'response' }),
    ...(rule.pageSize === undefined
      ? []
      : [{ path: rule.pageSize.parameter, in: 'parameters', pointer: ['pageSize', 'parameter'] } as const]),
    ...(rule.partialSuccess === undefined ? [] : [createFieldUse('partialSuccess', rule.partialSuccess, { in: 'parameters' })]),
  ],
  describe({ items, pageSize: size, pageToken, nextPageToken, emptyWarning, partialSuccess }) {
    const pageSizeText =
      size === undefined
        ? ''
        : ` ${formatCode(size.parameter)} sets the page size: ${size.minimum} to ${size.maximum}, default ${size.default}.`;
    const emptyText = emptyWarning === undefined ? '' : ` A page without items can contain the warning ${formatCode(emptyWarning)}.`;
    const partialText =
      partialSuccess === undefined
        ? ''
        : ` If ${formatCode(partialSuccess)} is true, the method returns partial results in case of a failure.`;
    return `Returns ${formatCode(items)} in pages.${pageSizeText} If there are more results, the response contains ${formatCode(nextPageToken)}. Send it as ${formatCode(pageToken)} to get the next page.${emptyText}${partialText}`;
  },
};
