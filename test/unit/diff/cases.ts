/** Edits of the base specification with their effects on API users. */
import type { Edit } from './base.js';

interface Case {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly changes: readonly string[];
}

/** Creates cases from rows of name, edits, and expected changes. */
function cases(...rows: readonly (readonly [name: string, edits: readonly Edit[], ...changes: string[]])[]): Case[] {
  return rows.map(([name, edits, ...changes]) => ({ name, edits, changes }));
}

export const casesByArea: Readonly<Record<string, readonly Case[]>> = {
  'the API': cases(
    ['another name', [['name: shop', 'name: store']], 'breaking client-renamed shop', 'breaking name-changed shop'],
    ['another version', [['version: v1', 'version: v2']], 'breaking version-changed shop'],
    ['another address', [['https://shop', 'https://store']], 'breaking address-changed shop'],
    ['another service path, reported once', [['servicePath: shop/v1/', 'servicePath: shop/v2/']], 'breaking service-path-changed shop'],
    [
      'the prefix of all paths is part of each path now',
      [
        ['servicePath: shop/v1/', "servicePath: ''"],
        ['path: orders', 'path: shop/v1/orders'],
        ['path: things', 'path: shop/v1/things'],
        ['path: things', 'path: shop/v1/things'],
      ],
    ],
    ['another title', [['title: Shop', 'title: The shop']], 'patch documentation-changed shop'],
    ['a common parameter renamed', [['  fields: {', '  wanted: {']], 'breaking parameter-renamed shop(fields)'],
  ),
  methods: cases(
    [
      'added',
      [
        [
          '      update:\n',
          '      drop: { id: shop.things.drop, httpMethod: DELETE, path: "things/{thing}", parameters: { thing: { type: string, location: path, required: true } } }\n      update:\n',
        ],
      ],
      'minor method-added things.drop',
    ],
    [
      'renamed with the same verb and path',
      [
        ['      send:\n        id: shop.orders.send', '      place:\n        id: shop.orders.place'],
        ['required: [shop.orders.send]', 'required: [shop.orders.place]'],
      ],
      'breaking method-renamed orders.send',
    ],
    [
      'renamed with another path',
      [
        ['      send:\n        id: shop.orders.send', '      place:\n        id: shop.orders.place'],
        ['path: orders\n', 'path: placed\n'],
        ['required: [shop.orders.send]', 'required: [shop.orders.place]'],
      ],
      'breaking method-removed orders.send',
      'minor method-added orders.place',
    ],
    [
      'another verb',
      [['httpMethod: PUT', 'httpMethod: PATCH']],
      'breaking http-method-changed things.update',
      'minor behavior-changed things.update',
    ],
    [
      'another status of a success',
      [['        path: orders\n', '        path: orders\n        x-status: 201\n']],
      'minor behavior-changed orders.send',
    ],
    ['another path', [['path: orders\n', 'path: orders/new\n']], 'breaking route-changed orders.send'],
    ['another notation of the same path', [['path: orders\n', 'path: /orders\n']]],
    ['the response removed', [['        response: { $ref: Receipt }\n', '']], 'breaking response-changed orders.send response'],
    [
      'the request body removed',
      [
        ['        request: { $ref: Order }\n', ''],
        [', annotations: { required: [shop.orders.send] }', ''],
      ],
      'minor required-changed Order.what',
      'breaking request-changed orders.send request',
    ],
    [
      'deprecated',
      [['description: Orders something.', 'description: Orders something.\n        deprecated: true']],
      'minor deprecated orders.send',
    ],
    ['a removed scope', [['scopes: [read, write]', 'scopes: [write]']], 'breaking scope-removed orders.send'],
    ['scopes in another order', [['scopes: [read, write]', 'scopes: [write, read]']]],
    ['a removed permission', [['        x-permissions: [shop.orders.send]\n', '']], 'minor permission-removed orders.send'],
    [
      'a permission is needed',
      [['[shop.orders.send]\n  things', '[shop.orders.send, shop.orders.pay]\n  things']],
      'breaking permission-added orders.send',
    ],
    [
      'a permission is needed only under a condition',
      [['[shop.orders.send]\n  things', '[{ permission: shop.orders.send, when: gift }]\n  things']],
      'minor permission-changed orders.send',
    ],
  ),
  parameters: cases(
    [
      'an optional parameter added',
      [['          view:', '          size: { type: string, location: query }\n          view:']],
      'minor parameter-added things.get(size)',
    ],
    [
      'a required parameter added',
      [['          view:', '          size: { type: string, location: query, required: true }\n          view:']],
      'breaking parameter-added things.get(size)',
    ],
    [
      'removed',
      [['          view: { type: string, location: query, default: SHORT, description: How much of it. }\n', '']],
      'breaking parameter-removed things.get(view)',
    ],
    [
      'renamed in the path',
      [
        ['path: things/{thing}\n        description: Gets', 'path: things/{name}\n        description: Gets'],
        ['          thing: {', '          name: {'],
      ],
      'breaking parameter-renamed things.get(thing)',
    ],
    ['renamed in the query', [['          view: {', '          shows: {']], 'breaking parameter-renamed things.get(view)'],
    ['made required', [['default: SHORT', 'default: SHORT, required: true']], 'breaking required-changed things.get(view)'],
    ['made repeated', [['default: SHORT', 'default: SHORT, repeated: true']], 'breaking type-changed things.get(view)'],
    ['another default', [['default: SHORT', 'default: LONG']], 'breaking default-changed things.get(view)'],
    ['default removed', [[' default: SHORT,', '']], 'breaking default-changed things.get(view)'],
    ['an enum added', [['default: SHORT', 'default: SHORT, enum: [SHORT, LONG]']], 'breaking enum-changed things.get(view)'],
  ),
  'fields in requests': cases(
    ['removed', [['      gift: { type: boolean, x-writeOnly: true, description: A gift. }\n', '']], 'breaking field-removed Order.gift'],
    ['added', [['      gift:', '      wrap: { type: boolean }\n      gift:']], 'minor field-added Order.wrap'],
    [
      'added as required',
      [['      gift:', '      wrap: { type: boolean, annotations: { required: [shop.orders.send] } }\n      gift:']],
      'breaking field-added Order.wrap',
    ],
    ['renamed', [['      gift:', '      present:']], 'breaking field-renamed Order.gift'],
    [
      'made required',
      [['type: boolean, x-writeOnly: true', 'type: boolean, x-writeOnly: true, annotations: { required: [shop.orders.send] }']],
      'breaking required-changed Order.gift',
    ],
    ['made optional', [[', annotations: { required: [shop.orders.send] }', '']], 'minor required-changed Order.what'],
    [
      'made read-only',
      [['type: boolean, x-writeOnly: true', 'type: boolean, readOnly: true']],
      'breaking read-only-changed Order.gift',
      'patch write-only-changed Order.gift',
    ],
    ['another type', [['gift: { type: boolean', 'gift: { type: string']], 'breaking type-changed Order.gift'],
    [
      'an integer changed to a number',
      [['count: { type: integer, format: int32', 'count: { type: number, format: int32']],
      'minor type-changed Order.count',
    ],
    ['another format', [['format: int32, minimum', 'format: uint32, minimum']], 'breaking format-changed Order.count'],
    ['a narrower range', [['maximum: "10"', 'maximum: "9"']], 'breaking range-changed Order.count'],
    ['a wider range', [['maximum: "10"', 'maximum: "11"']], 'minor range-changed Order.count'],
    ['range removed', [[', minimum: "1", maximum: "10"', '']], 'minor range-changed Order.count', 'minor range-changed Order.count'],
    ['another default', [['default: "1"', 'default: "2"']], 'breaking default-changed Order.count'],
    ['an enum value removed', [['[SMALL, LARGE]', '[SMALL]']], 'breaking enum-value-removed Order.size'],
    ['a value was added', [['[SMALL, LARGE]', '[SMALL, LARGE, HUGE]']], 'minor enum-value-added Order.size'],
    ['the enum opened', [['[SMALL, LARGE]', '[SMALL, LARGE], x-undocumented: [values]']], 'minor enum-changed Order.size'],
    ['enum values in another order', [['[SMALL, LARGE]', '[LARGE, SMALL]']]],
    ['an enum value deprecated', [['[SMALL, LARGE]', '[SMALL, LARGE], enumDeprecated: [true, false]']], 'minor deprecated Order.size'],
  ),
  'fields in responses': cases(
    ['removed', [['      sum: { type: number, minimum: "0", description: The sum. }\n', '']], 'breaking field-removed Receipt.sum'],
    ['added', [['      sum:', '      tax: { type: number }\n      sum:']], 'minor field-added Receipt.tax'],
    [
      'a required field added (clients need not change)',
      [['      sum:', '      tax: { type: number, required: true }\n      sum:']],
      'minor field-added Receipt.tax',
    ],
    ['always present', [['sum: { type: number', 'sum: { required: true, type: number']], 'minor required-changed Receipt.sum'],
    ['an enum value removed', [['[OPEN, PAID]', '[OPEN]']], 'minor enum-value-removed Receipt.state'],
    ['a value was added', [['[OPEN, PAID]', '[OPEN, PAID, LOST]']], 'minor enum-value-added Receipt.state'],
    ['a value added to an open enum', [['[RED]', '[RED, BLUE]']], 'minor enum-value-added Receipt.hue'],
    ['the enum opened', [['[OPEN, PAID]', '[OPEN, PAID], x-undocumented: [values]']], 'breaking enum-changed Receipt.state'],
    ['the enum closed', [[', x-undocumented: [values]', '']], 'minor enum-changed Receipt.hue'],
    ['a narrower range', [['minimum: "0"', 'minimum: "1"']], 'minor range-changed Receipt.sum'],
    ['a wider range', [['minimum: "0"', 'minimum: "-1"']], 'minor range-changed Receipt.sum'],
    ['a number changed to an integer', [['sum: { type: number', 'sum: { type: integer']], 'minor type-changed Receipt.sum'],
    ['longer strings in a referenced schema', [['x-maxLength: 80', 'x-maxLength: 90']], 'minor length-changed Line.text'],
    [
      'made writable, although never sent',
      [['number: { type: string, readOnly: true', 'number: { type: string']],
      'patch read-only-changed Receipt.number',
    ],
    ['made write-only', [['sum: { type: number', 'sum: { x-writeOnly: true, type: number']], 'breaking write-only-changed Receipt.sum'],
  ),
  'fields in requests and responses': cases(
    ['a value was added', [['[BIG, SMALL]', '[BIG, SMALL, TINY]']], 'minor enum-value-added Thing.kind'],
    ['an enum value removed', [['[BIG, SMALL]', '[BIG]']], 'breaking enum-value-removed Thing.kind'],
    ['the enum removed', [[', enum: [BIG, SMALL]', '']], 'breaking enum-changed Thing.kind'],
    ['another pattern', [['"[a-z]+"', '"[a-y]+"']], 'breaking pattern-changed Thing.name'],
    ['pattern removed', [[' pattern: "[a-z]+",', '']], 'minor pattern-changed Thing.name'],
    ['a greater minimum length', [['x-minLength: 1', 'x-minLength: 2']], 'breaking length-changed Thing.name'],
    ['rejected values', [['x-minLength: 1', 'x-minLength: 1, x-notIn: [none]']], 'breaking excluded-values-changed Thing.name'],
    ['shorter keys', [['maxLength: 10', 'maxLength: 9']], 'breaking length-changed Thing.labels'],
    [
      'values of a map',
      [['additionalProperties: { type: string }', 'additionalProperties: { type: integer }']],
      'breaking type-changed Thing.labels{}',
    ],
    ['made required', [['note: { type: string', 'note: { required: true, type: string']], 'breaking required-changed Thing.note'],
    ['made writable', [['readOnly: true, description: When', 'description: When']], 'minor read-only-changed Thing.made'],
    ['made immutable', [['note: { type: string', 'note: { x-immutable: true, type: string']], 'breaking immutable-changed Thing.note'],
    ['another format of a server-generated field', [['format: date-time', 'format: date']], 'breaking format-changed Thing.made'],
    ['deprecated', [['note: { type: string', 'note: { deprecated: true, type: string']], 'minor deprecated Thing.note'],
    ['another description', [['A remark.', 'A note.']], 'patch documentation-changed Thing.note'],
    [
      'undocumented fields allowed',
      [['description: Used in requests and responses.', 'description: Used in requests and responses.\n    x-undocumented: [fields]']],
      'minor fields-opened Thing',
    ],
  ),
  schemas: cases(
    [
      'renamed together with its references',
      [
        ['  Line:\n', '  Row:\n'],
        ['$ref: Line', '$ref: Row'],
      ],
      'breaking schema-renamed Line',
    ],
    [
      'replaced by a new schema',
      [
        ['$ref: Line', '$ref: Row'],
        [
          '  Thing:\n    type',
          '  Row:\n    type: object\n    description: A row.\n    properties: { text: { type: integer, description: Its text. } }\n  Thing:\n    type',
        ],
      ],
      'patch reference-changed Receipt.lines[]',
      'breaking type-changed Receipt.lines[].text',
      'minor schema-added Row',
    ],
    [
      'removed and inlined',
      [
        [
          '  Line:\n    type: object\n    description: A line.\n    properties:\n      text: { type: string, x-maxLength: 80, description: Its text. }\n',
          '',
        ],
        ['{ $ref: Line }', '{ type: object, properties: { text: { type: string, x-maxLength: 80, description: Its text. } } }'],
      ],
      'breaking schema-removed Line',
      'patch reference-changed Receipt.lines[]',
    ],
    [
      'another type',
      [
        [
          '  Line:\n    type: object\n    description: A line.\n    properties:\n      text: { type: string, x-maxLength: 80, description: Its text. }\n',
          '  Line: { type: string, description: A line. }\n',
        ],
      ],
      'breaking type-changed Line',
    ],
  ),
  rules: cases(
    [
      'a restriction of a request added',
      [
        [
          '      high: { type: integer, format: int32, description: The most. }\n',
          '      high: { type: integer, format: int32, description: The most. }\n    x-validations:\n      - { rule: self.low <= self.high }\n',
        ],
      ],
      'breaking rule-added Thing',
    ],
    [
      'a restriction of a response added',
      [
        ['      lines:', '      least: { type: number }\n      lines:'],
        ['  Line:\n', '    x-validations:\n      - { rule: self.least <= self.sum }\n  Line:\n'],
      ],
      'minor field-added Receipt.least',
      'minor rule-added Receipt',
    ],
    [
      'a method rule added',
      [
        ['          view: {', '          order: { type: string, location: query }\n          view: {'],
        [
          'response: { $ref: Thing }\n      update',
          'x-rules:\n          - { kind: orderBy, parameter: order, orders: [name], default: name }\n        response: { $ref: Thing }\n      update',
        ],
      ],
      'minor parameter-added things.get(order)',
      'minor rule-added things.get',
    ],
  ),
};
