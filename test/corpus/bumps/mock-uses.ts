/** Writes code that seeds the mock and handles the calls of all methods. */
import { formatType } from '../../../generator/emit/type-text.js';
import { toPropertyName } from '../../../generator/lib/literals.js';
import { getLookup } from '../../../generator/model/schema-lookup.js';
import type { Method, Parameter, Resource } from '../../../generator/model/model.js';
import { SampleValues } from '../samples.js';
import type { Source } from './pairs.js';
import { extents, writeComparisons } from './type-uses.js';

export function createMockUses(source: Source): readonly string[] {
  const { api } = source;
  const resources = [...api.resources, ...api.operationResources].flatMap((resource) => writeResource(resource, source));
  const scopes = JSON.stringify([...new Set(api.methods.flatMap((method) => method.scopes))]);
  const permissions = JSON.stringify([...new Set(api.methods.flatMap((method) => method.permissions.map(({ permission }) => permission)))]);
  return [
    ...extents.map((extent) =>
      [
        `export const ${extent}Handlers: NonNullable<mock.MockOptions['handlers']> = {`,
        ...api.methods.map((method) => writeHandler(method, extent, source)),
        `};`,
        `mock.createMock({ handlers: ${extent}Handlers });`,
      ].join('\n'),
    ),
    `export const seed = mock.defineSeed({\n  resources: {\n${resources.join('\n')}\n  },\n  tokens: { token: { scopes: ${scopes}, permissions: ${permissions} } },\n});`,
    `mock.createMock({ seed });`,
    ...api.methods.map(({ id }) => `export const id_${id.replace(/\W/g, '_')}: mock.MethodId = ${JSON.stringify(id)};`),
  ];
}

function writeResource({ path, schema, spansSegments }: Resource, { api }: Source): readonly string[] {
  const body = schema === undefined ? {} : new SampleValues(api, '', 'output').value({ kind: 'ref', schema }, 'most');
  const url = `/${path.replace(/\{\w+\}$/, spansSegments ? 'a/b' : 'a').replace(/\{[^}]*\}/g, 'a')}`;
  return [`    ${JSON.stringify(url)}: ${JSON.stringify(body ?? {})},`];
}

/** Reads the parameters and the fields of the body, and returns a response. */
function writeHandler(method: Method, extent: (typeof extents)[number], source: Source): string {
  const { api } = source;
  const own = new Set(method.parameters.map(({ name }) => name));
  const common = api.parameters.filter(({ name }) => !own.has(name)).map((parameter) => ({ ...parameter, required: false }));
  const parameters = [...method.parameters, ...common].flatMap((parameter) => writeParameter(parameter, source));
  const fields = method.body === 'required' && method.bodyForm === 'whole' ? (getLookup(api).object(method.request)?.fields ?? []) : [];
  const reads = fields
    .filter(({ readOnly }) => !readOnly)
    .flatMap(({ name, type }) => {
      const access = `requestBody[${JSON.stringify(name)}]`;
      return [`void ${access};`, ...writeComparisons(type, access, source)];
    });
  const response = method.response === undefined ? {} : (new SampleValues(api, '', 'output').value(method.response, extent) ?? {});
  const lines = ['void requestBody;', ...parameters, ...reads, `return ${JSON.stringify(response)};`];
  return `  ${toPropertyName(method.id)}: ({ parameters, requestBody }) => {\n    ${lines.join('\n    ')}\n  },`;
}

function writeParameter({ name, value, required, location, mask }: Parameter, source: Source): readonly string[] {
  const { names } = source;
  const text = `${value.kind === 'array' ? 'readonly ' : ''}${formatType(value, { names, form: 'input' })}${mask ? ' | readonly string[]' : ''}`;
  const presence = required || location === 'path' ? '' : ' | undefined';
  const access = `parameters[${JSON.stringify(name)}]`;
  return [`((value: ${text}${presence}) => value)(${access});`, ...(mask ? [] : writeComparisons(value, access, source))];
}
