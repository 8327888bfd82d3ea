/** Emits the mock server: the behavior of the API (`src/behavior.ts`), the loader of the Discovery document (`src/discovery.js`), and the entry point (`src/mock.ts`). */
import { toMethodData, findOperationTypeName, listRootUrls, toResourceData } from './mock-data.js';
import { createSpecification } from './specification-file.js';
import { buildCallTypes, trackImports } from './call-types.js';
import { formatUnion } from './type-text.js';
import { collectObjectTypes } from './object-types.js';
import { detectFeatures } from './features.js';
import { toPropertyKey, toPropertyName, toStringLiteral, toTypedLiteral } from '../lib/literals.js';
import { createDoc } from './doc-comments.js';
import { getLookup } from '../model/schema-lookup.js';
import { hasRegexFilters, re2Module } from './regular-expressions.js';
import {
  createConstant,
  createExport,
  createFunction,
  createImport,
  createInterface,
  createNamespaceImport,
  createTypeAlias,
  createTypeImport,
  declareConstant,
  header,
  type PropertyMember,
  type ModuleStatement,
} from '../lib/module-statements.js';
import type { EmitContext, EmittedFile } from './emitter.js';
import type { Names } from './names.js';
import { listValidations, type LocatedValidation } from './validations.js';
import type { Api, Method, Resource } from '../model/model.js';
import { getServiceName } from '../language/service.js';
import { findActionManifest } from '../language/service-actions.js';
import { parseFieldPath } from '../lib/field-path.js';
import { formatValidationMessage } from '../language/format-validation.js';
import type { RelatedValidation, ResourceValidation } from '../../runtime/behavior.js';

export function emitMock(api: Api, { names, parts, service }: EmitContext): readonly EmittedFile[] {
  return [
    { path: 'src/behavior.ts', statements: createBehavior(api, names, service !== undefined), format: 'prettier' },
    { path: 'src/mock.ts', statements: createMock(api, names), format: 'prettier' },
    { path: 'src/discovery.js', text: header + discoveryLoader, format: 'ready' },
    { path: 'src/discovery.d.ts', statements: [declareConstant('loadDiscovery', '() => Promise<string>')], format: 'prettier' },
    ...(service === undefined
      ? []
      : [
          { path: 'src/service.js', text: header + service, format: 'ready' as const },
          {
            path: 'src/service.d.ts',
            text: `${header}declare const service: object;\nexport default service;\n`,
            format: 'ready' as const,
          },
        ]),
    ...(parts.has('docs') ? [] : [createSpecification(api)]),
  ];
}

/** JavaScript, because not all settings of TypeScript accept the import of a JSON module. */
const discoveryLoader = `/** Loads the Discovery document of the API as JSON text. */
export async function loadDiscovery() {
  const { default: document } = await import('../spec.json', { with: { type: 'json' } });
  return JSON.stringify(document);
}
`;

