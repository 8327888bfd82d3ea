/** Runs a service module of the user, and describes what it implements, so that its names can be checked. */
import { describeValue } from '../../runtime/error-text.js';
import type { ServiceContent } from '../config/generate-options.js';
import { findNearest } from '../lib/suggest.js';

/** The members of a module with what they must be. */
const members = {
  api: 'a string',
  handlers: 'an object of functions',
  parameters: 'an object of objects',
  checks: 'an object of functions',
  complete: 'an object of functions',
  render: 'an object of functions',
  aliases: 'an object of functions',
  routes: 'a list of { method, path, respond }',
} as const;

type Member = keyof typeof members;

/** Loads the text of a bundled module. Returns what is wrong with it, or which methods, parameters, and resources it names. */
export async function describeService(text: string): Promise<ServiceContent | { readonly problem: string }> {
  let definition: unknown;
  try {
    const address = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
    ({ default: definition } = (await import(address)) as { readonly default: unknown });
  } catch (error) {
    return { problem: `it can't be loaded: ${error instanceof Error ? error.message : String(error)}` };
  }
  return readDefinition(definition);
}

function readDefinition(definition: unknown): ServiceContent | { readonly problem: string } {
  if (!isRecord(definition)) return { problem: `the default export must be an object (received ${describeValue(definition)})` };
  const names = Object.keys(members) as Member[];
  for (const name of Object.keys(definition)) {
    if (names.includes(name as Member)) continue;
    const suggestion = findNearest(name, names);
    return { problem: `unknown member "${name}"${suggestion === undefined ? '' : `; did you mean "${suggestion}"?`}` };
  }
  for (const name of names) {
    const value = definition[name];
    if (value === undefined ? name === 'api' : !isValidMember(name, value))
      return { problem: `${name} must be ${members[name]} (received ${describeValue(value)})` };
  }
  const {
    api,
    handlers = {},
    parameters = {},
    checks = {},
    complete = {},
    render = {},
    aliases = {},
  } = definition as unknown as DefinitionShape;
  const isTemplate = (name: string): boolean => name.startsWith('/');
  return {
    api,
    methods: [
      ...new Set([...Object.keys(handlers), ...Object.keys(parameters), ...Object.keys(checks).filter((name) => !isTemplate(name))]),
    ],
    parameters: Object.fromEntries(Object.entries(parameters).map(([id, own]) => [id, Object.keys(own)])),
    resources: [
      ...new Set([...Object.keys(checks).filter(isTemplate), ...Object.keys(complete), ...Object.keys(render), ...Object.keys(aliases)]),
    ],
  };
}

interface DefinitionShape {
  readonly api: string;
  readonly handlers?: object;
  readonly parameters?: Readonly<Record<string, object>>;
  readonly checks?: object;
  readonly complete?: object;
  readonly render?: object;
  readonly aliases?: object;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFunction = (value: unknown): boolean => typeof value === 'function';

function isValidMember(name: Member, value: unknown): boolean {
  if (name === 'api') return typeof value === 'string';
  if (name === 'routes') return Array.isArray(value) && value.every(isRoute);
  if (!isRecord(value)) return false;
  if (name !== 'parameters') return Object.values(value).every(isFunction);
  return Object.values(value).every((own) => isRecord(own) && Object.values(own).every((each) => each === true || isFunction(each)));
}

function isRoute(route: unknown): boolean {
  if (!isRecord(route)) return false;
  const { method, path, access, respond } = route;
  const isPath = typeof path === 'string' && path.startsWith('/');
  return typeof method === 'string' && isPath && (access === undefined || access === 'public') && isFunction(respond);
}
