/** One example of each kind of rule; the compiler names a kind that has none. */
import type { RuleOf } from '../../../generator/rules/index.js';
import type { RuleKind } from '../../../templates/runtime/rule.js';

interface Example<K extends RuleKind> {
  readonly rule: RuleOf<K>;
  readonly sentence: string;
  /** `place: path`, in the order of the rule. */
  readonly fields: readonly string[];
}

export const examples: { readonly [K in RuleKind]: Example<K> } = {
  nonOverlapping: {
    rule: { kind: 'nonOverlapping', fields: ['range', 'more.range'], within: 'network' },
    sentence:
      'The address ranges in `range` and `more.range` must not overlap one another, nor those of other resources with the same `network`.',
    fields: ['self: range', 'self: more.range', 'self: network'],
  },
  fingerprint: {
    rule: { kind: 'fingerprint', field: 'labelFingerprint', covers: ['labels'] },
    sentence:
      'An update of `labels` must carry the current `labelFingerprint`, else it fails with 412 conditionNotMet; `labelFingerprint` is renewed by each such change.',
    fields: ['self: labelFingerprint', 'self: labels'],
  },
  exclusiveRole: {
    rule: {
      kind: 'exclusiveRole',
      field: 'role',
      active: 'ACTIVE',
      standby: 'BACKUP',
      group: ['network'],
      when: { purpose: ['PROXY'] },
      drain: { field: 'state', during: 'DRAINING', after: 'READY', parameter: 'drainTimeout', when: { purpose: ['PROXY'] } },
    },
    sentence:
      'Where `purpose` is `PROXY`, one resource among those with the same `network` has `role` `ACTIVE`: setting `ACTIVE` on one that is `BACKUP` swaps the two, and the former `ACTIVE` one has `state` `DRAINING` until it is `READY` (within `drainTimeout` seconds where `purpose` is `PROXY`, else at once).',
    fields: ['self: role', 'self: network', 'self: purpose', 'self: state', 'anyParameters: drainTimeout', 'self: purpose'],
  },
  freshness: {
    rule: { kind: 'freshness', field: 'etag' },
    sentence:
      'A request that carries `etag` must carry the current one, else it fails with 412 conditionNotMet; `etag` is renewed by each change.',
    fields: ['self: etag'],
  },
  lockedWhile: {
    rule: { kind: 'lockedWhile', field: 'state', values: ['DRAINING'] },
    sentence: 'While `state` is `DRAINING`, the resource can be neither used nor modified.',
    fields: ['self: state'],
  },
  states: {
    rule: {
      kind: 'states',
      field: 'status',
      values: ['A', 'B'],
      moves: [{ from: 'A', to: 'B', trigger: 'a patch', condition: 'it is day', also: 'C happens.' }],
    },
    sentence: '`status` is `A` or `B`; it moves from `A` to `B` by a patch (where it is day), and also: C happens.',
    fields: ['self: status'],
  },
  requestId: {
    rule: { kind: 'requestId', parameter: 'requestId', echo: 'clientOperationId' },
    sentence:
      'A repeated `requestId` is ignored where the first request was received, and answered with its operation; the operation echoes it as `clientOperationId`.',
    fields: ['parameterOrBody: requestId', 'response: clientOperationId'],
  },
  operation: {
    rule: { kind: 'operation', scope: 'region' },
    sentence: 'The method answers with a regional operation, which tracks the change.',
    fields: [],
  },
  paging: {
    rule: {
      kind: 'paging',
      items: 'items',
      pageSize: { parameter: 'max', minimum: 0, maximum: 9, default: 5 },
      pageToken: 'token',
      nextPageToken: 'next',
      emptyWarning: 'NONE',
    },
    sentence:
      '`items` comes in pages of `max` items (0 to 9, 5 where absent); where there are more, `next` is given and continues as `token`. A page without items can carry the warning `NONE`.',
    fields: ['response: items', 'parameters: token', 'response: next', 'parameters: max'],
  },
  filter: {
    rule: { kind: 'filter', parameter: 'filter', styles: ['aip160', 'regex'] },
    sentence: '`filter` selects items by an expression in AIP-160 or regular-expression style; the styles cannot be mixed in one request.',
    fields: ['parameters: filter'],
  },
  orderBy: {
    rule: { kind: 'orderBy', parameter: 'orderBy', orders: ['name', 'size desc'], default: 'name' },
    sentence: '`orderBy` orders the items; only `name` and `size desc` are supported, `name` where absent.',
    fields: ['parameters: orderBy', 'answered: name', 'answered: size'],
  },
  partialSuccess: {
    rule: { kind: 'partialSuccess', parameter: 'partial' },
    sentence: 'Where `partial` is true, partial results are answered in case of a failure.',
    fields: ['parameters: partial'],
  },
  emptyBody: { rule: { kind: 'emptyBody' }, sentence: 'The body of the request must be empty.', fields: [] },
  mergePatch: {
    rule: { kind: 'mergePatch' },
    sentence: 'The body is a JSON merge patch (RFC 7396): absent fields stay as they are, `null` removes a field.',
    fields: [],
  },
  patchable: {
    rule: { kind: 'patchable', fields: ['a', 'b'] },
    sentence: 'Only `a` and `b` are changed; other fields of the body are ignored.',
    fields: ['request: a', 'request: b'],
  },
  fieldMask: {
    rule: { kind: 'fieldMask', parameter: 'fields' },
    sentence: '`fields` names the fields that the answer holds; all, where it is absent.',
    fields: ['parameters: fields'],
  },
  requiredIfTarget: {
    rule: { kind: 'requiredIfTarget', field: 'key', has: 'diskKey' },
    sentence: '`key` must be given where the resource that the path names has `diskKey`.',
    fields: ['request: key', 'target: diskKey'],
  },
  filledIn: {
    rule: { kind: 'filledIn', field: 'servers', value: ['a.{domain}', '{parameter.zone} {now}'], when: { visibility: ['public'] } },
    sentence: 'The server sets `servers` to `["a.{domain}","{parameter.zone} {now}"]` where it is not given and `visibility` is `public`.',
    fields: ['self: servers', 'self: domain', 'schemaParameters: zone', 'self: visibility'],
  },
  counter: {
    rule: { kind: 'counter', field: 'version', covers: ['spec'] },
    sentence: '`version` is 1 at creation and increases by 1 with each change of `spec`.',
    fields: ['self: version', 'self: spec'],
  },
  prefix: {
    rule: { kind: 'prefix', parameter: 'prefix', field: 'path', delimiter: { parameter: 'delimiter', prefixes: 'prefixes' } },
    sentence:
      '`prefix` selects the items whose `path` begins with it; where `delimiter` is given, names that have it after the prefix are grouped in `prefixes`.',
    fields: ['parameters: prefix', 'answered: path', 'parameters: delimiter', 'response: prefixes'],
  },
  allowMissing: {
    rule: { kind: 'allowMissing', parameter: 'allowMissing' },
    sentence: 'Where `allowMissing` is true, the call also succeeds if the resource does not exist: an update creates it.',
    fields: ['parameters: allowMissing'],
  },
  follows: {
    rule: { kind: 'follows', field: 'enabled', of: 'profile', values: { NEW: ['x'] }, otherwise: 'custom' },
    sentence: '`enabled` is `["x"]` where `profile` is `NEW` and else what `custom` holds.',
    fields: ['self: enabled', 'self: profile', 'self: custom'],
  },
  provided: {
    rule: { kind: 'provided', members: [{ name: 'north' }, { name: 'south' }], values: { status: 'UP' } },
    sentence: 'Resources of this kind exist without being created, among them `north` and `south`.',
    fields: ['self: name', 'self: name', 'self: status'],
  },
  comesWith: {
    rule: {
      kind: 'comesWith',
      members: 'shop/v1/shelves/{shelf}/signs/{sign}',
      each: [{ sign: '{name}' }],
      forEach: 'languages',
      when: { open: [true] },
      lasting: true,
    },
    sentence:
      'While `open` is `true`, it has `{"sign":"{name}"}` in `signs` for each element of `languages`; they can be changed but not deleted.',
    fields: ['self: languages', 'self: open', 'member: sign', 'self: name'],
  },
  emptyToDelete: {
    rule: { kind: 'emptyToDelete', members: 'shop/v1/shelves/{shelf}/things/{thing}' },
    sentence: 'It is not deleted (400 containerNotEmpty) while it has members in `things` beside those it comes with.',
    fields: [],
  },
  notWhileUsed: {
    rule: { kind: 'notWhileUsed', by: 'shop/v1/lamps/{lamp}', field: 'shelf' },
    sentence: 'It is not deleted (400 resourceInUseByAnotherResource) while `shelf` of one of `lamps` links to it.',
    fields: ['member: shelf'],
  },
  nameWithin: {
    rule: { kind: 'nameWithin', field: 'name', of: 'dnsName' },
    sentence: '`name` is the `dnsName` of the resource above, or a name below it.',
    fields: ['self: name', 'above: dnsName'],
  },
  standsAlone: {
    rule: { kind: 'standsAlone', field: 'type', values: ['CNAME'], among: ['name'] },
    sentence: 'Where `type` is `CNAME`, no other with the same `name` stands beside it.',
    fields: ['self: type', 'self: name'],
  },
  recordData: {
    rule: { kind: 'recordData', type: 'type', data: ['rrdatas', 'policy.rrdatas'] },
    sentence: '`rrdatas` and `policy.rrdatas` hold data of the record type that `type` names, in presentation form (RFC 1035).',
    fields: ['self: type', 'self: rrdatas', 'self: policy.rrdatas'],
  },
  signingKey: {
    rule: {
      kind: 'signingKey',
      owner: 'dnsName',
      type: 'type',
      algorithm: 'algorithm',
      keyLength: 'keyLength',
      publicKey: 'publicKey',
      keyTag: 'keyTag',
      digests: 'digests',
    },
    sentence:
      'The server makes `publicKey`, and works out `keyTag` and `digests` as RFC 4034 has it for the `dnsName` of the resource above.',
    fields: ['above: dnsName', 'self: type', 'self: algorithm', 'self: keyLength', 'self: publicKey', 'self: keyTag', 'self: digests'],
  },
  certificateFacts: {
    rule: { kind: 'certificateFacts', certificates: ['pem', 'own.pem'], expires: 'until', names: 'hosts' },
    sentence: 'The server reads `until` and `hosts` from the first certificate in `pem` or `own.pem`.',
    fields: ['self: pem', 'self: own.pem', 'self: until', 'self: hosts'],
  },
  reopens: {
    rule: { kind: 'reopens', field: 'state', from: ['DONE'], to: 'OPEN' },
    sentence: 'Another event of the group makes `state` `OPEN` where it was `DONE`.',
    fields: ['self: state'],
  },
  recorded: {
    rule: { kind: 'recorded', as: 'shop/v1/shelves/{shelf}/operations/{operation}', id: 'clientOperationId' },
    sentence: 'The change is recorded in `operations`, and the record is the answer; `clientOperationId` names it.',
    fields: ['parameters: clientOperationId'],
  },
  chosenElements: {
    rule: { kind: 'chosenElements', field: 'digests', by: 'type', parameter: 'digestType', default: 'sha256' },
    sentence: '`digests` shows the elements whose `type` is named in `digestType`, separated by commas; `sha256` where it is absent.',
    fields: ['parameters: digestType', 'answered: digests', 'answered: digests.type'],
  },
  sort: {
    rule: { kind: 'sort', parameter: 'sortBy', keys: { startTime: 'startTime', id: 'id' }, direction: 'sortOrder' },
    sentence: '`sortBy` is `startTime` or `id`, `sortOrder` `ascending` or `descending`.',
    fields: ['parameters: sortBy', 'answered: startTime', 'answered: id', 'parameters: sortOrder'],
  },
};
