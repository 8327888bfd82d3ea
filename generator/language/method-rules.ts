/** Rules of methods: requests, operations, lists, and updates. */
import { isObject, type Json } from '../lib/json.js';
import type { RuleDefinitions } from './definition.js';
import * as schema from './json-schema.js';
import * as parameter from './parameters.js';
import { readMethods, writeMethods } from './service-actions.js';
import { formatAll, formatAny, formatCode, formatCollectionName, formatStatedValue, formatWhenSet, joinWords } from './prose.js';

const changeMethods = [...writeMethods, 'DELETE'];

const filterStyles = { aip160: 'AIP-160', regex: 'regular-expression', words: 'words' } as const;

const orders: parameter.RequiredParameter = {
  schema: {
    type: ['array', 'object'],
    items: { type: 'string', minLength: 1 },
    minItems: 1,
    uniqueItems: true,
    additionalProperties: schema.text('The order: a field of the items, and ` desc` if it is descending.'),
    minProperties: 1,
    description:
      'The supported values of the parameter. As a list, each value is an order: `name`, `creationTimestamp desc`. As a map, each value has an order.',
  },
  listUses: (value, { pointer }) => {
    const all: readonly (readonly [string | number, Json])[] = Array.isArray(value)
      ? [...value.entries()]
      : Object.entries(isObject(value) ? value : {});
    return all.flatMap(([key, order]) =>
      typeof order === 'string' ? [{ path: order.split(' ')[0] ?? order, in: 'returned', pointer: [...pointer, key] }] : [],
    );
  },
};

const operationPlaceholders = { allowsRequestNames: true, known: ['rootUrl', 'operation'], of: 'method' } as const;

const messageName = (description: string): parameter.RequiredParameter =>
  parameter.plain({ type: ['string', 'null'], pattern: '^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)+$', description });

const formatMessage = (part: string, type: string | null | undefined): string =>
  formatWhenSet(type, (name) => (name === null ? ` It has no ${part}.` : ` Its ${part} is a ${formatCode(name)}.`));

