/** Writes code that calls all methods in all ways. */
import { buildMethodTree, getMemberNames, getMethodPath } from '../../../generator/emit/method-tree.js';
import { buildCallTypes } from '../../../generator/emit/call-types.js';
import type { Method } from '../../../generator/model/model.js';
import { type Params, SampleValues } from '../samples.js';
import type { Source } from './pairs.js';
import { extents, formatRead, listResponseFields } from './type-uses.js';

export function createMethodUses(source: Source): readonly string[] {
  const { api, names } = source;
  return [
    ...writeClients(source),
    ...api.methods.map(
      (method) =>
        `export async function call${names.method(method.id).base}(): Promise<void> {\n  ${writeCalls(method, source).join('\n  ')}\n}`,
    ),
  ];
}

function writeClients({ api, names }: Source): readonly string[] {
  const rootUrl = api.rootUrl === undefined ? [`rootUrl: 'https://service.example.com/'`] : [];
  const locations = api.endpoints.map(({ location }) => [`location: ${JSON.stringify(location)}`]);
  const options = [[], ...locations].map((location) => ['retry: false', 'validate: validators', ...rootUrl, ...location].join(', '));
  return [
    ...options.flatMap((text) => [`index.${names.createClient}({ ${text} });`, `methods.createClient({ ${text} });`]),
    `export const typedClient: index.${names.client} = client;`,
  ];
}

function writeCalls(method: Method, source: Source): readonly string[] {
  const { api, names } = source;
  const tree = buildMethodTree(api);
  const path = getMethodPath(method, tree);
  const call = `client${path.map(formatMember).join('')}`;
  const { constant, requestValidator, responseValidator, params: paramsType } = names.method(method.id);
  const { optional, item, options } = buildCallTypes(method, api, names);
  const [least, most] = extents.map((extent) => JSON.stringify(createParams(method, extent, source))) as [string, string];
  const media = options === 'UploadOptions' ? `, media: { type: 'text/plain', body: 'text' }` : '';
  const fields = listResponseFields(method, source).map(({ name }) => name);
  const selected = `{ ...${least}, fields: ${JSON.stringify(fields)} }`;
  return [
    ...(optional ? [`await ${call}();`, `await methods.${constant}(client);`] : []),
    `void (${most} satisfies ${paramsType});`,
    `await ${call}(${least});`,
    formatRead(method.response, `await ${call}(${most}, { timeout: 1000${media} })`, source),
    formatRead(method.response, `await methods.${constant}(client, ${most}, { timeout: 1000${media} })`, source),
    formatRead(method.response, `(await ${call}(${least}).withResponse()).body`, source),
    ...(fields.length === 0
      ? []
      : [`const selected = await ${call}(${selected});`, ...fields.map((field) => `void selected[${JSON.stringify(field)}];`)]),
    ...(item === undefined ? [] : [`for await (const item of ${call}(${least})) void (item satisfies ${item});`]),
    ...(item === undefined ? [] : [`for await (const page of ${call}(${least}).pages()) ${formatRead(method.response, 'page', source)}`]),
    ...(method.operation === undefined ? [] : [`await client.waitForOperation(await ${call}(${least}), { timeout: 1000 });`]),
    ...(method.returnsMedia ? writeDownloads(method, least, source) : []),
    `const received: unknown = undefined;`,
    `if (validators.${requestValidator}(received, { strict: true })) void (received satisfies ${paramsType});`,
    `if (validators.${responseValidator}(received)) ${formatRead(method.response, 'received', source)}`,
    `void methods.${constant}.id;`,
  ];
}

function writeDownloads(method: Method, params: string, { api, names }: Source): readonly string[] {
  const tree = buildMethodTree(api);
  const inner = method.collections.reduce((node, name) => node.collections.get(name) ?? node, tree);
  const path = [...getMethodPath(method, tree).slice(0, -1), getMemberNames(inner, tree).media.get(method.name) ?? ''];
  return [
    `await (await client${path.map(formatMember).join('')}(${params}, { range: { start: 0 } })).bytes();`,
    `await (await methods.${names.method(method.id).mediaConstant}(client, ${params})).bytes();`,
  ];
}

const formatMember = (name: string): string => `[${JSON.stringify(name)}]`;

/** Adds the common parameters to those of a method. */
function createParams(method: Method, extent: (typeof extents)[number], { api }: Source): Params {
  const samples = new SampleValues(api);
  const params = samples.params(method, extent);
  if (extent === 'least') return params;
  const own = new Set(method.parameters.map(({ name }) => name));
  const common = api.parameters.filter(({ name }) => !own.has(name));
  const commonParams = Object.fromEntries(common.map(({ name, value }) => [name, samples.value(value, 'most') ?? 'x']));
  const all = { ...commonParams, ...params };
  // Another mask narrows the response.
  return 'fields' in all ? { ...all, fields: '*' } : all;
}
