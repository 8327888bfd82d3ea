/** The steps of a call that only some methods need. The generator lists them in their definitions. */
import type { UpdateMaskDescriptor } from '../descriptor.js';
import { validatePathParameters } from '../paths/expand.js';
import { isObject, type Members } from '../validate/objects.js';
import { wrapSend, type RequestBuilder } from './client-types.js';
import { redactedValues } from './redaction.js';

/** Rejects path parameters that don't match the pattern of their path variable. */
export function validatePathValues({ method, values }: RequestBuilder): void {
  validatePathParameters(method.path, values, method.id);
}

/** Generates the request id, unless the call has one. A call with a request id can be retried. */
export function addRequestId(builder: RequestBuilder): void {
  setRequestId(builder, builder.values);
}

/** Generates the request id for methods whose request id is a field of the body. */
export function addRequestIdToBody(builder: RequestBuilder): void {
  const body = { ...(builder.values['requestBody'] as Members | undefined) };
  setRequestId(builder, body);
  if (builder.safe) builder.values['requestBody'] = body;
}

/** Derives the update mask from the fields of the resource in the body, unless the call has a mask. Lists and maps are included as a whole. */
export function addUpdateMask(builder: RequestBuilder): void {
  setUpdateMask(builder, builder.values, builder.values['requestBody']);
}

/** Derives the update mask for methods whose body contains both the mask and the resource. */
export function addUpdateMaskToBody(builder: RequestBuilder): void {
  const { method, values } = builder;
  const body = values['requestBody'];
  if (!isObject(body)) return;
  const changed = (values['requestBody'] = { ...body });
  setUpdateMask(builder, changed, body[method.updateMask?.of as string]);
}

/** Moves the page token from the parameters to the body. */
export function addPageTokenToBody({ method, values }: Pick<RequestBuilder, 'method' | 'values'>): void {
  const name = method.list?.pageToken ?? 'pageToken';
  const { [name]: token } = values;
  if (token === undefined) return;
  delete values[name];
  values['requestBody'] = { ...(values['requestBody'] as object | undefined), [name]: token };
}

/** Redacts the values of secret fields of the body in errors, also if the response or its operation repeats them. */
export function addSecretRedaction(builder: RequestBuilder): void {
  const { method, transport } = builder;
  const secrets: string[] = (builder.secrets = []);
  builder.replacer = (name, value) => {
    // A message may quote the value as JSON or only some of its lines.
    if (typeof value === 'string' && method.secrets?.includes(name)) {
      secrets.push(value, JSON.stringify(value).slice(1, -1), ...value.split(/\s*\n/));
      secrets.sort((a, b) => b.length - a.length);
    }
    return value;
  };
  builder.transport = {
    ...transport,
    async send(request, options) {
      const response = await transport.send(request, options);
      if (Object(response.body) === response.body) redactedValues.set(response.body as object, secrets);
      return response;
    },
  };
}

/** Wraps the request body in `data` and unwraps the response body. */
export function applyDataWrapper(builder: RequestBuilder): void {
  const { values } = builder;
  const { requestBody } = values;
  if (requestBody !== undefined) values['requestBody'] = { data: requestBody };
  wrapSend(builder, (send) => async (request, options) => {
    const response = await send(request, options);
    const { data } = response.body as { readonly data?: unknown };
    return data === undefined ? response : { ...response, body: data };
  });
}

/** Sets the request id in `holder`, unless it has one. */
function setRequestId(builder: RequestBuilder, holder: Record<string, unknown>): void {
  const { method, options, clientOptions } = builder;
  const { requestId: name = '' } = method;
  const generate = options.requestId ?? clientOptions.requestId ?? randomUuid;
  // An empty id counts as absent.
  const id = holder[name] || (generate && generate());
  builder.safe = !!id;
  if (id) holder[name] = id;
}

/** Sets the update mask in `holder`, unless it has one. */
function setUpdateMask({ method, values }: RequestBuilder, holder: Record<string, unknown>, resource: unknown): void {
  const { name, readOnly = [], whole = [] } = method.updateMask as UpdateMaskDescriptor;
  if (holder[name] !== undefined || !isObject(resource)) return;
  // A resource from a GET also contains output-only fields and the name that is in the path. Neither can change.
  const isInQuery = (name: string): boolean => !(method.parameters?.[name] ?? { in: 'path' }).in;
  const fixed = Object.keys(resource).filter((key) => values[key] === resource[key] && !isInQuery(key));
  const paths = listPaths(resource, '', { whole, omitted: [...readOnly, ...fixed] });
  if (paths.length > 0) holder[name] = paths.join(',');
}

interface MaskRules {
  readonly whole: readonly string[];
  /** Paths that aren't part of the mask. */
  readonly omitted: readonly string[];
}

function listPaths(message: Members, prefix: string, rules: MaskRules): string[] {
  return Object.entries(message).flatMap(([name, value]) => {
    const path = prefix + name;
    if (value === undefined || rules.omitted.includes(path)) return [];
    const isEmpty = isObject(value) && Object.values(value).every((member) => member === undefined);
    return !isObject(value) || isEmpty || rules.whole.includes(path) ? [path] : listPaths(value, `${path}.`, rules);
  });
}

/** Returns a version 4 UUID. Pages loaded over plain HTTP have no `crypto.randomUUID`. */
function randomUuid(): string {
  const random = crypto.getRandomValues(new Uint8Array(36));
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, (_, at: number) => ((random[at] as number) & 15).toString(16));
}
