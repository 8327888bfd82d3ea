/** Reads the configs beside protobuf definitions: which services an address has, and their HTTP bindings. */
import { getList, getMember, getText, type Json, type JsonObject, isObject } from '../lib/json.js';
import { createLocator } from '../read/locator.js';
import { readYamlDocument } from '../read/read-yaml.js';
import type { ProtoLibrary } from './proto-library.js';

export interface ServiceConfig {
  /** The full names of the services at the address, shared ones included. */
  readonly services: ReadonlySet<string>;
  /** The HTTP bindings that the config states, by the full name of the method. */
  readonly rules: ReadonlyMap<string, readonly Json[]>;
}

const maxElements = 200_000;
const maxLevels = 50;

/** Reads the service configs of an address (`type: google.api.Service`), of all versions. */
export function readServiceConfigs(host: string, library: ProtoLibrary): ServiceConfig {
  const services = new Set<string>();
  const rules = new Map<string, readonly Json[]>();
  for (const value of library.configs.filter((path) => path.endsWith('.yaml')).flatMap((path) => readConfig(path, host, library) ?? [])) {
    for (const api of getList(value, 'apis')) services.add(getText(api, 'name') ?? '');
    for (const rule of getList(getMember(value, 'http') ?? null, 'rules')) {
      const selector = getText(rule, 'selector');
      if (selector !== undefined) rules.set(selector, [...(rules.get(selector) ?? []), rule]);
    }
  }
  return { services, rules };
}

function readConfig(path: string, host: string, library: ProtoLibrary): JsonObject | undefined {
  const text = library.readText(path);
  if (text === undefined || !/^type: google\.api\.Service\b/m.test(text) || /^name: (\S+)/m.exec(text)?.[1] !== host) return undefined;
  const { document } = readYamlDocument({ path, text, depth: maxLevels, elements: maxElements, locate: createLocator(path, text) });
  return isObject(document?.value) ? document.value : undefined;
}
