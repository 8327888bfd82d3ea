/** Formats requests for people: as curl, and as a call of the client. */
import { matchPath } from '../../../runtime/paths/match.js';
import { toDataLiteral, toPropertyAccess } from '../../../generator/lib/literals.js';
import { parseJson, type Json } from '../../../generator/lib/json.js';
import type { Method } from '../../../generator/model/model.js';
import type { Refutation } from '../run-scenario.js';
import type { HttpCall } from '../scenario.js';
import type { TargetCall } from '../target.js';

/** Formats a request as a command for POSIX shells. */
export function formatCurl({ method, path, headers, body }: TargetCall, origin: string): string {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoteShell(`${origin}${path}`),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [typeof body === 'string' ? `-d ${quoteShell(body)}` : '--data-binary @FILE']),
  ];
  return `curl ${options.join(' ')}`;
}

const quoteShell = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Formats the request that refutes a rule: as a command, and as a call of the client if it is one. */
export const formatRefuting = ({ call, method }: Refutation, origin: string): readonly string[] => [
  formatCurl(call, origin),
  ...(method === undefined ? [] : [formatClientCall(call, method)]),
];

/** Formats a request as a call of the generated client. */
export function formatClientCall(
  { path, body }: HttpCall,
  { collections, name, route }: Pick<Method, 'collections' | 'name' | 'route'>,
): string {
  const [address = '', search = ''] = path.split(/\?(.*)/s);
  const parameters: Record<string, Json> = { ...matchPath(route, address) };
  for (const [key, value] of new URLSearchParams(search)) parameters[key] = value;
  const content = body === undefined ? undefined : (parseJson(body) ?? body);
  const values = content === undefined ? parameters : { ...parameters, requestBody: content };
  const access = [...collections, name].map(toPropertyAccess).join('');
  return `await client${access}(${Object.keys(values).length === 0 ? '' : toDataLiteral(values)});`;
}