function createBehavior(api: Api, names: Names, hasUserService: boolean): readonly ModuleStatement[] {
  const operationType = findOperationTypeName(api);
  const rootUrls = listRootUrls(api);
  const services = listServices(api);
  const modules = [...services.map(getServicesName), ...(hasUserService ? ['service'] : [])];
  const members = [
    `name: ${toTypedLiteral(api.name)},`,
    `version: ${toTypedLiteral(api.version)},`,
    ...(api.protoJson ? ['protoJson: true,'] : []),
    ...(api.isPublished ? ['pathDecides: true,'] : []),
    ...(api.omittedValues === undefined ? [] : [`omittedValues: ${toTypedLiteral(api.omittedValues)},`]),
    ...(api.unknownFields === undefined ? [] : [`unknownFields: ${toTypedLiteral(api.unknownFields)},`]),
    ...(api.features.includes('dataWrapper') ? ['dataWrapper: true,'] : []),
    ...(hasMedia(api) ? ['media,'] : []),
    ...(modules.length > 0 ? [`services: [${modules.join(', ')}],`] : []),
    `title: ${toTypedLiteral(api.title)},`,
    ...(rootUrls.length > 0 ? [`rootUrls: ${toTypedLiteral(rootUrls)},`] : []),
    ...(api.batchPath === undefined ? [] : [`batchPath: ${toTypedLiteral(api.batchPath)},`]),
    `nameStart: ${api.nameStart},`,
    ...(api.projectCollection === undefined ? [] : [`projectCollection: ${toTypedLiteral(api.projectCollection)},`]),
    `errors: ${toTypedLiteral(api.errors)},`,
    `variables: ${toTypedLiteral(api.variables)},`,
    `methods: [\n${api.methods.map((method) => formatMethod(method, api, names)).join('')}],`,
    `resources: [\n${api.resources.map((resource) => formatResource(resource, api, names)).join('')}],`,
    ...(api.operationResources.length > 0
      ? [`operationResources: [\n${api.operationResources.map((resource) => formatResource(resource, api, names)).join('')}],`]
      : []),
    ...(api.parameters.length > 0 ? ['parameters: d.api.parameters,'] : []),
    ...(api.otherSelectors ? [`otherSelectors: ${toTypedLiteral(api.otherSelectors)},`] : []),
    `objectTypes: ${formatObjectTypes(api)},`,
    ...(operationType === undefined ? [] : [`operationType: ${toTypedLiteral(operationType)},`]),
    ...(api.evidence ? [`evidence: ${toTypedLiteral(api.evidence)},`] : []),
    'discovery: loadDiscovery,',
    ...(hasRegexFilters(api) ? [`re2: async () => (await import(${toStringLiteral(re2Module)})).re2,`] : []),
  ];
  return [
    createNamespaceImport('d', './descriptors.js'),
    createImport(['loadDiscovery'], './discovery.js'),
    ...(hasMedia(api) ? [createImport(['media'], '../runtime/media.js')] : []),
    ...createTypeImport(['ApiBehavior'], '../runtime/mock.js'),
    ...(hasUserService ? [createImport([{ name: 'default', alias: 'service' }], './service.js')] : []),
    ...services.map((service) => createImport([getServicesName(service)], `../runtime/${service}-services.js`)),
    ...(hasValidations(api) ? [createNamespaceImport('c', './compiled.js')] : []),
    createNamespaceImport('v', './validators.js'),
    createConstant({
      name: 'behavior',
      type: 'ApiBehavior',
      initializer: `{\n${members.join('\n')}\n}`,
      docs: [createDoc('The behavior of the API that the mock implements.')],
    }),
  ];
}

/** Lists the services whose modules the description, its rules, or its actions name. */
export function listServices(api: Api): readonly string[] {
  const rules = api.resources.flatMap((resource) => toResourceData(resource, api).rules ?? []);
  const named = [...rules, ...api.methods.map(({ action }) => action)];
  const namedServices = named.flatMap((each) => (each.kind === 'service' ? getServiceName(each.module) : []));
  return [...new Set([...namedServices, ...(api.service === undefined ? [] : [api.service])])].sort();
}

/** The constant of the runtime with the modules of a service. */
const getServicesName = (service: string): string => `${service}Services`;

/** One line per object type. */
function formatObjectTypes(api: Api): string {
  const lines = Object.entries(collectObjectTypes(api)).map(([name, fields]) => `  ${formatMembers({ [name]: fields })},\n`);
  return `{\n${lines.join('')}}`;
}

function hasMedia(api: Api): boolean {
  const { uploads, downloads } = detectFeatures(api);
  return uploads || downloads;
}

function formatMethod(method: Method, api: Api, names: Names): string {
  const { constant, requestValidator } = names.method(method.id);
  return `  { method: d.${constant}, validate: v.${requestValidator}, ${formatMembers(toMethodData(method, api))} },\n`;
}

/** Seeds are validated against schemas of the specification. Overlays must not make a seed invalid. */
function hasStatedSchema(resource: Resource, api: Api): resource is Resource & { readonly schema: string } {
  const objectType = api.schemas.find(({ id }) => id === resource.schema);
  return objectType !== undefined && (objectType.source.kind === 'document' || objectType.source.kind === 'published');
}

function formatResource(resource: Resource, api: Api, names: Names): string {
  const validate = hasStatedSchema(resource, api) ? `validate: v.${names.schemaValidator(resource.schema)}, ` : '';
  return `  { ${validate}${formatMembers(toResourceData(resource, api))}${formatValidations(resource, api)} },\n`;
}

function formatValidations(resource: Resource, api: Api): string {
  const type = getLookup(api).object(resource.schema);
  const located = type === undefined ? [] : listValidations(type, api);
  const formatEntries = (name: string, entries: readonly (readonly [LocatedValidation, object])[]): string =>
    entries.length === 0
      ? ''
      : `, ${name}: [${entries.map(([{ validation }, data]) => `{ evaluate: c.${validation.name}, ${formatMembers(data)} }`).join(', ')}]`;
  const plain = located.filter(({ validation }) => validation.relatedNames.size === 0);
  // An object inside a resource isn't a resource itself.
  const related = located.filter(({ validation, at }) => validation.relatedNames.size > 0 && at.length === 0);
  return [
    formatEntries(
      'validations',
      plain.map((each) => [each, toValidationData(each)]),
    ),
    formatEntries(
      'relatedValidations',
      related.map((each) => [each, toRelatedData(each)]),
    ),
  ].join('');
}

