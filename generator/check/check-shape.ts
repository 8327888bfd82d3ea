/** Validates the structure of a document against the JSON Schema of the specification language, and converts errors to diagnostics. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { createDiagnostic, type Diagnostic } from '../lib/diagnostics.js';
import { isObject, type Json, type JsonObject, getMember, getPart, type Pointer } from '../lib/json.js';
import type { Specification } from '../language/specification.js';
import { packageRoot } from '../lib/root.js';
import { findRulePage } from '../language/find-rule-page.js';
import { isRuleKind } from '../language/index.js';
import { findReplacement } from '../language/replaced-kinds.js';
import type { Suggest } from '../lib/suggest.js';
import { describePart, describeJsonValue } from './describe-part.js';
import { type DialectName, createLanguageSchema, shapeOptions } from './schema/index.js';

const validators = new Map<DialectName, ValidateFunction>();

function getValidator(dialect: DialectName): ValidateFunction {
  const validator = validators.get(dialect) ?? loadCompiledValidator(dialect) ?? compileValidator(dialect);
  validators.set(dialect, validator);
  return validator;
}

declare const __DISCOGEN_BUILD__: string | undefined;

/** The build precompiles the validators, because compiling takes longer than reading most documents. */
function loadCompiledValidator(dialect: DialectName): ValidateFunction | undefined {
  if (typeof __DISCOGEN_BUILD__ !== 'string') return undefined;
  return createRequire(import.meta.url)(join(packageRoot, 'dist/shapes', `${dialect}.cjs`)) as ValidateFunction;
}

/** Compiles a validator for tests, which run the sources. The installed package doesn't contain ajv. */
function compileValidator(dialect: DialectName): ValidateFunction {
  const { Ajv } = createRequire(import.meta.url)('ajv') as typeof import('ajv');
  return new Ajv({ ...shapeOptions, code: { optimize: false } }).compile(createLanguageSchema(dialect));
}

/** An overlay has a source at its top level. A published document has the `kind` of Discovery. */
export function detectDialect(value: Specification['value']): DialectName {
  if (isObject(getMember(value, 'x-source'))) return 'overlay';
  return getMember(value, 'kind') === 'discovery#restDescription' ? 'published' : 'specification';
}

/** A part of the document that violates the schema. */
export interface ShapeProblem {
  readonly pointer: Pointer;
  readonly diagnostic: Diagnostic;
}

interface ShapeError {
  readonly error: ErrorObject;
  readonly pointer: Pointer;
}

export function checkShape(specification: Specification, suggest: Suggest): readonly ShapeProblem[] {
  const validate = getValidator(detectDialect(specification.value));
  if (validate(specification.value)) return [];
  const shapeErrors = (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map((error) => ({ error, pointer: toPointer(error, specification.value) }));
  const mistypedPaths = new Set(shapeErrors.filter(({ error }) => error.keyword === 'type').map(({ error }) => error.instancePath));
  const found = shapeErrors
    .filter(({ error }) => error.keyword === 'type' || !mistypedPaths.has(error.instancePath))
    .map((shapeError) => ({ ...shapeError, diagnostic: toDiagnostic(shapeError, specification, suggest) }));
  // A misspelled key isn't also reported as missing.
  const suggestedKeys = new Set(
    found.flatMap(({ error, diagnostic: { code, suggestion } }) =>
      code === 'unknown-key' ? [`${error.instancePath} ${suggestion ?? ''}`] : [],
    ),
  );
  return found.filter(
    ({ error }) => error.keyword !== 'required' || !suggestedKeys.has(`${error.instancePath} ${String(error.params['missingProperty'])}`),
  );
}

/** The keys of this language for keys of OpenAPI. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['in', 'location'],
  ['operationId', 'id'],
  ['summary', 'description'],
]);

function suggestKey(key: string, known: readonly string[], suggest: Suggest): string | undefined {
  const other = otherNames.get(key);
  return other !== undefined && known.includes(other) ? other : suggest(key, known);
}

/** Converts a JSON pointer to keys and indexes, which look alike in the pointer if a key has only digits. */
function toPointer({ instancePath }: ErrorObject, root: Json): Pointer {
  const pointer: (string | number)[] = [];
  let value: Json | undefined = root;
  for (const part of instancePath.split('/').slice(1)) {
    const segment = part.replaceAll('~1', '/').replaceAll('~0', '~');
    pointer.push(Array.isArray(value) ? Number(segment) : segment);
    value = getPart(value, segment);
  }
  return pointer;
}

function toDiagnostic({ error, pointer }: ShapeError, specification: Specification, suggest: Suggest): Diagnostic {
  const part = describePart(pointer);
  const found = describeJsonValue(error.data as Json);
  const page = findRulePage(specification.value, pointer);
  const location = { ...specification.at(pointer), page };
  const params = error.params as Readonly<Record<string, unknown>>;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(params['additionalProperty']);
      const known = Object.keys(error.parentSchema?.['properties'] ?? {});
      return createDiagnostic(
        'unknown-key',
        { key, owner: part },
        { ...specification.at([...pointer, key], 'key'), page, suggestion: suggestKey(key, known, suggest) },
      );
    }
    case 'required': {
      const key = String(params['missingProperty']);
      // The version has a default: the version in the `id`, else `v1`. So has the location: the path decides, else it is `query`.
      const isOptional = key === 'location' || (key === 'version' && pointer.length === 0);
      const hasDefault = isOptional && detectDialect(specification.value) === 'published';
      const location = { ...specification.at(pointer, 'key'), page, ...(hasDefault && { severity: 'warning' as const }) };
      return createDiagnostic('missing-key', { key, owner: part }, location);
    }
    case 'type':
      return createDiagnostic('wrong-type', { what: part, expected: formatTypes(params['type']), found }, location);
    case 'enum':
      return toValueDiagnostic({ error, pointer }, specification, suggest);
    case 'const':
      return createDiagnostic('wrong-value', { what: part, allowed: [String(params['allowedValue'])], found }, location);
    case 'pattern':
      return createDiagnostic('wrong-form', { what: part, expected: describeForm(pointer), found }, location);
    case 'minLength':
      return createDiagnostic('wrong-form', { what: part, expected: 'a non-empty string', found }, location);
    case 'minimum':
      return createDiagnostic('wrong-form', { what: part, expected: `${String(params['limit'])} or more`, found }, location);
    case 'maximum':
      return createDiagnostic('wrong-form', { what: part, expected: `${String(params['limit'])} or less`, found }, location);
    case 'minItems':
    case 'minProperties':
      return createDiagnostic('wrong-count', { what: part, expected: `at least ${formatEntries(params['limit'])}` }, location);
    case 'maxProperties':
      return createDiagnostic('wrong-count', { what: part, expected: `at most ${formatEntries(params['limit'])}` }, location);
    case 'uniqueItems':
      return createDiagnostic(
        'wrong-count',
        { what: part, expected: 'no two equal entries' },
        { ...specification.at([...pointer, Math.max(Number(params['i']), Number(params['j']))]), page },
      );
    default:
      throw new Error(`The schema of the specification language has an unsupported keyword: ${error.keyword}`);
  }
}

