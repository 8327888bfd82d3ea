/** What is done to the calls of some methods alone: the generator names it where a method has need of it. */
import type { UpdateMaskDescriptor } from '../descriptor.js';
import { validatePathParameters } from '../path-template.js';
import { redactedValues } from './redaction.js';
import type { RequestBuilder } from './client-types.js';

type Values = Readonly<Record<string, unknown>>;

/** Refuses what has not the form that the path asks for. */
export function validatePathValues({ method, values }: RequestBuilder): void {
  validatePathParameters(method.path, values, method.id);
}

/** Puts a request id in where none was given. With one a call may be repeated. */
export function addRequestId(draft: RequestBuilder): void {
  identify(draft, draft.values);
}

/** The same where the body takes it. */
export function addRequestIdToBody(draft: RequestBuilder): void {
  const body = { ...(draft.values['requestBody'] as Values | undefined) };
  identify(draft, body);
  if (draft.safe) draft.values['requestBody'] = body;
}

/** Works out the mask of an update from the fields of the resource that is sent where none was given: paths to the values, lists and maps whole. */
export function addUpdateMask(draft: RequestBuilder): void {
  mask(draft, draft.values, draft.values['requestBody']);
}

/** The same where the body holds both, the mask and the resource. */
export function addUpdateMaskToBody(draft: RequestBuilder): void {
  const { method, values } = draft;
  const body = values['requestBody'];
  if (!isMessage(body)) return;
  const changed = (values['requestBody'] = { ...body });
  mask(draft, changed, body[method.updateMask?.of as string]);
}

/** Notes what stands in secret fields of the body, so that no error shows it, should the service repeat it, at once or in the operation's end. */
export function collectSecrets(draft: RequestBuilder): void {
  const { method, transport } = draft;
  const secrets: string[] = (draft.secrets = []);
  draft.replacer = (name, value) => {
    // Also as JSON writes it, and line by line: a message may show a part.
    if (typeof value === 'string' && method.secrets?.includes(name)) {
      secrets.push(value, JSON.stringify(value).slice(1, -1), ...value.split(/\s*\n/));
      secrets.sort((a, b) => b.length - a.length);
    }
    return value;
  };
  draft.transport = {
    ...transport,
    async send(request, options) {
      const response = await transport.send(request, options);
      if (Object(response.body) === response.body) redactedValues.set(response.body as object, secrets);
      return response;
    },
  };
}

/** Makes the id, unless the holder has one, and puts it there. */
function identify(draft: RequestBuilder, holder: Record<string, unknown>): void {
  const { method, options, shared } = draft;
  const { requestId: name = '' } = method;
  const make = options.requestId ?? shared.requestId ?? randomUuid;
  // An empty one is none.
  const id = holder[name] || (make && make());
  draft.safe = !!id;
  if (id) holder[name] = id;
}

/** Works the mask out, unless the holder has one, and puts it there. */
function mask({ method, values }: RequestBuilder, holder: Record<string, unknown>, resource: unknown): void {
  const { name, readOnly = [], whole = [] } = method.updateMask as UpdateMaskDescriptor;
  if (holder[name] !== undefined || !isMessage(resource)) return;
  // A resource that was read holds what only the server sets, and the name that the path says, too.
  const fixed = Object.keys(resource).filter((key) => values[key] === resource[key] && method.query?.[key] === undefined);
  const paths = pathsOf(resource, '', { whole, left: [...readOnly, ...fixed] });
  if (paths.length > 0) holder[name] = paths.join(',');
}

interface Known {
  readonly whole: readonly string[];
  /** What is left out. */
  readonly left: readonly string[];
}

function pathsOf(message: Values, prefix: string, known: Known): string[] {
  return Object.entries(message).flatMap(([name, value]) => {
    const path = prefix + name;
    if (value === undefined || known.left.includes(path)) return [];
    const isEmpty = isMessage(value) && Object.values(value).every((member) => member === undefined);
    return !isMessage(value) || isEmpty || known.whole.includes(path) ? [path] : pathsOf(value, `${path}.`, known);
  });
}

function isMessage(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Version 4. `crypto.randomUUID` is missing in pages that came over plain HTTP. */
function randomUuid(): string {
  const random = crypto.getRandomValues(new Uint8Array(36));
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, (_, at: number) => ((random[at] as number) & 15).toString(16));
}
