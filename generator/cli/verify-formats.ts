/** Formats a verdict for other tools. */
import type { AssumedResource } from '../../fidelity/verify/assumed-resource.js';
import { describeAssumed, describeDifference, describeKind } from '../../fidelity/verify/reports/describe.js';
import { type DifferenceKind, differenceKinds } from '../../fidelity/verify/difference.js';
import type { Location } from '../lib/diagnostics.js';
import type { ReportOptions } from '../../fidelity/prove/reports/format-text.js';
import { listRefuted } from '../../fidelity/prove/reports/list-refuted.js';
import type { ProveReport } from '../../fidelity/prove/prove.js';
import type { DifferenceGroup, Verdict } from '../../fidelity/verify/verdict.js';
import { createSarifLog, escapeData, escapeProperty, toSarifLocation } from './lint-formats.js';
import { toRelativePage } from './print-diagnostics.js';

/** The page about the reports, as a path from the working directory. */
const findPage = (cwd: string): string => toRelativePage('docs/reference/verify.md', cwd);

/** A SARIF 2.1.0 log, with a result for each refuted rule at its place in the specification, and one for each group of differences. */
export function toProveSarif(report: ProveReport, options: ReportOptions, cwd: string): object {
  const refuted = listRefuted(report, options).map(({ id, message, at, curl }) => ({
    ruleId: refutedRule,
    ruleIndex: differenceKinds.length,
    level: 'error',
    message: { text: message },
    locations: [toSarifLocation(at)],
    properties: { rule: id, requests: curl },
  }));
  const rule = { id: refutedRule, shortDescription: { text: 'the target does not follow the rule' }, help: { text: findPage(cwd) } };
  return createSarifLog([...listSarifRules(cwd), rule], [...refuted, ...listSarifResults(report.verdict)]);
}

const refutedRule = 'verify/refuted';

/** Workflow commands for the refuted rules, and for the groups of differences. */
export function toProveGithub(report: ProveReport, options: ReportOptions, cwd: string): string {
  const refuted = listRefuted(report, options).map(({ message, at }) => formatCommand({ ...at, title: refutedRule, cwd }, message));
  return refuted.join('') + toGithub(report.verdict, cwd);
}

/** A SARIF 2.1.0 log, with a result for each group of differences, and a note for each resource that was assumed. Accepted ones are suppressed. */
export const toSarif = (verdict: Verdict, cwd: string): object =>
  createSarifLog(
    [
      ...listSarifRules(cwd),
      { id: assumedRule, shortDescription: { text: 'existed before the recording' }, help: { text: findPage(cwd) } },
    ],
    [...listSarifResults(verdict), ...verdict.state.map(toAssumedResult)],
  );

const listSarifRules = (cwd: string): readonly object[] =>
  differenceKinds.map((kind) => ({ id: toRuleId(kind), shortDescription: { text: describeKind(kind) }, help: { text: findPage(cwd) } }));

const listSarifResults = ({ methods }: Verdict): readonly object[] =>
  methods.flatMap(({ method, differences }) => differences.map((group) => toResult(method, group)));

const assumedRule = 'verify/assumed';

const toAssumedResult = (resource: AssumedResource): object => ({
  ruleId: assumedRule,
  ruleIndex: differenceKinds.length,
  level: 'note',
  message: { text: describeAssumed(resource) },
  locations: [toSarifLocation(resource.at)],
});

const toRuleId = (kind: DifferenceKind): string => `verify/${kind}`;

function toResult(method: string, group: DifferenceGroup): object {
  const [first, ...others] = group.evidence.map(toSarifLocation);
  return {
    ruleId: toRuleId(group.kind),
    ruleIndex: differenceKinds.indexOf(group.kind),
    level: group.accepted === undefined ? 'error' : 'note',
    message: { text: `${method}: ${describeDifference(group)}` },
    locations: first === undefined ? [] : [first],
    ...(others.length > 0 && { relatedLocations: others }),
    ...(group.accepted !== undefined && { suppressions: [{ kind: 'external', justification: group.accepted }] }),
    properties: { method, field: group.field, exchanges: group.count },
  };
}

/**
 * Formats workflow commands that GitHub Actions turns into annotations, one for each group of differences that nobody accepts, and a notice if
 * something was assumed.
 */
export function toGithub(verdict: Verdict, cwd: string): string {
  const { methods, state, assumed } = verdict;
  const differing = methods.flatMap(({ method, differences }) =>
    differences.filter(({ accepted }) => accepted === undefined).map((group) => formatAnnotation(method, group, cwd)),
  );
  const [first] = state;
  const text = `${assumed} exchanges show only what was assumed to exist before the recordings`;
  const notice = first === undefined || assumed === 0 ? '' : formatCommand({ ...first.at, title: assumedRule, cwd, level: 'notice' }, text);
  return differing.join('') + notice;
}

function formatAnnotation(method: string, group: DifferenceGroup, cwd: string): string {
  const [{ file, line, column } = { file: '', line: 1, column: 1 }] = group.evidence;
  return formatCommand({ file, line, column, title: toRuleId(group.kind), cwd }, `${method}: ${describeDifference(group)}`);
}

function formatCommand(
  {
    file,
    line,
    column,
    title,
    cwd,
    level = 'error',
  }: Location & { readonly title: string; readonly cwd: string; readonly level?: 'error' | 'notice' },
  message: string,
): string {
  const properties = Object.entries({ file, line, col: column, title });
  const text = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::${level} ${text}::${escapeData(`${message} (see ${findPage(cwd)})`)}\n`;
}
