/** The mock server of a package: what it knows (`src/behaviour.ts`), the description it serves (`src/discovery.ts`), and how it is made (`src/mock.ts`). */
import { methodData, operationFields, resourceData } from './behaviour.js';
import { toDiscovery } from './discovery.js';
import { callTypes, noting } from './calls.js';
import { shapes } from './shapes.js';
import { featuresOf } from './features.js';
import { propertyKey, propertyName, stringLiteral, typedLiteral } from './literals.js';
import { withHeader } from './print.js';
import { offersRegularExpressions } from './regular-expressions.js';
import type { EmittedFile, Emitter } from './emitter.js';
import type { Names } from './names.js';
import type { Api, Method, Resource } from '../model/model.js';

export const mockEmitter: Emitter = {
  name: 'mock',
  part: 'mock',
  emit: (api, { names }): readonly EmittedFile[] => [
    { path: 'src/behaviour.ts', text: withHeader(behaviourText(api, names)), format: 'ready' },
    { path: 'src/mock.ts', text: withHeader(mockText(api, names)), format: 'prettier' },
    { path: 'src/discovery.ts', text: withHeader(discoveryText(api)), format: 'ready' },
  ],
};

function behaviourText(api: Api, names: Names): string {
  const operation = operationFields(api);
  const members = [
    `  name: ${typedLiteral(api.name)},`,
    `  version: ${typedLiteral(api.version)},`,
    ...(featuresOf(api).wrapped ? ['  dataWrapper: true,'] : []),
    ...(hasMedia(api) ? ['  media,'] : []),
    `  title: ${typedLiteral(api.title)},`,
    ...(api.errorInfo === undefined ? [] : [`  errorDomain: ${typedLiteral(api.errorInfo.domain)},`]),
    `  variables: ${typedLiteral(api.variables)},`,
    `  methods: [\n${api.methods.map((method) => methodLine(method, api, names)).join('')}  ],`,
    `  resources: [\n${api.resources.map((resource) => resourceLine(resource, api, names)).join('')}  ],`,
    `  shapes: ${shapesText(api)},`,
    ...(operation ? [`  operation: ${typedLiteral(operation)},`] : []),
    `  discovery: () => import('./discovery.js').then(({ discoveryDocument }) => discoveryDocument),`,
    ...(offersRegularExpressions(api) ? ['  regularExpressions,'] : []),
  ];
  return [
    '/** The behavior of the API that the mock implements. */',
    `import * as d from './descriptors.js';`,
    ...(offersRegularExpressions(api) ? [`import { regularExpressions } from './regular-expressions.js';`] : []),
    `import type { ApiBehaviour } from './runtime/descriptor.js';`,
    ...(hasMedia(api) ? [`import { media } from './runtime/mock/media.js';`] : []),
    `import * as v from './validators.js';`,
    '',
    `export const behaviour: ApiBehaviour = {\n${members.join('\n')}\n};\n`,
  ].join('\n');
}

/** A module of its own, which nothing loads before somebody asks for the document. */
function discoveryText(api: Api): string {
  return [
    '/** The Discovery document of the API as JSON text. The same document as spec.json. */',
    `export const discoveryDocument: string = ${stringLiteral(JSON.stringify(toDiscovery(api)))};`,
    '',
  ].join('\n');
}

/** One line each. */
function shapesText(api: Api): string {
  const lines = Object.entries(shapes(api)).map(([name, fields]) => `    ${membersOf({ [name]: fields })},\n`);
  return `{\n${lines.join('')}  }`;
}

function hasMedia(api: Api): boolean {
  const { uploads, downloads } = featuresOf(api);
  return uploads || downloads;
}

function methodLine(method: Method, api: Api, names: Names): string {
  const { constant, requestValidator } = names.method(method.id);
  return `    { method: d.${constant}, validate: v.${requestValidator}, ${membersOf(methodData(method, api))} },\n`;
}

/** A seeded resource is judged by a shape that is stated; what overlays know of others does not make a seed faulty. */
function isJudged(resource: Resource, api: Api): resource is Resource & { readonly schema: string } {
  const shape = api.schemas.find(({ id }) => id === resource.schema);
  return shape !== undefined && (shape.source.kind === 'document' || shape.source.kind === 'published');
}

function resourceLine(resource: Resource, api: Api, names: Names): string {
  const validate = isJudged(resource, api) ? `validate: v.${names.schemaValidator(resource.schema)}, ` : '';
  return `    { ${validate}${membersOf(resourceData(resource, api))} },\n`;
}

function membersOf(data: object): string {
  return (
    Object.entries(data)
      // A member called like one of `Object`'s would lose its literal types.
      .map(([key, value]) => `${propertyKey(key)}: ${typedLiteral(value)}${key in Object.prototype ? ' as const' : ''}`)
      .join(', ')
  );
}

/** `'dns.managedZones.get': { request: ManagedZonesGetParams; response: ManagedZone };` */
function methodTypeLine(method: Method, api: Api, names: Names): string {
  const { params, result } = callTypes(method, api, names);
  return `  ${propertyName(method.id)}: { readonly request: ${params}; readonly response: ${result === 'void' ? 'object' : result} };\n`;
}

function mockText(api: Api, plainNames: Names): string {
  const { names, imports } = noting(plainNames);
  const lines = api.methods.map((method) => methodTypeLine(method, api, names)).join('');
  return `
import { behaviour } from './behaviour.js';
import { createMockServer, type Mock as AnyMock, type MockOptions as AnyMockOptions } from './runtime/mock/index.js';
import type { ${imports().join(', ')} } from './types.js';

/** The requests and responses of the methods by method ID. */
export interface MockMethods {
${lines}}

/** The ID of a method. */
export type MethodId = keyof MockMethods;

export type Mock = AnyMock<MockMethods>;
export type MockOptions = AnyMockOptions<MockMethods>;

/**
 * Creates a mock of the service. \`fetch\` responds in memory. The mock doesn't listen on a port until you call \`listen\`.
 *
 * @throws {ParameterError} If an option is invalid.
 * @throws {SeedError} If a seed is invalid.
 */
export function createMock(options: MockOptions = {}): Mock {
  return createMockServer<MockMethods>(behaviour, options);
}

export { behaviour } from './behaviour.js';
export { compose, HttpError, ParameterError, SeedError } from './runtime/mock/index.js';
export type { FaultRule, Handler, HandlerCall, HandlerState, Listening, MockSession } from './runtime/mock/index.js';
`;
}
