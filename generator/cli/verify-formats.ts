/** Formats a verdict for other tools. */
import { describeDifference, describeKind } from '../traffic/verify/reports/describe.js';
import { type DifferenceKind, differenceKinds } from '../traffic/verify/difference.js';
import type { DifferenceGroup, Verdict } from '../traffic/verify/verdict.js';
import { createSarifLog, escapeData, escapeProperty, toSarifLocation } from './lint-formats.js';

const page = 'docs/reference/verify.md';

/** A SARIF 2.1.0 log, with a result for each group of differences. Accepted ones are suppressed. */
export function toSarif({ methods }: Verdict): object {
  const rules = differenceKinds.map((kind) => ({
    id: toRuleId(kind),
    shortDescription: { text: describeKind(kind) },
    help: { text: page },
  }));
  return createSarifLog(
    rules,
    methods.flatMap(({ method, differences }) => differences.map((group) => toResult(method, group))),
  );
}

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
  const properties = Object.entries({ file, line, col: column, title: toRuleId(group.kind) });
  const text = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(',');
  return `::error ${text}::${escapeData(`${method}: ${describeDifference(group)} (see ${page})`)}\n`;
}
