/** Diagnostics: each problem of an input has a code, a location, and a message from one table, whose parameters the compiler checks. */

import { escapeUnprintable } from './unprintable.js';

export type Severity = 'error' | 'warning';

/** A location in a file. Lines and columns count from 1. Columns are in UTF-16 units. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Diagnostic extends Location {
  /** The violated rule: a key of the table of messages. */
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  /** The most similar valid text. */
  readonly suggestion?: string;
  /** The section of the documentation about the violated rule: a path in the package `discogen` and an anchor. */
  readonly page: string;
}

interface DiagnosticText<P> {
  readonly severity: Severity;
  readonly text: (params: P) => string;
}

const error = <P>(text: (params: P) => string): DiagnosticText<P> => ({ severity: 'error', text });
const warning = <P>(text: (params: P) => string): DiagnosticText<P> => ({ severity: 'warning', text });

interface SizeParams {
  readonly size: number | string;
  readonly limit: number;
}

const createLimitError = (owner: string, parts: string, key: string): DiagnosticText<SizeParams> =>
  error((p) => `${owner} must have at most ${p.limit} ${parts} (received ${p.size}); limits.${key} sets the limit`);

const messages = {
  // reading
  'unreadable-file': error((p: { path: string; problem: string }) => `the file ${quote(p.path)} cannot be read: ${p.problem}`),
  'invalid-module': error((p: { path: string; problem: string }) => `the module ${quote(p.path)} cannot be used: ${p.problem}`),
  'other-format': error(
    (p: { format: string }) =>
      `the file is ${p.format}, which discogen doesn't read; it reads Discovery documents and specifications of its own format`,
  ),
  'too-large': createLimitError('the file', 'characters', 'size'),
  'too-deep': error((p: { limit: number }) => `values must be nested at most ${p.limit} levels deep; limits.depth sets the limit`),
  'too-many': error(
    (p: { elements: number | string; limit: number }) =>
      `the file must have at most ${p.limit} values (received ${p.elements}); limits.elements sets the limit`,
  ),
  'too-many-methods': createLimitError('the file', 'methods', 'methods'),
  'too-many-schemas': createLimitError('the file', 'schemas', 'schemas'),
  'text-too-long': createLimitError('a string', 'characters', 'text'),
  'pattern-too-long': createLimitError('a pattern', 'characters', 'pattern'),
  'path-too-long': createLimitError('a path', 'characters', 'pattern'),
  'enum-too-large': createLimitError('an enum', 'values', 'enum'),
  syntax: error((p: { problem: string }) => p.problem),
  'duplicate-key': error((p: { key: string; line: number }) => `the key ${quote(p.key)} is duplicated (first defined on line ${p.line})`),
  'unsupported-yaml': error((p: { feature: string; instead: string }) => `${p.feature} are not supported; ${p.instead}`),
  'inexact-number': error((p: { text: string }) => `${quote(p.text)} cannot be represented exactly as a number; write it as a string`),
  'not-a-mapping': error((p: { found: string }) => `the document must be a mapping of keys to values (received ${p.found})`),

  // recordings
  'unknown-recording': error(
    (p: { formats: readonly string[]; found: string }) =>
      `the format of the recording is unknown; the known formats are ${p.formats.join(', ')} (received ${p.found})`,
  ),
  'invalid-recording': error((p: { problem: string }) => `the recording is invalid: ${p.problem}`),
  'failed-format': error((p: { name: string; problem: string }) => `the recording format ${quote(p.name)} failed: ${p.problem}`),
  'no-recordings': error((p: { files: number }) =>
    p.files === 0 ? 'the folder contains no files' : `none of the files in the folder is a recording (files: ${p.files})`,
  ),
  'skipped-definition': warning((p: { problem: string }) => `the definition is skipped: ${p.problem}`),
  'skipped-files': warning(
    (p: { count: number; names: string }) => `files in the folder that are not recordings are skipped (${p.count}): ${p.names}`,
  ),
  'too-many-exchanges': createLimitError('a recording', 'exchanges', 'exchanges'),
  'body-too-large': createLimitError('a body', 'bytes after decompression', 'body'),
  'invalid-body': error((p: { what: string; problem: string }) => `${p.what} ${p.problem}`),
  'unused-acceptance': warning(
    (p: { kind: string; field: string; method: string }) =>
      `the accepted difference ${quote(p.kind)}${p.field === '' ? '' : ` of ${quote(p.field)}`} of ${p.method} no longer occurs`,
  ),
  'contradicted-entry': warning(
    (p: { id: string; field: string; method: string; scenarios: number }) =>
      `recordings contradict the entry ${quote(p.id)}: ${p.scenarios} ${p.scenarios === 1 ? 'scenario has' : 'scenarios have'} something else in ${quote(p.field)}, for example in a response of ${p.method}`,
  ),
  'skipped-exchange': warning((p: { reason: string }) => `the exchange is skipped: ${p.reason}`),
  'incomplete-recording': warning(
    (_: Record<string, never>) => 'the last line is incomplete and skipped; the recorder was probably stopped',
  ),

  // shape
  'unknown-key': error((p: { key: string; owner: string }) => `unknown key ${quote(p.key)} in ${p.owner}`),
  'missing-key': error((p: { key: string; owner: string }) => `${p.owner} needs the key ${quote(p.key)}`),
  'wrong-type': error((p: { what: string; expected: string; found: string }) => `${p.what} must be ${p.expected} (received ${p.found})`),
  'wrong-value': error(
    (p: { what: string; allowed: readonly string[]; found: string }) =>
      `${p.what} must be ${formatChoices(p.allowed)} (received ${p.found})`,
  ),
  'wrong-form': error((p: { what: string; expected: string; found: string }) => `${p.what} must be ${p.expected} (received ${p.found})`),
  'wrong-count': error((p: { what: string; expected: string }) => `${p.what} must have ${p.expected}`),
  'replaced-rule-kind': error(
    (p: { kind: string; replacement: string }) => `the rule kind ${quote(p.kind)} no longer exists; write ${p.replacement}`,
  ),
  'unknown-rule-kind': error(
    (p: { kind: string; owner: string; other: boolean }) =>
      `unknown rule kind ${quote(p.kind)} for a ${p.owner}${p.other ? `; it is a rule kind for a ${p.owner === 'method' ? 'schema' : 'method'}` : ''}`,
  ),

  // names and references
  'unsafe-name': error((p: { what: string; name: string; problem: string }) => `the ${p.what} ${quote(p.name)} ${p.problem}`),
  'dangling-reference': error((p: { name: string }) => `there is no schema ${quote(p.name)}`),
  'id-mismatch': error(
    (p: { id: string; key: string }) => `the id of the schema must be its key ${quote(p.key)} (received ${quote(p.id)})`,
  ),
  'duplicate-method-id': error((p: { id: string; line: number }) => `the method ID ${quote(p.id)} is already used (line ${p.line})`),
  'duplicate-route': error(
    (p: { httpMethod: string; route: string; id: string; line: number }) =>
      `${p.httpMethod} ${quote(p.route)} is already the route of ${quote(p.id)} (line ${p.line})`,
  ),
  'method-id-form': warning((p: { id: string }) => `the method ID ${quote(p.id)} does not match the method's position in the document`),
  'unknown-method': error(
    (p: { id: string; custom?: readonly string[] }) =>
      `there is no method ${quote(p.id)}${p.custom === undefined ? '' : `; the custom methods are ${p.custom.join(', ')}`}`,
  ),
  'circular-reference': error((p: { name: string }) => `the schema ${quote(p.name)} only refers to itself`),
  'deep-references': error((p: { limit: number }) => `references must nest types at most ${p.limit} levels deep`),

  // paths and parameters
  'malformed-path': error((p: { path: string; problem: string }) => `the path ${quote(p.path)} is malformed: ${p.problem}`),
  'isolated-collection': error(
    (p: { path: string; known: string }) =>
      `no other method uses the collection in the path ${quote(p.path)}, but others use ${quote(p.known)}`,
  ),
  'undeclared-path-parameter': error(
    (p: { name: string; path: string }) => `the path ${quote(p.path)} names ${quote(p.name)}, which is not declared as a path parameter`,
  ),
  'unused-path-parameter': error(
    (p: { name: string; path: string }) => `the path parameter ${quote(p.name)} is not in the path ${quote(p.path)}`,
  ),
  'parameter-location': error(
    (p: { name: string; location: string }) => `${quote(p.name)} is in the path but is declared with location ${quote(p.location)}`,
  ),
  'reserved-parameter': warning(
    (p: { name: string }) => `the common parameter ${quote(p.name)} is ignored: calls pass the request body under that name`,
  ),
  'unknown-parameter': error((p: { name: string }) => `there is no parameter ${quote(p.name)}`),

  // facets
  'enum-descriptions-length': error(
    (p: { what: string; found: number; expected: number }) =>
      `${p.what} must have ${p.expected} ${p.expected === 1 ? 'entry' : 'entries'}, one for each value of the enum (received ${p.found})`,
  ),
  'duplicate-enum-value': error((p: { value: string }) => `the value ${quote(p.value)} occurs more than once in the enum`),
  'invalid-enum-number': error((p: { value: string; problem: string }) => `the number of the enum value ${quote(p.value)} ${p.problem}`),
  'invalid-default': error((p: { what: string; value: string; problem: string }) => `the ${p.what} ${p.value} ${p.problem}`),
  'invalid-bound': error((p: { bound: string; value: string; problem: string }) => `the ${p.bound} ${p.value} ${p.problem}`),
  'inverted-bounds': error(
    (p: { lower: string; upper: string; low: string; high: string }) => `${p.lower} ${p.low} exceeds ${p.upper} ${p.high}`,
  ),
  'invalid-pattern': error((p: { pattern: string; problem: string }) => `the pattern ${quote(p.pattern)} does not compile: ${p.problem}`),
  'facet-type': error(
    (p: { facet: string; applies: string; type: string }) => `${quote(p.facet)} applies to ${p.applies}, not to ${p.type}`,
  ),
  'conflicting-keys': error((p: { one: string; other: string }) => `${quote(p.one)} and ${quote(p.other)} cannot be used together`),
  'unknown-type': warning((p: { what: string; type: string }) => `${p.what} has the unknown type ${quote(p.type)}; it accepts any value`),
  'missing-type': error((p: { what: string }) => `${p.what} has neither a type nor a $ref`),
  'missing-items': error((p: { what: string }) => `${p.what} is an array without items`),

  // rules
  'invalid-expression': error((p: { problem: string }) => `the expression is invalid: ${p.problem}`),
  'expensive-expression': warning(
    (p: { factor: string }) =>
      `the estimated cost of the expression exceeds the limit by a factor of ${p.factor}; declare x-maxLength of the strings, or test sizes first: size(self.items) <= 100 && …`,
  ),
  'unknown-field': error((p: { path: string; part: string; owner: string }) =>
    p.path === p.part
      ? `there is no field ${quote(p.path)} in ${p.owner}`
      : `there is no field ${quote(p.part)} of ${quote(p.path)} in ${p.owner}`,
  ),
  'undocumented-field': warning(
    (p: { path: string; owner: string }) =>
      `the field ${quote(p.path)} is not a documented field of ${p.owner}, which may have undocumented fields`,
  ),
  'unknown-resource-path': error((p: { path: string }) => `no method and no x-action has the path ${quote(p.path)}`),
  'invalid-rule': error(
    (p: { kind: string; allowed: string; httpMethod: string }) =>
      `the rule ${quote(p.kind)} does not fit the method: it applies to ${p.allowed}; the method is ${p.httpMethod}`,
  ),
  'invalid-action': error((p: { kind: string; problem: string }) => `the action ${quote(p.kind)} does not fit the method: ${p.problem}`),
  'no-body': error((p: { path: string; body: string }) => `the field ${quote(p.path)} does not exist: the method has no ${p.body}`),
  'field-type': error(
    (p: { path: string; expected: string; found: string }) => `${quote(p.path)} must be ${p.expected} (received ${p.found})`,
  ),
  'value-type': error(
    (p: { path: string; expected: string; value: string }) => `${quote(p.path)} must be ${p.expected} (received ${p.value})`,
  ),
  'unknown-placeholder': error(
    (p: { name: string }) => `the placeholder "{${escapeUnprintable(p.name)}}" does not name a field of the object that has the rule`,
  ),
  'unknown-path-variable': error((p: { name: string }) => `no path of a resource has the variable or the segment ${quote(p.name)}`),
  'field-in-list': error(
    (p: { path: string }) => `the path ${quote(p.path)} leads through a list; state the rule in the schema of the elements of the list`,
  ),
  'incomplete-states': warning(
    (p: { path: string; values: readonly string[] }) =>
      `the rule does not list ${p.values.join(', ')}, which the enum of ${quote(p.path)} contains`,
  ),
  'unknown-value': error((p: { path: string; value: string }) => `${p.value} is not a value of ${quote(p.path)}`),

  // sources, permissions, scopes, variables
  'missing-source': warning((_: Record<string, never>) => 'the specification has no source; add x-source'),
  'unknown-document': error((p: { id: string }) => `there is no document ${quote(p.id)} in x-documents`),
  'overlay-only': error((p: { what: string }) => `${p.what} is allowed only in an overlay`),
  'undeclared-scope': error((p: { scope: string }) => `the scope ${quote(p.scope)} is not declared in auth.oauth2.scopes`),
  'invalid-address': error(
    (p: { key: string; value: string }) =>
      `${quote(p.key)} must be an http or https URL without credentials, query, and fragment (received ${quote(p.value)})`,
  ),
  'undeclared-variable': error((p: { name: string }) => `the variable ${quote(p.name)} is not declared in x-variables`),
  'unused-variable': warning((p: { name: string }) => `the variable ${quote(p.name)} is not used`),
  'unknown-variable': error((p: { name: string }) => `no specification has the variable ${quote(p.name)}`),
  'invalid-variable': error((p: { name: string; problem: string }) => `the variable ${quote(p.name)} ${p.problem}`),

  // overlays
  'overlay-mismatch': error(
    (p: { what: string; found: string; expected: string }) =>
      `the overlay must have the ${p.what} of the specification, ${quote(p.expected)} (received ${quote(p.found)})`,
  ),
  'overlay-contradiction': error(
    (p: { what: string; overlay: string; specification: string }) =>
      `${p.what} is ${p.overlay} in the overlay and ${p.specification} in the specification; an overlay cannot override the specification`,
  ),
  'not-an-overlay': error(
    (_: Record<string, never>) =>
      'an overlay must state its source at the top level: x-source with { public: … }, { assumption: … }, or { recordings: […], scenarios: …, against: 0 }',
  ),
  'skipped-entry': warning((p: { name: string; reason: string }) => `the learned entry ${quote(p.name)} is skipped: ${p.reason}`),
  'replaced-entry': warning((p: { name: string; reason: string }) => `the learned entry ${quote(p.name)} is replaced: ${p.reason}`),
  'unknown-entry': warning((p: { name: string }) => `no learned overlay has the entry ${quote(p.name)}`),
  'redundant-documented': warning((p: { aspect: string }) => `x-undocumented of the specification does not list ${quote(p.aspect)}`),

  // the config and the output
  'stale-lock': error((p: { file: string; problem: string }) => `the pinned file ${quote(p.file)} ${p.problem}`),
  'invalid-seed': error((p: { fault: string }) => p.fault),
  'unmatched-methods': error((p: { pattern: string }) => `no method matches ${quote(p.pattern)}`),
  'failed-emitter': error(
    (p: { name: string; api: string; problem: string }) => `the emitter ${quote(p.name)} failed for ${p.api}: ${p.problem}`,
  ),
  'unknown-part': error(
    (p: { name: string; values: readonly string[] }) => `only must name parts: ${p.values.join(', ')} (received ${quote(p.name)})`,
  ),
  'invalid-service': error((p: { path: string; problem: string }) => `the service module ${quote(p.path)} is invalid: ${p.problem}`),
  'other-service': error(
    (p: { path: string; found: string; api: string }) =>
      `the service module ${quote(p.path)} is for the API ${quote(p.found)}, and this API is ${quote(p.api)}`,
  ),
  'duplicate-name': error((p: { name: string; what: string }) => `the name ${quote(p.name)} occurs more than once in ${p.what}`),
  'duplicate-folder': error(
    (p: { folder: string; other: string }) =>
      `the package cannot be written to ${quote(p.folder)}, which is already the folder of ${p.other}`,
  ),
  'unsafe-folder': error(
    (p: { folder: string; problem: string }) => `the package cannot be written to ${quote(p.folder)}: the name ${p.problem}`,
  ),
  'obstructed-folder': error((p: { path: string; problem: string }) => `the package cannot be written: ${quote(p.path)} ${p.problem}`),
} as const;

