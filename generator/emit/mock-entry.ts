/** Emits the mock server: the behavior of the API (`src/behavior.ts`), the Discovery document (`src/discovery.ts`), and the entry point (`src/mock.ts`). */
import { toMethodData, listOperationFields, toResourceData } from './mock-data.js';
import { toDiscovery } from './discovery.js';
import { buildCallTypes, trackImports } from './call-types.js';
import { collectShapes } from './shapes.js';
import { detectFeatures } from './features.js';
import { toPropertyKey, toPropertyName, toStringLiteral, toTypedLiteral } from './literals.js';
import { addHeader } from './print-file.js';
import { getLookup } from './cached-lookup.js';
import { hasRegularExpressions } from './regular-expressions.js';
import type { EmittedFile, Emitter } from './emitter.js';
import type { Names } from './names.js';
import { listValidations, type LocatedValidation } from './validations.js';
import type { Api, Method, Resource } from '../model/model.js';
import { formatValidationMessage } from '../rules/validation.js';
import type { ResourceValidation } from '../../templates/runtime/descriptor.js';

export const mockEmitter: Emitter = {
  name: 'mock',
  part: 'mock',
  emit: (api, { names }): readonly EmittedFile[] => [
    { path: 'src/behavior.ts', text: addHeader(formatBehavior(api, names)), format: 'ready' },
    { path: 'src/mock.ts', text: addHeader(formatMock(api, names)), format: 'prettier' },
    { path: 'src/discovery.ts', text: addHeader(formatDiscovery(api)), format: 'ready' },
  ],
};

function formatBehavior(api: Api, names: Names): string {
  const operation = listOperationFields(api);
  const members = [
    `  name: ${toTypedLiteral(api.name)},`,
    `  version: ${toTypedLiteral(api.version)},`,
    ...(detectFeatures(api).wrapped ? ['  dataWrapper: true,'] : []),
    ...(hasMedia(api) ? ['  media,'] : []),
    `  title: ${toTypedLiteral(api.title)},`,
    ...(api.errorInfo === undefined ? [] : [`  errorDomain: ${toTypedLiteral(api.errorInfo.domain)},`]),
    `  variables: ${toTypedLiteral(api.variables)},`,
    `  methods: [\n${api.methods.map((method) => formatMethod(method, api, names)).join('')}  ],`,
    `  resources: [\n${api.resources.map((resource) => formatResource(resource, api, names)).join('')}  ],`,
    `  shapes: ${formatShapes(api)},`,
    ...(operation ? [`  operation: ${toTypedLiteral(operation)},`] : []),
    `  discovery: () => import('./discovery.js').then(({ discoveryDocument }) => discoveryDocument),`,
    ...(hasRegularExpressions(api) ? ['  regularExpressions,'] : []),
  ];
  return [
    '/** The behavior of the API that the mock implements. */',
    `import * as d from './descriptors.js';`,
    ...(hasRegularExpressions(api) ? [`import { regularExpressions } from './regular-expressions.js';`] : []),
    `import type { ApiBehavior } from './runtime/descriptor.js';`,
    ...(hasMedia(api) ? [`import { media } from './runtime/mock/media-entry.js';`] : []),
    ...(hasValidations(api) ? [`import * as c from './compiled.js';`] : []),
    `import * as v from './validators.js';`,
    '',
    `export const behavior: ApiBehavior = {\n${members.join('\n')}\n};\n`,
  ].join('\n');
}

/** A separate module, so that the document loads only on request. */
function formatDiscovery(api: Api): string {
  return [
    '/** The Discovery document of the API as JSON text. The same document as spec.json. */',
    `export const discoveryDocument: string = ${toStringLiteral(JSON.stringify(toDiscovery(api)))};`,
    '',
  ].join('\n');
}

/** One line per shape. */
function formatShapes(api: Api): string {
  const lines = Object.entries(collectShapes(api)).map(([name, fields]) => `    ${formatMembers({ [name]: fields })},\n`);
  return `{\n${lines.join('')}  }`;
}

function hasMedia(api: Api): boolean {
  const { uploads, downloads } = detectFeatures(api);
  return uploads || downloads;
}

function formatMethod(method: Method, api: Api, names: Names): string {
  const { constant, requestValidator } = names.method(method.id);
  return `    { method: d.${constant}, validate: v.${requestValidator}, ${formatMembers(toMethodData(method, api))} },\n`;
}

/** Seeds are validated against schemas of the specification. Overlays must not make a seed invalid. */
function hasStatedSchema(resource: Resource, api: Api): resource is Resource & { readonly schema: string } {
  const shape = api.schemas.find(({ id }) => id === resource.schema);
  return shape !== undefined && (shape.source.kind === 'document' || shape.source.kind === 'published');
}

function formatResource(resource: Resource, api: Api, names: Names): string {
  const validate = hasStatedSchema(resource, api) ? `validate: v.${names.schemaValidator(resource.schema)}, ` : '';
  return `    { ${validate}${formatMembers(toResourceData(resource, api))}${formatValidations(resource, api)} },\n`;
}

