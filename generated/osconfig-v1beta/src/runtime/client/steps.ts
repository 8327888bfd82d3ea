/** What is done to the calls of some methods alone: the generator names it where a method has need of it. */
import { secretsBehind } from './secrets.js';
import type { Draft } from './types.js';

type Values = Readonly<Record<string, unknown>>;

/** Puts a request id in where none was given. With one a call may be repeated. */
export function withRequestId(draft: Draft): void {
  const { method, values, options, shared } = draft;
  const make = options.requestId ?? shared.requestId ?? randomUuid;
  const { requestId: name = '', requestIdIn } = method;
  const holder = (requestIdIn ? (values['requestBody'] ?? {}) : values) as Values;
  const id = holder[name] ?? (make && make());
  draft.safe = id !== false;
  if (draft.safe) Object.assign(values, requestIdIn ? { requestBody: { ...holder, [name]: id } } : { [name]: id });
}

/** Puts the token of a page where it belongs, the body. */
export function withPageTokenInBody({ method, values }: Draft): void {
  const name = method.list?.pageToken ?? 'pageToken';
  const { [name]: token } = values;
  if (token === undefined) return;
  delete values[name];
  values['requestBody'] = { ...(values['requestBody'] as Values | undefined), [name]: token };
}

/** Works out the mask of an update from the fields of the resource that is sent where none was given: paths to the values, lists and maps whole. */
export function withUpdateMask({ method, values }: Draft): void {
  const { name, of, readOnly = [], whole = [] } = method.updateMask ?? { name: '' };
  const body = values['requestBody'];
  if (name === '' || !isMessage(body)) return;
  const [holder, resource] = of === undefined ? [values, body] : [body, body[of]];
  if (holder[name] !== undefined || !isMessage(resource)) return;
  // A resource that was read holds what only the server sets, and the name that the path says, too.
  const fixed = Object.keys(resource).filter((key) => values[key] === resource[key] && method.query?.[key] === undefined);
  const paths = pathsOf(resource, '', { whole, left: [...readOnly, ...fixed] });
  if (paths.length === 0) return;
  const mask = { [name]: paths.join(',') };
  Object.assign(values, of === undefined ? mask : { requestBody: { ...body, ...mask } });
}

/** Notes what stands in secret fields of the body, so that no error shows it, should the service repeat it, at once or in the operation's end. */
export function withSecrets(draft: Draft): void {
  const { method, transport, values } = draft;
  const secrets: string[] = (draft.secrets = []);
  const note = (value: unknown, secret: boolean): void => {
    if (Object(value) === value) {
      for (const [name, member] of Object.entries(value as object)) note(member, secret || method.secrets?.includes(name) === true);
    } else if (secret && typeof value === 'string') {
      // Also as JSON writes it, and line by line: a message may show a part.
      for (const part of [value, JSON.stringify(value).slice(1, -1), ...value.split(/\s*\n/)]) if (part.length > 3) secrets.push(part);
    }
  };
  note(values['requestBody'], false);
  secrets.sort((a, b) => b.length - a.length);
  draft.transport = {
    ...transport,
    async send(request, options) {
      const response = await transport.send(request, options);
      if (Object(response.body) === response.body) secretsBehind.set(response.body as object, secrets);
      return response;
    },
  };
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
    return !isMessage(value) || Object.keys(value).length === 0 || known.whole.includes(path) ? [path] : pathsOf(value, `${path}.`, known);
  });
}

function isMessage(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `crypto.randomUUID` is missing in pages that came over plain HTTP. */
function randomUuid(): string {
  const text = crypto.getRandomValues(new Uint8Array(16)).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '');
  return text.replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
}