export type DiagnosticCode = keyof typeof messages;
export type Params<C extends DiagnosticCode> = Parameters<(typeof messages)[C]['text']>[0];

export interface DiagnosticDefinition {
  readonly code: DiagnosticCode;
  /** The default severity. */
  readonly severity: Severity;
  /** The message, with `…` in place of each parameter. */
  readonly template: string;
}

/** All diagnostics, in the order of the table. */
export function listDiagnosticDefinitions(): readonly DiagnosticDefinition[] {
  return (Object.keys(messages) as DiagnosticCode[]).map((code) => {
    const { severity, text } = messages[code] as DiagnosticText<unknown>;
    return { code, severity, template: text(placeholderParams) };
  });
}

const listParams: ReadonlySet<string> = new Set(['allowed', 'values', 'custom', 'formats']);
/** Has a placeholder for every parameter. */
const placeholderParams = new Proxy({}, { get: (_, name) => (listParams.has(String(name)) ? ['…'] : '…') });

export const isCode = (text: string): text is DiagnosticCode => Object.hasOwn(messages, text);

/** The location of a diagnostic, and the severity if it isn't the default: some errors are only warnings in a published document. */
export interface DiagnosticLocation extends Location {
  readonly severity?: Severity | undefined;
  readonly suggestion?: string | undefined;
  /** Default: the section about the code. */
  readonly page?: string | undefined;
}

