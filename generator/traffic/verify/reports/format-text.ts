/** Formats a verdict as text: for each method what agrees, what differs, and what wasn't compared. */
import { groupBy } from '../../../lib/group-by.js';
import { formatCount } from '../../../lib/format-count.js';
import type { MethodVerdict, SkipGroup, Verdict } from '../verdict.js';
import { describeDifference, describeSkip, formatExchanges, formatLocations } from './describe.js';

export function formatText(verdict: Verdict): string {
  const apis = groupBy(verdict.methods, ({ api }) => api);
  const lines = [
    ...[...apis].flatMap(([api, methods]) => [api, ...methods.flatMap(formatMethod), '']),
    ...(verdict.skipped.length === 0 ? [] : ['not compared', ...verdict.skipped.flatMap(formatSkip), '']),
    ...formatSummary(verdict),
  ];
  return `${lines.join('\n')}\n`;
}

function formatMethod({ method, scenarios, compared, agree, differences, skipped, undocumented }: MethodVerdict): readonly string[] {
  const title =
    compared === 0
      ? 'not compared'
      : `${agree} of ${formatExchanges(compared)} ${agree === 1 ? 'agrees' : 'agree'}, in ${formatCount(scenarios, 'scenario')}`;
  return [
    `  ${method}: ${title}`,
    ...differences.flatMap((group) => [
      `    ${describeDifference(group)}`,
      `      ${formatExchanges(group.count)}: ${formatLocations(group.evidence)}${formatMore(group)}`,
    ]),
    ...(undocumented.length === 0 ? [] : [`    not compared, because the description of the API lacks them: ${undocumented.join(', ')}`]),
    ...skipped.flatMap(formatSkip),
  ];
}

function formatSkip(group: SkipGroup): readonly string[] {
  return [
    `    not compared: ${describeSkip(group)}`,
    `      ${formatExchanges(group.count)}: ${formatLocations(group.evidence)}${formatMore(group)}`,
  ];
}

const formatMore = ({ count, evidence }: { readonly count: number; readonly evidence: readonly unknown[] }): string =>
  count > evidence.length ? ', …' : '';

/** Counts methods, not exchanges, because one frequent request would hide all others. */
function formatSummary({ recordings, scenarios, exchanges, compared, methods }: Verdict): readonly string[] {
  const differing = methods.filter(({ differences }) => differences.length > 0).length;
  const uncompared = methods.filter((method) => method.compared === 0).length;
  const agreeing = methods.length - differing - uncompared;
  return [
    `${formatCount(recordings, 'recording')}, ${formatCount(scenarios, 'scenario')}: ${compared} of ${formatExchanges(exchanges)} compared`,
    `${formatCount(methods.length, 'method')}: ${agreeing} without a difference, ${differing} with differences, ${uncompared} not compared`,
  ];
}
