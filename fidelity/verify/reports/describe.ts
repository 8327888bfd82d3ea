/** The words for differences, and for exchanges that weren't compared, in all reports. */
import type { Location } from '../../../generator/lib/diagnostics.js';
import { escapeUnprintable } from '../../../generator/lib/unprintable.js';
import { groupBy } from '../../../generator/lib/group-by.js';
import { formatCount } from '../../../generator/lib/format-count.js';
import type { Json } from '../../../generator/lib/json.js';
import type { AssumedResource } from '../assumed-resource.js';
import type { DifferenceKind } from '../difference.js';
import type { SkipReason } from '../exchange-result.js';
import type { DifferenceGroup, MethodVerdict, SkipGroup, Verdict } from '../verdict.js';

const kinds: Readonly<Record<DifferenceKind, string>> = {
  rejected: 'rejected, although the service accepts the request',
  accepted: 'accepted, although the service rejects the request',
  notImplemented: 'not implemented',
  status: 'another status',
  value: 'another value',
  type: 'another type',
  missing: 'missing',
  extra: 'unexpected',
  order: 'another order',
  inconsistent: 'inconsistent with an earlier value',
};

export const describeKind = (kind: DifferenceKind): string => kinds[kind];

/** Describes a group of differences on one line: `another value of settings.tier: expected "a", received "b"`. */
export function describeDifference({ kind, field, expected, actual, rule, message }: DifferenceGroup): string {
  const name = escapeUnprintable(field);
  switch (kind) {
    case 'rejected':
    case 'accepted':
    case 'notImplemented': {
      const reason = [
        ...(rule === undefined ? [] : [`rule ${escapeUnprintable(rule)}`]),
        ...(message === undefined ? [] : [escapeUnprintable(message)]),
      ].join(': ');
      return `${kinds[kind]}: expected ${formatJson(expected)}, received ${formatJson(actual)}${reason === '' ? '' : ` (${reason})`}`;
    }
    case 'missing':
      return `${name} is missing: expected ${formatJson(expected)}`;
    case 'extra':
      return `${name} is unexpected: received ${formatJson(actual)}`;
    case 'inconsistent':
      return expected === undefined || expected === actual
        ? `${name} does not change as in the recording: received ${formatJson(actual)}`
        : `${name} is inconsistent with an earlier response: expected ${formatJson(expected)}, received ${formatJson(actual)}`;
    case 'order':
      return `${name} has another order: expected ${formatJson(expected)}, received ${formatJson(actual)}`;
    default:
      return `${name} differs: expected ${formatJson(expected)}, received ${formatJson(actual)}`;
  }
}

const reasons: Readonly<Record<SkipReason, string>> = {
  unsupported: 'only single HTTP calls can be compared',
  noApi: 'no given API is at the address',
  noMethod: 'the API has no such method',
  noResponse: 'the recording has no response',
  environment: 'the response depends on credentials, quotas, or the health of the service',
  repeated: 'a later read of the same URL shows another state, and counts',
  follows: 'an earlier request of the scenario had another outcome',
  existed: 'the resource existed before the recording began, and was not reconstructed; a seed can create it',
  noBody: 'the recording lacks the body; the status is the same',
  incomplete: 'the recording lacks the body of the request',
  unknownValue: 'the recording does not tell a value in the request',
  notAllowed: 'the request must not be sent to the target',
};

export function describeSkip({ reason, detail }: Pick<SkipGroup, 'reason' | 'detail'>): string {
  return detail === undefined ? reasons[reason] : `${reasons[reason]} (${escapeUnprintable(detail)})`;
}

/** Formats a value as JSON text of limited length. */
export function formatJson(value: Json | undefined, maxLength = 200): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return escapeUnprintable(text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text);
}

export const formatLocations = (locations: readonly Location[]): string =>
  locations.map(({ file, line }) => `${escapeUnprintable(file)}:${line}`).join(', ');

export const formatExchanges = (count: number): string => formatCount(count, 'exchange');

/** Describes how many exchanges of a method agree. */
export function formatAgreement({ compared, agree, assumed, scenarios }: MethodVerdict): string {
  if (compared === 0) return 'not compared';
  const agreement = `${agree} of ${formatExchanges(compared)} ${agree === 1 || compared === 1 ? 'agrees' : 'agree'}`;
  return `${agreement}${assumed === 0 ? '' : `, ${assumed} assumed`}, in ${formatCount(scenarios, 'scenario')}`;
}

/** Lists the fields of a method whose values reconstructed the state before the recording. */
export const listAssumedFields = ({ fields }: MethodVerdict): readonly string[] =>
  fields.filter(({ assumed }) => assumed > 0).map(({ field }) => escapeUnprintable(field));

/** The maximum number of resources that reports list for an API. */
const maxAssumed = 20;

/** Describes what existed before the recordings, by API. */
export function describeState({ state }: Verdict): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...groupBy(state, ({ api }) => api)].map(([api, resources]) => {
      const more = resources.length - maxAssumed;
      const lines = resources.slice(0, maxAssumed).map(describeAssumed);
      return [api, more > 0 ? [...lines, formatCount(more, 'more')] : lines];
    }),
  );
}

/** Describes what existed: `/v1/shelves/a existed with theme (a.log:5)`. */
export function describeAssumed({ kind, path, fields, at }: AssumedResource): string {
  const name = escapeUnprintable(path);
  const place = formatLocations([at]);
  if (kind === 'collection') return `${name} contained only what the list shows (${place})`;
  return fields.length === 0 ? `${name} existed (${place})` : `${name} existed with ${fields.map(escapeUnprintable).join(', ')} (${place})`;
}

/** Counts methods, not exchanges, because one frequent request would hide all others. */
export function formatSummary(verdict: Verdict): readonly string[] {
  const { recordings, scenarios, exchanges, compared, methods } = verdict;
  const differing = methods.filter(({ differences }) => differences.length > 0).length;
  const uncompared = methods.filter((method) => method.compared === 0).length;
  const assuming = methods.filter((method) => method.compared > 0 && method.compared === method.assumed).length;
  const agreeing = methods.length - differing - assuming - uncompared;
  const source = recordings === 0 ? '' : `${formatCount(recordings, 'recording')}, `;
  return [
    `${source}${formatCount(scenarios, 'scenario')}: ${compared} of ${formatExchanges(exchanges)} compared${formatVerdicts(verdict)}`,
    `${formatCount(methods.length, 'method')}: ${agreeing} without a difference, ${differing} with differences, ${assuming === 0 ? '' : `${assuming} assumed, `}${uncompared} not compared`,
  ];
}

const formatVerdicts = ({ agree, assumed, differ }: Verdict): string =>
  assumed === 0 ? '' : ` (${agree} agree, ${assumed} assumed, ${differ} differ)`;
