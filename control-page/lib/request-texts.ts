/** A request of the journal as a curl command, and as TypeScript. */
import type { IndexedEntry } from '../../mock/types/control.js';
import type { MethodWithRules } from './apis.js';
import { basePath, defaultSession, session } from './location.js';
import type { ApiCall } from './requests.js';

/** Headers that a client sets on its own, or that belong to one connection. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|accept|accept-encoding|accept-language|user-agent|origin|referer|cookie|keep-alive|te|upgrade|x-mock-session|sec-.*|proxy-.*|x-forwarded-.*|forwarded|via|priority|cache-control|pragma|traceparent|tracestate)$/;
const hiddenValue = '[hidden]';

function listHeaders({ request }: IndexedEntry): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(request.headers).filter(([name, value]) => !ownHeaders.test(name) && value !== hiddenValue));
}

/** The header that selects the session, if it isn't the default one. */
const getSessionHeader = (): Readonly<Record<string, string>> =>
  session.value === defaultSession ? {} : { 'x-mock-session': session.value };

/** The body as text. Undefined without one. */
function toBodyText({ request: { body } }: IndexedEntry): string | undefined {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}

/** The call that sends the request again. */
export function toApiCall(entry: IndexedEntry): ApiCall {
  return { method: entry.method, path: entry.path, headers: listHeaders(entry), body: toBodyText(entry) };
}

const rootUrl = `${location.origin}${basePath}`;
const quoteForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

export function toCurl(entry: IndexedEntry): string {
  const body = toBodyText(entry);
  return [
    `curl${entry.method === 'GET' ? '' : ` -X ${entry.method}`} ${quoteForShell(`${rootUrl}${entry.path}`)}`,
    ...Object.entries({ ...listHeaders(entry), ...getSessionHeader() }).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    // Unlike -d, a body that begins with @ names no file.
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ].join(' \\\n  ');
}

function toLiteral(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => toLiteral(item, inner))
    : Object.entries(value).map(([name, item]) => `${toPropertyName(name)}: ${toLiteral(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}

const identifier = /^[A-Za-z_$][\w$]*$/;

/** A computed name keeps `__proto__` a plain member. */
function toPropertyName(name: string): string {
  return name === '__proto__' ? `['__proto__']` : identifier.test(name) ? name : JSON.stringify(name);
}

/** A call of the generated client, or of `fetch` if no method matched. */
export function toTypeScript(entry: IndexedEntry, method: MethodWithRules | undefined): string {
  const { parameters } = entry;
  if (!method || !parameters) return toFetch(entry);
  const { api, version, collections, name } = method;
  const token = /^Bearer (\S+)$/i.exec(listHeaders(entry)['authorization'] ?? '')?.[1];
  const options = {
    rootUrl,
    ...(token !== undefined && { auth: token }),
    ...(session.value !== defaultSession && { headers: getSessionHeader() }),
  };
  const { body } = entry.request;
  const path = [...collections, name].map((part) => (identifier.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`)).join('');
  return `import { createClient } from ${JSON.stringify(`@discogen/${api}-${version}`)};

const client = createClient(${toLiteral(options)});
const response = await client${path}(${toLiteral({ ...parameters, ...(body !== undefined && { requestBody: body }) })});
`;
}

function toFetch(entry: IndexedEntry): string {
  const body = toBodyText(entry);
  const headers = { ...listHeaders(entry), ...getSessionHeader() };
  const init = { method: entry.method, headers, ...(body !== undefined && { body }) };
  return `const response = await fetch(${JSON.stringify(`${rootUrl}${entry.path}`)}, ${toLiteral(init)});\n`;
}
