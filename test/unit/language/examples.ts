/** An example of each kind of rule. The compiler reports a kind without one. */
import type { RuleOf } from '../../../runtime/rule.js';
import type { RuleKind } from '../../../runtime/rule.js';

interface Example<K extends RuleKind> {
  readonly rule: RuleOf<K>;
  readonly sentence: string;
  /** `position: path`, in the order of the rule. */
  readonly fields: readonly string[];
}

export const examples: { readonly [K in RuleKind]: Example<K> } = {
  nonOverlapping: {
    rule: { kind: 'nonOverlapping', fields: ['range', 'more.range'], within: 'network' },
    sentence:
      'The address ranges in `range` and `more.range` must not overlap each other or the ranges of other resources with the same `network`.',
    fields: ['self: range', 'self: more.range', 'self: network'],
  },
  etag: {
    rule: { kind: 'etag', field: 'labelFingerprint', match: 'required', covers: ['labels'] },
    sentence:
      'An update of `labels` must contain the current `labelFingerprint`. Otherwise, it fails with 412 `conditionNotMet`. Each such update changes `labelFingerprint`.',
    fields: ['self: labelFingerprint', 'self: labels'],
  },
  states: {
    rule: {
      kind: 'states',
      field: 'status',
      values: ['A', 'B'],
      immutable: ['B'],
      transitions: [{ from: 'A', to: 'B', trigger: 'a patch', condition: 'it is day', effects: 'C happens.' }],
    },
    sentence:
      "`status` is `A` or `B`. While `status` is `B`, you can't use or modify the resource. Transition: `A` to `B` (trigger: a patch; condition: it is day; effect: C happens).",
    fields: ['self: status'],
  },
  requestId: {
    rule: { kind: 'requestId', parameter: 'requestId', echo: 'clientOperationId' },
    sentence:
      'A request that repeats a `requestId` is ignored if the server already received the original request, and returns the original operation. The operation contains the ID as `clientOperationId`.',
    fields: ['parameterOrBody: requestId', 'response: clientOperationId'],
  },
  operation: {
    rule: {
      kind: 'operation',
      scope: 'region',
      type: 'shop.shelves.patch',
      metadata: 'shop.v1.Progress',
      response: null,
      name: 'operations/{path.shelf}',
      fields: { target: '{name} {parameter.shelf} {rootUrl}' },
      doneFields: { result: '{size}' },
      omitted: ['user'],
    },
    sentence:
      "Returns a regional operation of the type `shop.shelves.patch` that tracks the change. Its metadata is a `shop.v1.Progress`. It has no response. Its name is `operations/{path.shelf}`. Its `target` is `{name} {parameter.shelf} {rootUrl}`. When it has succeeded, its `result` is `{size}`. It doesn't have `user`.",
    fields: [
      'pathVariables: shelf',
      'response: target',
      'target: name',
      'parameters: shelf',
      'response: result',
      'target: size',
      'response: user',
    ],
  },
  pagination: {
    rule: {
      kind: 'pagination',
      items: 'items',
      pageSize: { parameter: 'max', minimum: 0, maximum: 9, default: 5, coerced: true },
      pageToken: 'token',
      nextPageToken: 'next',
      emptyWarning: 'NONE',
      partialSuccess: 'partial',
    },
    sentence:
      'Returns `items` in pages. `max` sets the page size: 0 to 9, default 5. Larger values count as the maximum. If there are more results, the response contains `next`. Send it as `token` to get the next page. A page without items can contain the warning `NONE`. If `partial` is true, the method returns partial results in case of a failure.',
    fields: ['response: items', 'parameters: max', 'parameters: token', 'response: next', 'parameters: partial'],
  },
  filter: {
    rule: { kind: 'filter', parameter: 'filter', styles: ['aip160', 'regex'] },
    sentence: "`filter` is a filter expression in AIP-160 or regular-expression style. You can't combine the styles in one request.",
    fields: ['parameters: filter'],
  },
  orderBy: {
    rule: { kind: 'orderBy', parameter: 'orderBy', orders: ['name', 'size desc'], default: 'name', direction: 'sortOrder' },
    sentence:
      '`orderBy` sorts the items. Supported values: `name` and `size desc`. Default: `name`. `sortOrder` is `ascending` or `descending`.',
    fields: ['parameters: orderBy', 'returned: name', 'returned: size', 'parameters: sortOrder'],
  },
  update: {
    rule: { kind: 'update', merge: true, fields: ['a', 'b'], mask: 'updateMask' },
    sentence:
      'The request body is a JSON merge patch (RFC 7396): absent fields keep their values, and `null` removes a field. Updates only `a` and `b`. The server ignores other fields of the request body. `updateMask` selects the fields to update. Default: all fields of the request body.',
    fields: ['request: a', 'request: b', 'parameters: updateMask'],
  },
  requiredIfResourceHas: {
    rule: { kind: 'requiredIfResourceHas', field: 'key', has: 'diskKey' },
    sentence: '`key` is required if the resource in the path has `diskKey`.',
    fields: ['request: key', 'target: diskKey'],
  },
  serverDefault: {
    rule: { kind: 'serverDefault', field: 'servers', value: ['a.{domain}', '{parameter.zone} {now}'], when: { visibility: ['public'] } },
    sentence: 'If you don\'t set `servers`, the server sets it to `["a.{domain}", "{parameter.zone} {now}"]` if `visibility` is `public`.',
    fields: ['self: servers', 'self: domain', 'schemaParameters: zone', 'self: visibility'],
  },
  omitted: {
    rule: { kind: 'omitted', fields: ['labels', 'spec.paused'], values: [{}, false], when: { state: ['NEW', null] } },
    sentence: "Responses don't contain `labels` or `spec.paused` with the value `{}` or `false` if `state` is `NEW` or absent.",
    fields: ['self: labels', 'self: spec.paused', 'self: state'],
  },
  counter: {
    rule: { kind: 'counter', field: 'version', covers: ['spec'] },
    sentence: '`version` is 1 at creation and increases by 1 with each change of `spec`.',
    fields: ['self: version', 'self: spec'],
  },
  projectNumber: {
    rule: { kind: 'projectNumber', fields: ['name', 'parent'] },
    sentence: 'The server returns `name` and `parent` with the number of the project instead of its ID.',
    fields: ['self: name', 'self: parent'],
  },
  resourceUrl: {
    rule: { kind: 'resourceUrl', fields: ['network', 'interfaces.subnetwork'] },
    sentence: 'The server returns full URLs in `network` and `interfaces.subnetwork`. You can set them to partial URLs.',
    fields: ['self: network', 'self: interfaces.subnetwork'],
  },
  prefix: {
    rule: { kind: 'prefix', parameter: 'prefix', field: 'path', delimiter: { parameter: 'delimiter', prefixes: 'prefixes' } },
    sentence:
      '`prefix` selects the items whose `path` starts with it. If you set `delimiter`, names that contain it after the prefix are grouped in `prefixes`.',
    fields: ['parameters: prefix', 'returned: path', 'parameters: delimiter', 'response: prefixes'],
  },
  allParents: {
    rule: { kind: 'allParents' },
    sentence: 'With `-` instead of the ID of a parent, the method lists the members of all parents.',
    fields: [],
  },
  allowMissing: {
    rule: { kind: 'allowMissing', parameter: 'allowMissing' },
    sentence: "If `allowMissing` is true, a request for a resource that doesn't exist succeeds. An update creates the resource.",
    fields: ['parameters: allowMissing'],
  },
  derivedFrom: {
    rule: { kind: 'derivedFrom', field: 'enabled', of: 'profile', values: { NEW: ['x'] }, otherwise: 'custom' },
    sentence: '`enabled` is `["x"]` if `profile` is `NEW` and otherwise the value of `custom`.',
    fields: ['self: enabled', 'self: profile', 'self: custom'],
  },
  builtIn: {
    rule: { kind: 'builtIn', members: [{ name: 'north' }, { name: 'south' }], values: { status: 'UP' } },
    sentence: "The service provides these resources, such as `north` and `south`. You don't create them.",
    fields: ['self: name', 'self: name', 'self: status'],
  },
  ownedResources: {
    rule: {
      kind: 'ownedResources',
      members: 'shop/v1/shelves/{shelf}/signs/{sign}',
      each: [{ sign: '{name}' }],
      forEach: 'languages',
      when: { open: [true] },
      lasting: true,
    },
    sentence:
      'While `open` is `true`, the server maintains these members of `signs` for each element of `languages`: `{"sign": "{name}"}`. You can change these members, but you can\'t delete them.',
    fields: ['self: languages', 'self: open', 'member: sign', 'self: name'],
  },
  softDelete: {
    rule: {
      kind: 'softDelete',
      state: { field: 'state', deleted: 'GONE', restored: 'OPEN' },
      deleteTime: 'deleteTime',
      expireTime: 'expireTime',
      days: 30,
    },
    sentence:
      'A deleted resource remains: `state` is `GONE`, `deleteTime` is the time of the deletion, and `expireTime` is the time of the removal. The server removes it after 30 days.',
    fields: ['self: state', 'self: deleteTime', 'self: expireTime'],
  },
  reference: {
    rule: { kind: 'reference', field: 'author', to: 'shop/v1/authors/{author}' },
    sentence:
      '`author` is the name of a resource in `authors`. The resource must exist when you set the field. Otherwise, the request fails with 400 `invalid`.',
    fields: ['self: author'],
  },
  deleteRequiresEmpty: {
    rule: { kind: 'deleteRequiresEmpty', members: 'shop/v1/shelves/{shelf}/things/{thing}', unless: 'force' },
    sentence:
      "You can't delete the resource while `things` contains members other than those that the server created with it, unless `force` is true. The request fails with 400 `containerNotEmpty`.",
    fields: ['anyParameters: force'],
  },
  deleteBlockedByReference: {
    rule: { kind: 'deleteBlockedByReference', by: 'shop/v1/lamps/{lamp}', field: 'shelf' },
    sentence:
      "You can't delete the resource while `shelf` of a resource in `lamps` refers to it. The request fails with 400 `resourceInUseByAnotherResource`.",
    fields: ['member: shelf'],
  },
  service: {
    rule: { kind: 'service', module: 'dns/record-data', options: { type: 'type', data: ['rrdatas', 'policy.rrdatas'] } },
    sentence: '`rrdatas` and `policy.rrdatas` must contain data of the record type in `type`, in presentation format (RFC 1035).',
    fields: ['self: type', 'self: rrdatas', 'self: policy.rrdatas'],
  },
  changeRecord: {
    rule: { kind: 'changeRecord', as: 'shop/v1/shelves/{shelf}/operations/{operation}', idParameter: 'clientOperationId' },
    sentence:
      'The server records the change in `operations` and returns the record. `clientOperationId` sets the identifier of the record.',
    fields: ['parameters: clientOperationId'],
  },
  elementSelector: {
    rule: { kind: 'elementSelector', field: 'digests', by: 'type', parameter: 'digestType', default: 'sha256' },
    sentence: '`digestType` selects the elements of `digests` by their `type`, as a comma-separated list. Default: `sha256`.',
    fields: ['parameters: digestType', 'returned: digests', 'returned: digests.type'],
  },
};
