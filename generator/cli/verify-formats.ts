/** Formats a verdict for other tools. */
import { describeDifference, describeKind } from '../traffic/verify/reports/describe.js';
import { type DifferenceKind, differenceKinds } from '../traffic/verify/difference.js';
import type { Location } from '../lib/diagnostics.js';
import type { ReportOptions } from '../traffic/prove/reports/format-text.js';
import { listRefuted } from '../traffic/prove/reports/list-refuted.js';
import type { Proof } from '../traffic/prove/prove.js';
import type { DifferenceGroup, Verdict } from '../traffic/verify/verdict.js';
import { createSarifLog, escapeData, escapeProperty, toSarifLocation } from './lint-formats.js';

const page = 'docs/reference/verify.md';

/** A SARIF 2.1.0 log, with a result for each refuted rule at its place in the specification, and one for each group of differences. */
export function toProofSarif(proof: Proof, options: ReportOptions): object {
  const refuted = listRefuted(proof, options).map(({ id, message, at, curl }) => ({
    ruleId: refutedRule,
    ruleIndex: differenceKinds.length,
    level: 'error',
    message: { text: message },
    locations: [toSarifLocation(at)],
    properties: { rule: id, requests: curl },
  }));
  const rule = { id: refutedRule, shortDescription: { text: 'the target does not follow the rule' }, help: { text: page } };
  return createSarifLog([...listSarifRules(), rule], [...refuted, ...listSarifResults(proof.verdict)]);
}

const refutedRule = 'verify/refuted';

/** Workflow commands for the refuted rules, and for the groups of differences. */
export function toProofGithub(proof: Proof, options: ReportOptions): string {
  const refuted = listRefuted(proof, options).map(({ message, at }) => formatCommand({ ...at, title: refutedRule }, message));
  return refuted.join('') + toGithub(proof.verdict);
}

/** A SARIF 2.1.0 log, with a result for each group of differences. Accepted ones are suppressed. */
export const toSarif = (verdict: Verdict): object => createSarifLog(listSarifRules(), listSarifResults(verdict));

const listSarifRules = (): readonly object[] =>
  differenceKinds.map((kind) => ({ id: toRuleId(kind), shortDescription: { text: describeKind(kind) }, help: { text: page } }));

const listSarifResults = ({ methods }: Verdict): readonly object[] =>
  methods.flatMap(({ method, differences }) => differences.map((group) => toResult(method, group)));

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

/** Formats workflow commands that GitHub Actions turns into annotations, one for each group of differences that nobody accepts. */
export function toGithub({ methods }: Verdict): string {
  return methods
    .flatMap(({ method, differences }) =>
      differences.filter(({ accepted }) => accepted === undefined).map((group) => formatAnnotation(method, group)),
    )
    .join('');
}

function formatAnnotation(method: string, group: DifferenceGroup): string {
  const [{ file, line, column } = { file: '', line: 1, column: 1 }] = group.evidence;
  return formatCommand({ file, line, column, title: toRuleId(group.kind) }, `${method}: ${describeDifference(group)}`);
}

function formatCommand({ column, ...others }: Location & { readonly title: string }, message: string): string {
  const { file, line, title } = others;
  const properties = Object.entries({ file, line, col: column, title });
  const text = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::error ${text}::${escapeData(`${message} (see ${page})`)}\n`;
}
