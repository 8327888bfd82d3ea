/** Formats the report about the uses of a program as text. */
import { formatCount } from '../../generator/lib/format-count.js';
import { groupBy } from '../../generator/lib/group-by.js';
import { escapeUnprintable } from '../../generator/lib/unprintable.js';
import type { CheckedError, CheckedMethod, ErrorSupport, MethodSupport, ParameterSupport, UsesReport } from './report.js';

const methodTexts: Readonly<Record<MethodSupport, string>> = {
  implemented: 'implemented as specified',
  convention: 'implemented by convention',
  notImplemented: 'not implemented: the mock responds with 501',
};
const parameterTexts: Readonly<Record<ParameterSupport, string>> = {
  supported: 'supported',
  ignored: 'ignored',
  notImplemented: 'not implemented: the mock responds with 501',
  unknown: 'not in the description',
};
const errorTexts: Readonly<Record<ErrorSupport, string>> = {
  rule: 'the mock sends it',
  auth: 'the mock sends it with --auth on',
  fault: 'only a fault or a handler sends it',
};

/** What to do about what is missing. */
const advice: readonly (readonly [(report: UsesReport) => boolean, string])[] = [
  [
    ({ methods }) => methods.some((method) => method.support === 'notImplemented' || hasParameter(method, 'notImplemented')),
    '501: answer the method in a handler (docs/guides/handlers.md), or state in an overlay what it does (docs/guides/overlays.md)',
  ],
  [
    ({ methods, unknown }) => unknown.length > 0 || methods.some((method) => hasParameter(method, 'unknown')),
    'not in the description: run discogen update, or add the API with --api or discogen add',
  ],
  [
    ({ methods, errors }) => [...errors, ...methods.flatMap((method) => method.errors)].some(({ support }) => support === 'fault'),
    'errors: add a fault that sends them (docs/guides/seeds-and-faults.md)',
  ],
];

const hasParameter = ({ parameters }: CheckedMethod, support: ParameterSupport): boolean =>
  parameters.some((each) => each.support === support);

export function formatUsesReport(report: UsesReport): string {
  const lines = [...groupBy(report.methods, ({ api }) => api)].flatMap(([api, methods]) => [
    escapeUnprintable(api),
    ...methods.flatMap(formatMethod),
    '',
  ]);
  const unknown = report.unknown.map(({ call, calls }) => `  ${escapeUnprintable(call)} (${formatCount(calls, 'call')})`);
  const advised = report.missing === 0 ? [] : advice.flatMap(([isNeeded, text]) => (isNeeded(report) ? [`  ${text}`] : []));
  return `${[
    ...lines,
    ...addTitle('errors that the program expects', formatErrors(report.errors)),
    ...addTitle('calls of no method of the APIs', unknown),
    summarize(report),
    ...advised,
  ].join('\n')}\n`;
}

const addTitle = (title: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [`${title}:`, ...lines, '']);

function formatMethod({ method, calls, support, note, evidence, parameters, errors }: CheckedMethod): readonly string[] {
  const compared = evidence && `, ${evidence.agree} of ${formatCount(evidence.compared, 'recorded exchange')} agree`;
  return [
    `  ${escapeUnprintable(method)}: ${formatCount(calls, 'call')}, ${methodTexts[support]}${compared ?? ''}`,
    ...(note === undefined ? [] : [`    ${escapeUnprintable(note)}`]),
    ...(Object.keys(parameterTexts) as ParameterSupport[]).flatMap((level) => formatParameters(parameters, level)),
    ...formatErrors(errors).map((line) => `  ${line}`),
  ];
}

function formatParameters(parameters: CheckedMethod['parameters'], level: ParameterSupport): readonly string[] {
  const names = parameters.flatMap(({ name, support }) => (support === level ? [escapeUnprintable(name)] : []));
  return names.length === 0 ? [] : [`    ${names.join(', ')}: ${parameterTexts[level]}`];
}

const formatErrors = (errors: readonly CheckedError[]): readonly string[] =>
  errors.map(
    ({ status, reason, support }) =>
      `  error ${[status, reason]
        .filter((part) => part !== undefined)
        .map((part) => escapeUnprintable(String(part)))
        .join(' ')}: ${errorTexts[support]}`,
  );

const summarize = ({ methods, missing }: UsesReport): string =>
  `${formatCount(methods.length, 'method')}: ${missing === 0 ? 'nothing is missing' : `${missing} missing`}`;