function toValueDiagnostic({ error, pointer }: ShapeError, specification: Specification, suggest: Suggest): Diagnostic {
  const allowed = (error.params as { readonly allowedValues: readonly string[] }).allowedValues;
  const value = String(error.data);
  const location = { ...specification.at(pointer), page: findRulePage(specification.value, pointer), suggestion: suggest(value, allowed) };
  const list = pointer[pointer.length - 3];
  if (list === 'x-rules' && pointer[pointer.length - 1] === 'kind') {
    const replacement = findReplacement(getRule(specification.value, pointer));
    if (replacement !== undefined) return createDiagnostic('replaced-rule-kind', { kind: value, replacement }, specification.at(pointer));
    const owner = allowed.includes('pagination') ? 'method' : 'schema';
    return createDiagnostic('unknown-rule-kind', { kind: value, owner, other: isRuleKind(value) }, location);
  }
  return createDiagnostic('wrong-value', { what: describePart(pointer), allowed, found: describeJsonValue(error.data as Json) }, location);
}

/** Returns the rule that has the kind at a pointer. */
function getRule(root: Json, pointer: Pointer): JsonObject {
  const rule = pointer.slice(0, -1).reduce<Json | undefined>((value, key) => getPart(value, key), root);
  return isObject(rule) ? rule : {};
}

function formatTypes(types: unknown): string {
  const names: Readonly<Record<string, string>> = {
    string: 'a string',
    object: 'a mapping',
    array: 'a list',
    boolean: 'true or false',
    integer: 'an integer',
    number: 'a number',
    null: 'null',
  };
  const list = (Array.isArray(types) ? types : String(types).split(',')) as readonly string[];
  return list.map((type) => names[type] ?? type).join(' or ');
}

function describeForm(pointer: Pointer): string {
  const last = pointer[pointer.length - 1];
  if (last === 'name' || last === 'version') return 'letters, digits, ".", "_", or "-"';
  if (last === 'x-source' || last === 'source') return 'the ID of a document, a colon, and a section, such as "dns: Endpoints"';
  if (pointer.at(-2) === 'recordings') return 'the first 12 hexadecimal digits of a SHA-256, in lower case';
  if (pointer.includes('x-permissions')) return 'words separated by dots, such as "compute.disks.create"';
  if (last === 'status') return 'a canonical code, such as "PERMISSION_DENIED"';
  if (last === 'metadata' || last === 'response') return 'the full name of a message, such as "google.protobuf.Empty"';
  return 'a word that begins with a lowercase letter';
}

const formatEntries = (limit: unknown): string => `${String(limit)} ${limit === 1 ? 'entry' : 'entries'}`;