/** The section about a code in the documentation. */
export const getCodePage = (code: DiagnosticCode): string => `docs/reference/diagnostics.md#${code}`;

/** Creates a diagnostic. */
export function createDiagnostic<C extends DiagnosticCode>(code: C, params: Params<C>, at: DiagnosticLocation): Diagnostic {
  const entry = messages[code] as DiagnosticText<Params<C>>;
  const { file, line, column, severity = entry.severity, suggestion, page = getCodePage(code) } = at;
  return {
    code,
    severity,
    message: escapeUnprintable(entry.text(params)),
    file,
    line,
    column,
    ...(suggestion === undefined ? {} : { suggestion }),
    page,
  };
}

/** `file:line:column: severity rule message` */
export function formatDiagnostic(d: Diagnostic): string {
  return `${escapeUnprintable(d.file)}:${d.line}:${d.column}: ${d.severity} ${d.code} ${formatMessage(d)}`;
}

/** Formats the message with the suggestion. */
export function formatMessage({ message, suggestion }: Diagnostic): string {
  return suggestion === undefined ? message : `${message}; did you mean ${quote(suggestion)}?`;
}

/** Sorts diagnostics by file and position, and removes duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sorted = [...diagnostics].sort((a, b) => compareLocation(a, b) || compareText(a.code, b.code) || compareText(a.message, b.message));
  return sorted.filter((d, i) => i === 0 || formatDiagnostic(d) !== formatDiagnostic(sorted[i - 1]!));
}

export const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean => diagnostics.some(isError);

/** Compares by code units, so the order is the same on every machine. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function compareLocation(a: Location, b: Location): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** Quotes text of an input for a terminal: on one line, without control and direction characters, and cut at `maxLength` UTF-16 units. */
export function quote(text: string, maxLength = 100): string {
  const shortened = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return `"${escapeUnprintable(shortened.replace(/["\\]/g, '\\$&'))}"`;
}

function formatChoices(values: readonly string[]): string {
  const choices = values.map((value) => quote(value));
  return choices.length <= 1 ? choices.join('') : `one of ${choices.join(', ')}`;
}
