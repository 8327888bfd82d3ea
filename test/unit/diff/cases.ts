/** Edits of the small shop with their consequences for API users. */
import type { Edit } from './base.js';

interface Case {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly found: readonly string[];
}

/** Name, edits, and expected changes. */
function cases(...rows: readonly (readonly [name: string, edits: readonly Edit[], ...found: string[]])[]): Case[] {
  return rows.map(([name, edits, ...found]) => ({ name, edits, found }));
}

export const tables: Readonly<Record<string, readonly Case[]>> = {
  'the API': cases(
    ['another name', [['name: shop', 'name: store']], 'breaking client-renamed shop', 'breaking name-changed shop'],
    ['another version', [['version: v1', 'version: v2']], 'breaking version-changed shop'],
    ['another address', [['https://shop', 'https://store']], 'breaking address-changed shop'],
    ['another service path: told once', [['servicePath: shop/v1/', 'servicePath: shop/v2/']], 'breaking service-path-changed shop'],
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
    ['a common parameter is gone', [['  fields: {', '  wanted: {']], 'breaking parameter-renamed shop(fields)'],
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
      'renamed: same verb, same path',
      [
        ['      send:\n        id: shop.orders.send', '      place:\n        id: shop.orders.place'],
        ['required: [shop.orders.send]', 'required: [shop.orders.place]'],
      ],
      'breaking method-renamed orders.send',
    ],
    [
      'moved and gone',
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
      'patch behavior-changed things.update',
    ],
    ['another path', [['path: orders\n', 'path: orders/new\n']], 'breaking route-changed orders.send'],
    ['another notation of the same path', [['path: orders\n', 'path: /orders\n']]],
    ['the answer is gone', [['        response: { $ref: Receipt }\n', '']], 'breaking response-changed orders.send response'],
    [
      'the body is gone',
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
    ['a scope suffices, too', [['scopes: [read, write]', 'scopes: [write, read]']]],
    ['a removed permission', [['        x-permissions: [shop.orders.send]\n', '']], 'minor permission-removed orders.send'],
    [
      'a permission is needed',
      [['[shop.orders.send]\n  things', '[shop.orders.send, shop.orders.pay]\n  things']],
      'breaking permission-added orders.send',
    ],
    [
      'a permission is needed at times',
      [['[shop.orders.send]\n  things', '[{ permission: shop.orders.send, when: gift }]\n  things']],
      'minor permission-changed orders.send',
    ],
  ),
  parameters: cases(
    [
      'an optional one',
      [['          view:', '          size: { type: string, location: query }\n          view:']],
      'minor parameter-added things.get(size)',
    ],
    [
      'a required one',
      [['          view:', '          size: { type: string, location: query, required: true }\n          view:']],
      'breaking parameter-added things.get(size)',
    ],
    [
      'gone',
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
    ['required now', [['default: SHORT', 'default: SHORT, required: true']], 'breaking required-changed things.get(view)'],
    ['repeated now', [['default: SHORT', 'default: SHORT, repeated: true']], 'breaking type-changed things.get(view)'],
    ['another default', [['default: SHORT', 'default: LONG']], 'breaking default-changed things.get(view)'],
    ['no default', [[' default: SHORT,', '']], 'breaking default-changed things.get(view)'],
    ['a list of values', [['default: SHORT', 'default: SHORT, enum: [SHORT, LONG]']], 'breaking enum-changed things.get(view)'],
  ),
  'fields that are sent': cases(
    ['gone', [['      gift: { type: boolean, x-writeOnly: true, description: A gift. }\n', '']], 'breaking field-removed Order.gift'],
    ['new', [['      gift:', '      wrap: { type: boolean }\n      gift:']], 'minor field-added Order.wrap'],
    [
      'new and required',
      [['      gift:', '      wrap: { type: boolean, annotations: { required: [shop.orders.send] } }\n      gift:']],
      'breaking field-added Order.wrap',
    ],
    ['renamed', [['      gift:', '      present:']], 'breaking field-renamed Order.gift'],
    [
      'required now',
      [['type: boolean, x-writeOnly: true', 'type: boolean, x-writeOnly: true, annotations: { required: [shop.orders.send] }']],
      'breaking required-changed Order.gift',
    ],
    ['optional now', [[', annotations: { required: [shop.orders.send] }', '']], 'minor required-changed Order.what'],
    [
      'read-only now',
      [['type: boolean, x-writeOnly: true', 'type: boolean, readOnly: true']],
      'breaking read-only-changed Order.gift',
      'patch write-only-changed Order.gift',
    ],
    ['another type', [['gift: { type: boolean', 'gift: { type: string']], 'breaking type-changed Order.gift'],
    [
      'a number that was an integer',
      [['count: { type: integer, format: int32', 'count: { type: number, format: int32']],
      'minor type-changed Order.count',
    ],
    ['another format', [['format: int32, minimum', 'format: uint32, minimum']], 'breaking format-changed Order.count'],
    ['a narrower range', [['maximum: "10"', 'maximum: "9"']], 'breaking range-changed Order.count'],
    ['a wider range', [['maximum: "10"', 'maximum: "11"']], 'minor range-changed Order.count'],
    ['no range', [[', minimum: "1", maximum: "10"', '']], 'minor range-changed Order.count', 'minor range-changed Order.count'],
    ['another default', [['default: "1"', 'default: "2"']], 'breaking default-changed Order.count'],
    ['a value is gone', [['[SMALL, LARGE]', '[SMALL]']], 'breaking enum-value-removed Order.size'],
    ['a value was added', [['[SMALL, LARGE]', '[SMALL, LARGE, HUGE]']], 'minor enum-value-added Order.size'],
    ['the enum is opened', [['[SMALL, LARGE]', '[SMALL, LARGE], x-undocumented: [values]']], 'minor enum-changed Order.size'],
    ['values are in another order', [['[SMALL, LARGE]', '[LARGE, SMALL]']]],
    ['a value is deprecated', [['[SMALL, LARGE]', '[SMALL, LARGE], enumDeprecated: [true, false]']], 'minor deprecated Order.size'],
  ),
  'fields that are received': cases(
    ['gone', [['      sum: { type: number, minimum: "0", description: The sum. }\n', '']], 'breaking field-removed Receipt.sum'],
    ['new', [['      sum:', '      tax: { type: number }\n      sum:']], 'minor field-added Receipt.tax'],
    [
      'new and required is only a promise',
      [['      sum:', '      tax: { type: number, required: true }\n      sum:']],
      'minor field-added Receipt.tax',
    ],
    ['always there now', [['sum: { type: number', 'sum: { required: true, type: number']], 'minor required-changed Receipt.sum'],
    ['a value is gone', [['[OPEN, PAID]', '[OPEN]']], 'minor enum-value-removed Receipt.state'],
    ['a value was added', [['[OPEN, PAID]', '[OPEN, PAID, LOST]']], 'breaking enum-value-added Receipt.state'],
    ['a value is new where others were possible', [['[RED]', '[RED, BLUE]']], 'minor enum-value-added Receipt.hue'],
    ['the enum is opened', [['[OPEN, PAID]', '[OPEN, PAID], x-undocumented: [values]']], 'breaking enum-changed Receipt.state'],
    ['the enum is closed', [[', x-undocumented: [values]', '']], 'minor enum-changed Receipt.hue'],
    ['a narrower range', [['minimum: "0"', 'minimum: "1"']], 'minor range-changed Receipt.sum'],
    ['a wider range', [['minimum: "0"', 'minimum: "-1"']], 'minor range-changed Receipt.sum'],
    ['an integer that was a number', [['sum: { type: number', 'sum: { type: integer']], 'minor type-changed Receipt.sum'],
    ['longer texts, in a schema that it refers to', [['x-maxLength: 80', 'x-maxLength: 90']], 'minor length-changed Line.text'],
    [
      'no longer read-only: it was never sent',
      [['number: { type: string, readOnly: true', 'number: { type: string']],
      'patch read-only-changed Receipt.number',
    ],
    ['write-only now', [['sum: { type: number', 'sum: { x-writeOnly: true, type: number']], 'breaking write-only-changed Receipt.sum'],
  ),
  'fields that go both ways': cases(
    ['a value was added', [['[BIG, SMALL]', '[BIG, SMALL, TINY]']], 'breaking enum-value-added Thing.kind'],
    ['a value is gone', [['[BIG, SMALL]', '[BIG]']], 'breaking enum-value-removed Thing.kind'],
    ['the values are no longer listed', [[', enum: [BIG, SMALL]', '']], 'breaking enum-changed Thing.kind'],
    ['another pattern', [['"[a-z]+"', '"[a-y]+"']], 'breaking pattern-changed Thing.name'],
    ['no pattern', [[' pattern: "[a-z]+",', '']], 'minor pattern-changed Thing.name'],
    ['a greater least length', [['x-minLength: 1', 'x-minLength: 2']], 'breaking length-changed Thing.name'],
    ['refused values', [['x-minLength: 1', 'x-minLength: 1, x-notIn: [none]']], 'breaking excluded-values-changed Thing.name'],
    ['shorter keys', [['maxLength: 10', 'maxLength: 9']], 'breaking length-changed Thing.labels'],
    [
      'values of a map',
      [['additionalProperties: { type: string }', 'additionalProperties: { type: integer }']],
      'breaking type-changed Thing.labels{}',
    ],
    ['required now', [['note: { type: string', 'note: { required: true, type: string']], 'breaking required-changed Thing.note'],
    ['can be set now', [['readOnly: true, description: When', 'description: When']], 'minor read-only-changed Thing.made'],
    ['immutable now', [['note: { type: string', 'note: { x-immutable: true, type: string']], 'breaking immutable-changed Thing.note'],
    ['the format of what only the server sets', [['format: date-time', 'format: date']], 'breaking format-changed Thing.made'],
    ['deprecated', [['note: { type: string', 'note: { deprecated: true, type: string']], 'minor deprecated Thing.note'],
    ['another description', [['A remark.', 'A note.']], 'patch documentation-changed Thing.note'],
    [
      'fields beyond those listed',
      [['description: Goes both ways.', 'description: Goes both ways.\n    x-undocumented: [fields]']],
      'minor fields-opened Thing',
    ],
  ),
  schemas: cases(
    [
      'renamed: what refers to it is the same',
      [
        ['  Line:\n', '  Row:\n'],
        ['$ref: Line', '$ref: Row'],
      ],
      'breaking schema-renamed Line',
    ],
    [
      'a new one takes the place of another',
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
      'gone, and written where it was used',
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
      'another kind',
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
      'a new restriction',
      [
        [
          '      high: { type: integer, format: int32, description: The most. }\n',
          '      high: { type: integer, format: int32, description: The most. }\n    x-validations:\n      - { rule: self.low <= self.high }\n',
        ],
      ],
      'breaking rule-added Thing',
    ],
    [
      'a new restriction of what is received',
      [
        ['      lines:', '      least: { type: number }\n      lines:'],
        ['  Line:\n', '    x-validations:\n      - { rule: self.least <= self.sum }\n  Line:\n'],
      ],
      'minor field-added Receipt.least',
      'minor rule-added Receipt',
    ],
    [
      'what a method offers',
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
