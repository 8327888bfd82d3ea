/** The summary of what a mock supports, as `discogen mock` prints it. */
import { escapeUnprintable } from '../lib/unprintable.js';
import type { ApiSupport, MockSupport } from '../../mock/index.js';

/** The maximum number of names in one line. */
const maxNames = 5;

/** Lines for standard error: the counts of each API, the methods that respond with 501, the parameters that lead to 501 or are ignored. */
export function formatSupport({ apis }: MockSupport): string {
  const lines = apis.flatMap((api) => formatApi(api).map((line) => `${api.name} ${api.version}: ${line}`));
  return lines.map((line) => `discogen: ${escapeUnprintable(line)}\n`).join('');
}

function formatApi({ counts, methods }: ApiSupport): readonly string[] {
  const levels = [
    [counts.implemented, 'implemented'],
    [counts.convention, 'by convention'],
    [counts.handler, 'by handlers'],
    [counts.notImplemented, 'not implemented'],
  ] as const;
  const counted = levels.flatMap(([count, text]) => (count === 0 ? [] : [`${count} ${text}`]));
  const missing = methods.filter(({ support }) => support === 'notImplemented').map(({ id }) => id);
  const rejected = listFrequentNames(methods.map(({ selecting }) => selecting));
  const ignored = listFrequentNames(methods.map((method) => method.ignored.filter((name) => !method.selecting.includes(name))));
  return [
    `${methods.length} method${methods.length === 1 ? '' : 's'}: ${counted.join(', ') || 'none'}`,
    ...(missing.length > 0 ? [`responds with 501: ${formatNames(missing)}`] : []),
    ...(rejected.length > 0 ? [`responds with 501 to ${formatNames(rejected)}, unless --ignored is warn`] : []),
    ...(ignored.length > 0 ? [`ignores ${formatNames(ignored)}; GET /__admin/support lists what each method ignores`] : []),
  ];
}

/** Names of parameters, those of most methods first. */
function listFrequentNames(namesOfMethods: readonly (readonly string[])[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of namesOfMethods.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([one, count], [other, least]) => least - count || (one < other ? -1 : 1)).map(([name]) => name);
}

function formatNames(names: readonly string[]): string {
  const more = names.length - maxNames;
  return more > 0 ? `${names.slice(0, maxNames).join(', ')}, and ${more} more` : names.join(', ');
}