export const methodRules = {
  requestId: {
    description:
      'A request that repeats an ID changes nothing and returns the response of the first request with this ID (AIP-155), unless a parameter gives another ID to a new resource. If the response is an operation, its field `echo` contains the ID.',
    category: 'shape',
    httpMethods: changeMethods,
    parameters: {
      parameter: parameter.query('The query parameter, or the field of the body, with the ID.', 'parameterOrBody'),
      echo: parameter.optional(parameter.field('The field of the response that contains the ID.', { in: 'response', kind: 'string' })),
    },
    describe: ({ parameter: name, echo }) =>
      echo === undefined
        ? `A request that repeats a ${formatCode(name)} changes nothing and returns the first response.`
        : `A request that repeats a ${formatCode(name)} is ignored if the server already received the original request, and returns the original operation. The operation contains the ID as ${formatCode(echo)}.`,
  },

  operation: {
    description:
      'The method returns a long-running operation that tracks the change. For a method whose response has the fields of an operation, the mock infers the rule, and a stated rule without `scope` completes it. `name`, `fields`, and `doneFields` can contain the placeholders of `serverDefault`, `{rootUrl}` for the address of the API with a trailing slash, and, except in `name`, `{operation}` for the ID of the operation.',
    category: 'shape',
    parameters: {
      scope: parameter.optional(
        parameter.choice('Where the operation is stored. Default: in the zone or region of the path, or else global.', [
          'global',
          'region',
          'zone',
        ]),
      ),
      type: parameter.optional(
        parameter.text(
          'The `operationType` of the operation. Default: a value of its enum that fits the method, or the name of the method.',
        ),
      ),
      metadata: parameter.optional(
        messageName(
          'The full name of the message in the `@type` of the metadata, such as `google.cloud.shop.v1.OperationMetadata`. If it is the message of the changed resource, the metadata is that resource. `null`: the operation has no metadata.',
        ),
      ),
      response: parameter.optional(
        messageName(
          'The full name of the message in the `@type` of the response, such as `google.cloud.shop.v1.Shelf`. `google.protobuf.Empty`: the response has no other fields. `null`: the operation has no response.',
        ),
      ),
      name: parameter.optional({
        ...parameter.statedValue('', operationPlaceholders),
        schema: schema.text(
          'The name of the operation, such as `operations/{generated.uuid}`, or its last ID if the text contains no slash.',
        ),
      }),
      fields: parameter.optional(
        parameter.statedFields(
          'Field paths of the operation, and their values. Those below `response` are set when the operation is done.',
          () => ({
            in: 'response',
            placeholders: operationPlaceholders,
          }),
        ),
      ),
      doneFields: parameter.optional(
        parameter.statedFields(
          "Field paths that the operation has only after it succeeds, and their values. The response that starts the operation doesn't have them.",
          () => ({
            in: 'response',
            placeholders: operationPlaceholders,
          }),
        ),
      ),
      omitted: parameter.optional(parameter.fields("The fields that the operation doesn't have.", { in: 'response' })),
    },
    describe({ scope, type, metadata, response, name, fields, doneFields, omitted }) {
      const kind = scope === undefined ? 'an' : { global: 'a global', region: 'a regional', zone: 'a zonal' }[scope];
      return [
        `Returns ${kind} operation${formatWhenSet(type, (text) => ` of the type ${formatCode(text)}`)} that tracks the change.`,
        formatMessage('metadata', metadata),
        formatMessage('response', response),
        formatWhenSet(name, (template) => ` Its name is ${formatCode(template)}.`),
        ...Object.entries(fields ?? {}).map(([path, value]) => ` Its ${formatCode(path)} is ${formatStatedValue(value)}.`),
        ...Object.entries(doneFields ?? {}).map(
          ([path, value]) => ` When it has succeeded, its ${formatCode(path)} is ${formatStatedValue(value)}.`,
        ),
        formatWhenSet(omitted, (paths) => ` It doesn't have ${formatAny(paths)}.`),
      ].join('');
    },
  },

  pagination: {
    description:
      'The method returns `items` in pages. If there are more results, the response contains `nextPageToken`, which the next request sends as `pageToken`.',
    category: 'shape',
    httpMethods: readMethods,
    parameters: {
      items: parameter.field('The field of the response with the items.', { in: 'response' }),
      pageSize: parameter.optional(
        parameter.object('The page sizes that a request can set.', {
          parameter: parameter.query('The query parameter with the page size.'),
          minimum: parameter.plain(schema.count('The minimum page size.')),
          maximum: parameter.plain(schema.count('The maximum page size.')),
          default: parameter.plain(schema.count('The default page size.')),
          coerced: parameter.optional(
            parameter.plain({
              type: 'boolean',
              const: true,
              description: 'Whether a larger page size counts as the maximum (AIP-158). Without it, the request fails with 400.',
            }),
          ),
        }),
      ),
      pageToken: parameter.query('The query parameter with the page token.'),
      nextPageToken: parameter.field('The field of the response with the next page token.', { in: 'response' }),
      emptyWarning: parameter.optional(parameter.text('The code of the warning that an empty page can contain.')),
      partialSuccess: parameter.optional(parameter.query('The boolean query parameter that requests partial results instead of an error.')),
    },
    describe: ({ items, pageSize, pageToken, nextPageToken, emptyWarning, partialSuccess }) =>
      [
        `Returns ${formatCode(items)} in pages.`,
        formatWhenSet(
          pageSize,
          (size) =>
            ` ${formatCode(size.parameter)} sets the page size: ${size.minimum} to ${size.maximum}, default ${size.default}.${size.coerced ? ' Larger values count as the maximum.' : ''}`,
        ),
        ` If there are more results, the response contains ${formatCode(nextPageToken)}. Send it as ${formatCode(pageToken)} to get the next page.`,
        formatWhenSet(emptyWarning, (code) => ` A page without items can contain the warning ${formatCode(code)}.`),
        formatWhenSet(
          partialSuccess,
          (name) => ` If ${formatCode(name)} is true, the method returns partial results in case of a failure.`,
        ),
      ].join(''),
  },

  filter: {
    description: 'The expression in `parameter` selects the items of a list.',
    category: 'offers',
    parameters: {
      parameter: parameter.query('The query parameter with the expression.'),
      styles: parameter.plain({
        type: 'array',
        items: schema.choice('A style.', Object.keys(filterStyles)),
        minItems: 1,
        uniqueItems: true,
        description:
          "The supported filter styles. A request can't combine them. With `words`, an item matches if all words occur in its texts, in any case. With another style, it applies to expressions without operators.",
      }),
    },
    describe({ parameter: name, styles }) {
      if (styles.length === 1 && styles[0] === 'words')
        return `${formatCode(name)} contains words that must all occur in the texts of an item.`;
      const names = styles.map((style) => filterStyles[style]);
      const restriction = styles.length > 1 ? ". You can't combine the styles in one request" : '';
      return `${formatCode(name)} is a filter expression in ${joinWords(names, 'or')} style${restriction}.`;
    },
  },

  orderBy: {
    description: '`parameter` sorts the items of the list.',
    category: 'offers',
    httpMethods: readMethods,
    parameters: {
      parameter: parameter.query('The query parameter with the order.'),
      orders,
      default: parameter.optional(parameter.text('The value that applies without the parameter. Default: the first one.')),
      direction: parameter.optional(parameter.query('The query parameter with the direction, `ascending` or `descending`.')),
    },
    describe(rule) {
      const values: readonly string[] = Array.isArray(rule.orders) ? (rule.orders as readonly string[]) : Object.keys(rule.orders);
      const supported = Array.isArray(rule.orders)
        ? ` sorts the items. Supported ${values.length === 1 ? 'value' : 'values'}: ${formatAll(values)}.`
        : ` sorts the items by ${formatAny(values)}.`;
      const standard = formatWhenSet(rule.default, (value) => ` Default: ${formatCode(value)}.`);
      const direction = formatWhenSet(rule.direction, (name) => ` ${formatCode(name)} is ${formatAny(['ascending', 'descending'])}.`);
      return `${formatCode(rule.parameter)}${supported}${standard}${direction}`;
    },
  },

  update: {
    description:
      'How an update changes the resource. With `merge: true`, the request body is a JSON merge patch (RFC 7396): absent fields keep their values, and `null` removes a field. With `fields`, the method updates only these fields. With `mask`, a parameter selects the fields to update.',
    category: 'alters',
    httpMethods: writeMethods,
    parameters: {
      merge: parameter.optional(
        parameter.plain({ type: 'boolean', const: true, description: 'Whether the request body is a JSON merge patch.' }),
      ),
      fields: parameter.optional(
        parameter.fields('The fields of the request body that the method updates. It ignores other fields.', { in: 'request' }),
      ),
      mask: parameter.optional(parameter.query('The query parameter with the fields to update.')),
    },
    describe: ({ merge, fields, mask }) =>
      [
        ...(merge
          ? ['The request body is a JSON merge patch (RFC 7396): absent fields keep their values, and `null` removes a field.']
          : []),
        ...(fields === undefined ? [] : [`Updates only ${formatAll(fields)}. The server ignores other fields of the request body.`]),
        ...(mask === undefined ? [] : [`${formatCode(mask)} selects the fields to update. Default: all fields of the request body.`]),
      ].join(' '),
  },

  requiredIfResourceHas: {
    description: 'The request body must contain `field` if the resource in the path has the field `has`.',
    category: 'restricts',
    httpMethods: writeMethods,
    parameters: {
      field: parameter.field('The field of the body.', { in: 'request' }),
      has: parameter.field(
        "The field of the stored resource in the path. It can belong to a schema that the specification doesn't describe.",
        { in: 'target' },
      ),
    },
    describe: ({ field, has }) => `${formatCode(field)} is required if the resource in the path has ${formatCode(has)}.`,
  },

  changeRecord: {
    description:
      'The server records the change as a resource at the path template `as` and returns this resource. The parameter `idParameter` sets its identifier. Otherwise, the server generates it.',
    category: 'describes',
    httpMethods: changeMethods,
    parameters: {
      as: parameter.pathTemplate('The collection of the records. A path template of resources.'),
      idParameter: parameter.optional(parameter.query('The query parameter with the identifier of the record.')),
    },
    describe: ({ as, idParameter }) =>
      `The server records the change in ${formatCollectionName(as)} and returns the record.${formatWhenSet(idParameter, (name) => ` ${formatCode(name)} sets the identifier of the record.`)}`,
  },

  elementSelector: {
    description:
      'Responses contain the elements of the list `field` whose member `by` is one of the comma-separated values of `parameter`. Without the parameter, `default` applies.',
    category: 'offers',
    httpMethods: readMethods,
    parameters: {
      parameter: parameter.query('The query parameter.'),
      field: parameter.field('The list, in the resource.', { in: 'returned' }),
      by: parameter.field('The member of the elements that the parameter selects by.', { in: 'returned', inside: 'field' }),
      default: parameter.text('The value that applies without the parameter.'),
    },
    describe: ({ field, by, parameter: name, default: standard }) =>
      `${formatCode(name)} selects the elements of ${formatCode(field)} by their ${formatCode(by)}, as a comma-separated list. Default: ${formatCode(standard)}.`,
  },

  prefix: {
    description:
      "`parameter` selects the items whose `field` starts with it. With `delimiter`, the response doesn't list a name that contains the delimiter after the prefix. It lists the part of the name up to and including the delimiter once in `prefixes`.",
    category: 'offers',
    httpMethods: readMethods,
    parameters: {
      parameter: parameter.query('The query parameter with the prefix.'),
      field: parameter.optional(parameter.field('The field of an item. Default: `name`.', { in: 'returned' })),
      delimiter: parameter.optional(
        parameter.object('How names with a common prefix are grouped.', {
          parameter: parameter.query('The query parameter with the delimiter.'),
          prefixes: parameter.field('The list in the response with the common prefixes, each up to and including the delimiter.', {
            in: 'response',
            kind: 'list',
          }),
        }),
      ),
    },
    describe({ parameter: name, field = 'name', delimiter }) {
      const grouping = formatWhenSet(
        delimiter,
        (rule) =>
          ` If you set ${formatCode(rule.parameter)}, names that contain it after the prefix are grouped in ${formatCode(rule.prefixes)}.`,
      );
      return `${formatCode(name)} selects the items whose ${formatCode(field)} starts with it.${grouping}`;
    },
  },

  allParents: {
    description:
      'With `-` instead of the ID of a parent in the path, the list contains the members of all parents (AIP-159). Several parents in the path can be `-`.',
    category: 'offers',
    httpMethods: readMethods,
    parameters: {},
    describe: () => 'With `-` instead of the ID of a parent, the method lists the members of all parents.',
  },

  allowMissing: {
    description:
      "An update or a patch of a resource that doesn't exist creates it, and a deletion of one succeeds (AIP-134, AIP-135). With `parameter`, only if this boolean query parameter is true.",
    category: 'offers',
    httpMethods: changeMethods,
    parameters: { parameter: parameter.optional(parameter.query('The boolean query parameter that allows it.')) },
    describe: ({ parameter: name }) =>
      `${name === undefined ? 'A' : `If ${formatCode(name)} is true, a`} request for a resource that doesn't exist succeeds. An update creates the resource.`,
  },
} satisfies Partial<RuleDefinitions>;
