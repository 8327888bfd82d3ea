/** Finds the protobuf methods of the methods of an API, by the HTTP bindings that both state. */
import { compareText } from '../lib/diagnostics.js';
import { getMember, getText, isObject, type Json } from '../lib/json.js';
import type { Api, Method } from '../model/model.js';
import { toPathKey } from '../../runtime/paths/shape.js';
import { getOptions, type ProtoMethod, type ProtoService } from './proto-file.js';
import type { Declared } from './proto-library.js';

/** How a method maps to HTTP (`google.api.HttpRule`). */
export interface HttpBinding {
  readonly httpMethod: string;
  readonly path: string;
  /** The field with the request body: `*` for all fields that aren't in the path. */
  readonly body?: string;
  /** The field with the response body. */
  readonly responseBody?: string;
}

export interface MethodMatch {
  readonly method: Method;
  readonly service: Declared<ProtoService>;
  readonly rpc: ProtoMethod;
  readonly binding: HttpBinding;
}

/**
 * Matches methods by their HTTP method and the shape of their path. Of several definitions, the first one counts, those of the API's own
 * services before those that it shares with others.
 *
 * @param rules The bindings that service configs state in addition, by the full name of the method.
 */
export function matchMethods(
  { methods }: Pick<Api, 'methods'>,
  services: readonly Declared<ProtoService>[],
  rules: ReadonlyMap<string, readonly Json[]>,
): readonly MethodMatch[] {
  const found = new Map<string, Omit<MethodMatch, 'method'>>();
  for (const service of services)
    for (const rpc of service.value.methods)
      for (const binding of listAllBindings(rpc, rules.get(`${service.value.name}.${rpc.name}`))) {
        const key = toKey(binding.httpMethod, binding.path);
        if (key !== undefined && !found.has(key)) found.set(key, { service, rpc, binding });
      }
  return methods.flatMap((method) => {
    const key = toKey(method.httpMethod, method.route);
    const match = key === undefined ? undefined : found.get(key);
    return match === undefined ? [] : [{ method, ...match }];
  });
}

const listAllBindings = ({ options }: ProtoMethod, stated: readonly Json[] = []): readonly HttpBinding[] =>
  [...getOptions(options, 'google.api.http'), ...stated].flatMap((rule) => listBindings(rule));

const verbs = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Lists the binding of a rule and its additional ones. */
function listBindings(rule: Json | undefined, depth = 0): readonly HttpBinding[] {
  if (!isObject(rule)) return [];
  const additional = getMember(rule, 'additional_bindings');
  const others: readonly Json[] = Array.isArray(additional) ? additional : additional === undefined ? [] : [additional];
  const custom = getMember(rule, 'custom');
  const own = verbs.flatMap((verb): readonly (readonly [string, string])[] => {
    const path = getText(rule, verb);
    return path === undefined ? [] : [[verb, path]];
  });
  const kind = getText(custom, 'kind');
  const path = getText(custom, 'path');
  const all = kind !== undefined && path !== undefined ? [...own, [kind, path] as const] : own;
  const [body, responseBody] = [getText(rule, 'body'), getText(rule, 'response_body')];
  return [
    ...all.map(([verb, template]) => ({
      httpMethod: verb.toUpperCase(),
      path: template,
      ...(body !== undefined && body !== '' && { body }),
      ...(responseBody !== undefined && responseBody !== '' && { responseBody }),
    })),
    ...(depth > 0 ? [] : others.flatMap((other) => listBindings(other, depth + 1))),
  ];
}

/** `GET v1/projects/*\/topics/*:publish`. `undefined` for a path that isn't a template. */
function toKey(httpMethod: string, path: string): string | undefined {
  try {
    return `${httpMethod} ${toPathKey(path)}`;
  } catch {
    return undefined;
  }
}

/** Sorts services by whether they belong to the API, then by name. */
export const sortServices = (
  services: readonly Declared<ProtoService>[],
  isOwn: (service: ProtoService) => boolean,
): readonly Declared<ProtoService>[] =>
  [...services].sort((a, b) => Number(isOwn(b.value)) - Number(isOwn(a.value)) || compareText(a.value.name, b.value.name));