function formatValidations(resource: Resource, api: Api): string {
  const type = resource.schema === undefined ? undefined : getLookup(api).object({ kind: 'ref', schema: resource.schema });
  const located = type === undefined ? [] : listValidations(type, api);
  if (located.length === 0) return '';
  const entries = located.map((each) => `{ isViolated: c.${each.validation.name}, ${formatMembers(toValidationData(each))} }`);
  return `, validations: [${entries.join(', ')}]`;
}

function toValidationData({ validation, at }: LocatedValidation): Omit<ResourceValidation, 'isViolated'> {
  const { rule, field, fields, usesOldSelf } = validation;
  const path = [...at, ...(field === undefined ? [] : [field])];
  return {
    message: formatValidationMessage(rule),
    ...(rule.reason !== undefined && { reason: rule.reason }),
    ...(path.length > 0 && { at: path }),
    ...(rule.fieldPath !== undefined && { fieldPath: rule.fieldPath.split('.') }),
    fields: field === undefined ? fields : [field],
    ...(usesOldSelf && { oldSelf: rule.optionalOldSelf === true ? 'optional' : 'required' }),
  };
}

function hasValidations(api: Api): boolean {
  return api.resources.some((resource) => formatValidations(resource, api) !== '');
}

function formatMembers(data: object): string {
  return (
    Object.entries(data)
      // Without `as const`, a member with a name such as `toString` loses its literal type.
      .map(([key, value]) => `${toPropertyKey(key)}: ${toTypedLiteral(value)}${key in Object.prototype ? ' as const' : ''}`)
      .join(', ')
  );
}

/** `'dns.managedZones.get': { request: ManagedZonesGetParams; response: ManagedZone };` */
function formatMethodType(method: Method, api: Api, names: Names): string {
  const { params, result } = buildCallTypes(method, api, names);
  return `  ${toPropertyName(method.id)}: { readonly request: ${params}; readonly response: ${result === 'void' ? 'object' : result} };\n`;
}

/** `'/dns/v1/projects/{project}': Project;` */
function formatResourceType({ path, schema }: Resource, api: Api, names: Names): string {
  if (schema === undefined) return '';
  const inputOnly = (getLookup(api).object({ kind: 'ref', schema })?.fields ?? []).filter(({ writeOnly }) => writeOnly);
  const picked = inputOnly.map(({ name }) => toStringLiteral(name)).join(' | ');
  const [resource, input] = [names.schema(schema), picked === '' ? undefined : names.schema(schema, 'input')];
  // A schema that no request holds has no input type.
  const more = input === undefined || input === resource ? '' : ` & Pick<${input}, ${picked}>`;
  return `  ${toPropertyName(`/${path}`)}: ${resource}${more};\n`;
}

function formatMock(api: Api, plainNames: Names): string {
  const { names, imports } = trackImports(plainNames);
  const lines = api.methods.map((method) => formatMethodType(method, api, names)).join('');
  const resources = api.resources.map((resource) => formatResourceType(resource, api, names)).join('');
  return `
import { behavior } from './behavior.js';
import { createMockServer, type Mock as AnyMock, type MockOptions as AnyMockOptions, type SeedDocument, type TypedSeed } from './runtime/mock/index.js';
import type { ${imports().join(', ')} } from './types.js';

/** The requests and responses of the methods by method ID. */
export interface MockMethods {
${lines}}

/** The ID of a method. */
export type MethodId = keyof MockMethods;

/** The types of the resources by the templates of their paths. */
export interface MockResources {
${resources}}

/** A seed document. Each resource has the type that its path identifies. \`Paths\` is inferred. */
export type Seed<Paths = Record<string, unknown>> = TypedSeed<MockResources, Paths>;

/** A mock of this API. */
export type Mock = AnyMock<MockMethods, MockResources>;
/** The options of \`createMock\`. */
export type MockOptions<Document = SeedDocument> = AnyMockOptions<MockMethods, Document>;

/**
 * Creates a mock of the service. \`fetch\` responds in memory. The mock doesn't listen on a port until you call \`listen\`.
 *
 * \`\`\`ts
 * const mock = createMock({ seed });
 * const client = createClient({ rootUrl: 'https://service.example.com', fetch: mock.fetch });
 * \`\`\`
 *
 * @throws ParameterError If an option is invalid.
 * @throws SeedError If a seed is invalid.
 */
export function createMock<Paths extends object = Record<string, unknown>>(options: MockOptions<Seed<Paths>> = {}): Mock {
  return createMockServer<MockMethods, MockResources>(behavior, options as MockOptions);
}

export { behavior } from './behavior.js';
export { compose, HttpError, ParameterError, SeedError } from './runtime/mock/index.js';
export type { FaultRule, Handler, HandlerCall, HandlerState, RunningServer, MockSession, SeedDocument } from './runtime/mock/index.js';
`;
}