export function toValidationData(located: LocatedValidation): Omit<ResourceValidation, 'evaluate'> {
  const { field, fields } = located.validation;
  const path = [...located.at, ...(field === undefined ? [] : [field])];
  return { ...toErrorData(located), ...(path.length > 0 && { at: path }), fields: field === undefined ? fields : [field] };
}

export function toRelatedData(located: LocatedValidation): Omit<RelatedValidation, 'evaluate'> {
  const { siblingIndexes } = located.validation;
  return { ...toErrorData(located), ...(siblingIndexes.length > 0 && { siblingIndexes }) };
}

function toErrorData({ validation: { rule, usesOldSelf } }: LocatedValidation): Omit<RelatedValidation, 'evaluate' | 'siblingIndexes'> {
  return {
    message: formatValidationMessage(rule),
    ...(rule.reason !== undefined && { reason: rule.reason }),
    ...(rule.fieldPath !== undefined && { fieldPath: parseFieldPath(rule.fieldPath)?.map(String) ?? [] }),
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
function createMethodProperty(method: Method, api: Api, names: Names): PropertyMember {
  const { params, result } = buildCallTypes(method, api, names);
  const response = result === 'void' ? 'object' : result;
  const events = method.returnsEvents ? '; readonly events: true' : '';
  return { name: toPropertyName(method.id), type: `{ readonly request: ${params}; readonly response: ${response}${events} }` };
}

/** `'/dns/v1/projects/{project}': Project;` */
function createResourceProperty({ path, schema, spansSegments }: Resource, api: Api, names: Names): PropertyMember {
  const name = toPropertyName(`/${spansSegments ? path.replace(/\{(\w+)\}$/, '{+$1}') : path}`);
  if (schema === undefined) return { name, type: 'Record<string, unknown>' };
  const inputOnly = (getLookup(api).object(schema)?.fields ?? []).filter(({ writeOnly }) => writeOnly);
  const picked = inputOnly.map(({ name }) => toStringLiteral(name)).join(' | ');
  const [resource, input] = [names.schema(schema), picked === '' ? undefined : names.schema(schema, 'input')];
  // A schema that no request holds has no input type.
  const more = input === undefined || input === resource ? '' : ` & Pick<${input}, ${picked}>`;
  return { name, type: `${resource}${more}` };
}

/** The types of the members of seeds: policies by path, events, and the scopes and permissions of tokens. */
function createSeedMembers(api: Api, names: Names): readonly PropertyMember[] {
  const policies = new Map(
    api.methods.flatMap((method) =>
      method.action.kind === 'getIamPolicy'
        ? [[toPropertyName(`/${method.action.resource}`), buildCallTypes(method, api, names).result] as const]
        : [],
    ),
  );
  const event = api.methods.find(({ action }) => action.kind === 'service' && findActionManifest(action)?.addsRecord === true);
  const scopes = api.methods.flatMap((method) => method.scopes);
  const permissions = api.methods.flatMap((method) => method.permissions.map(({ permission }) => permission));
  return [
    { name: 'iamPolicies', isReadonly: true, type: toObjectType(policies) },
    { name: 'events', isReadonly: true, type: event?.request?.kind === 'ref' ? names.schema(event.request.schema, 'input') : 'unknown' },
    { name: 'scopes', isReadonly: true, type: formatUnion(scopes.sort(), true) },
    { name: 'permissions', isReadonly: true, type: formatUnion(permissions.sort(), true) },
  ];
}

function toObjectType(members: ReadonlyMap<string, string>): string {
  return members.size > 0 ? `{ ${[...members].map(([name, type]) => `${name}: ${type}`).join('; ')} }` : '{}';
}

const runtime = '../runtime/mock.js';
const pathTypes = ['Paths', 'PolicyPaths'].map((name) => ({ name, constraint: 'object', default: 'Record<string, unknown>' }));

function createMock(api: Api, plainNames: Names): readonly ModuleStatement[] {
  const { names, imports } = trackImports(plainNames);
  const types = createMockTypes(api, names);
  return [
    createImport([{ name: 'behavior', alias: 'apiBehavior' }], './behavior.js'),
    createImport(['createMockServer'], runtime),
    ...createTypeImport(['ApiBehavior', 'Mock as AnyMock', 'MockOptions as AnyMockOptions', 'SeedDocument', 'TypedSeed'], runtime),
    ...createTypeImport(imports(), './types.js'),
    ...types,
    ...createSeedStatements(),
    ...createMockStatements(),
    createExport(['compose', 'HttpError', 'ParameterError', 'SeedError'], runtime),
    createExport(
      ['FaultRule', 'Handler', 'HandlerCall', 'HandlerState', 'OperationOptions', 'RunningServer', 'MockSession', 'SeedDocument'],
      runtime,
      true,
    ),
  ];
}

/** Creates the types of the methods, the resources, and the members of seeds. */
function createMockTypes(api: Api, names: Names): readonly ModuleStatement[] {
  return [
    createInterface({
      name: 'MockMethods',
      docs: [createDoc('The requests and responses of the methods by method ID.')],
      properties: api.methods.map((method) => createMethodProperty(method, api, names)),
    }),
    createTypeAlias({ name: 'MethodId', docs: [createDoc('The ID of a method.')], type: 'keyof MockMethods' }),
    createInterface({
      name: 'MockResources',
      docs: [createDoc('The types of the resources by the templates of their paths.')],
      properties: [...api.resources, ...api.operationResources].map((resource) => createResourceProperty(resource, api, names)),
    }),
    createInterface({
      name: 'MockSeedMembers',
      docs: [createDoc('The types of the members of seeds that contain no resources.')],
      properties: [...createSeedMembers(api, names)],
    }),
  ];
}

/** Creates the type of seeds, and the function that checks one. */
function createSeedStatements(): readonly ModuleStatement[] {
  return [
    createTypeAlias({
      name: 'Seed',
      docs: [
        createDoc(
          'A seed document. Each resource and each access policy has the type that its path identifies. The type parameters are inferred.',
        ),
      ],
      typeParameters: pathTypes.map(({ name, default: initial }) => ({ name, default: initial })),
      type: 'TypedSeed<MockResources, Paths, MockSeedMembers, PolicyPaths>',
    }),
    createFunction({
      name: 'defineSeed',
      docs: [
        createDoc(
          [
            'Returns the seed as it is. The compiler checks each body against the type that its path identifies, and editors complete the path templates of the API.',
            '```ts\nconst seed = defineSeed({ resources: { … } });\nconst mock = createMock({ seed });\n```',
          ].join('\n\n'),
        ),
      ],
      typeParameters: pathTypes,
      parameters: [{ name: 'seed', type: 'Seed<Paths, PolicyPaths>' }],
      returnType: 'SeedDocument',
      statements: ['return seed as SeedDocument;'],
    }),
  ];
}

/** Creates the types of the mock and its options, and the function that creates one. */
function createMockStatements(): readonly ModuleStatement[] {
  return [
    createTypeAlias({ name: 'Mock', docs: [createDoc('A mock of this API.')], type: 'AnyMock<MockMethods, MockResources>' }),
    createTypeAlias({
      name: 'MockOptions',
      docs: [createDoc('The options of `createMock`.')],
      typeParameters: [{ name: 'Document', default: 'SeedDocument' }],
      type: 'AnyMockOptions<MockMethods, Document>',
    }),
    createFunction({
      name: 'createMock',
      docs: [
        createDoc(
          [
            "Creates a mock of the service. `fetch` responds in memory. The mock doesn't listen on a port until you call `listen`.",
            "```ts\nconst mock = createMock({ seed });\nconst client = createClient({ rootUrl: 'https://service.example.com', fetch: mock.fetch });\n```",
            '@throws ParameterError If an option is invalid.\n@throws SeedError If a seed is invalid.',
          ].join('\n\n'),
        ),
      ],
      typeParameters: pathTypes,
      parameters: [{ name: 'options', type: 'MockOptions<Seed<Paths, PolicyPaths>>', initializer: '{}' }],
      returnType: 'Mock',
      statements: ['return createMockServer<MockMethods, MockResources>(apiBehavior, options as MockOptions);'],
    }),
    createConstant({
      name: 'behavior',
      type: 'ApiBehavior',
      initializer: 'apiBehavior',
      docs: [createDoc('The behavior of the API that the mock implements.')],
    }),
  ];
}
