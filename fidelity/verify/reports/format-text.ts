/** Formats a verdict as text: for each method what agrees, what differs, and what wasn't compared. */
import { groupBy } from '../../../generator/lib/group-by.js';
import { escapeUnprintable } from '../../../generator/lib/unprintable.js';
import type { DifferenceGroup, MethodVerdict, SkipGroup, Verdict } from '../verdict.js';
import {
  describeDifference,
  describeSkip,
  describeState,
  formatAgreement,
  formatExchanges,
  formatLocations,
  formatSummary,
  listAssumedFields,
} from './describe.js';

export function formatVerdictText(verdict: Verdict): string {
  const apis = groupBy(verdict.methods, ({ api }) => api);
  const lines = [
    ...[...apis].flatMap(([api, methods]) => [api, ...methods.flatMap(formatMethod), '']),
    ...[...describeState(verdict)].flatMap(([api, resources]) => [
      `assumed before the recordings, ${api}`,
      ...resources.map((line) => `    ${line}`),
      '',
    ]),
    ...(verdict.skipped.length === 0 ? [] : ['not compared', ...verdict.skipped.flatMap(formatSkip), '']),
    ...formatSummary(verdict),
  ];
  return `${lines.join('\n')}\n`;
}

function formatMethod(verdict: MethodVerdict): readonly string[] {
  const { method, differences, skipped, undocumented } = verdict;
  const assumed = listAssumedFields(verdict);
  return [
    `  ${method}: ${formatAgreement(verdict)}`,
    ...differences.flatMap(formatGroup),
    ...(assumed.length === 0 ? [] : [`    assumed, because the values were reconstructed from the recording: ${assumed.join(', ')}`]),
    ...(undocumented.length === 0
      ? []
      : [`    not compared, because the description of the API lacks them: ${undocumented.map(escapeUnprintable).join(', ')}`]),
    ...skipped.flatMap(formatSkip),
  ];
}

function formatGroup(group: DifferenceGroup): readonly string[] {
  return [
    `    ${describeDifference(group)}`,
    `      ${formatExchanges(group.count)}: ${formatLocations(group.evidence)}${formatMore(group)}`,
    ...(group.accepted === undefined ? [] : [`      accepted: ${escapeUnprintable(group.accepted)}`]),
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
