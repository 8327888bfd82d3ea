/** The rule of service modules: behavior that is particular to one service. The manifests of the modules define its options. */
import { getAt, isObject, type JsonObject } from '../lib/json.js';
import type { Condition } from '../../runtime/rule.js';
import type { ServiceRule } from '../../runtime/services.js';
import { serviceManifests } from '../../services/index.js';
import type { OptionManifest, OptionManifests, RuleManifest, ServiceManifest } from '../../services/manifest.js';
import type { RuleDefinition } from './definition.js';
import * as schema from './json-schema.js';
import * as parameter from './parameters.js';
import { formatAll, formatAny, formatCode, formatCondition } from './prose.js';

/** The names of the built-in service modules, sorted. The runtime has an entry point for each. */
export const serviceNames: readonly string[] = Object.keys(serviceManifests).sort();

/** Returns the built-in service module of a published document, if there is one. */
export function findDocumentService(name: string, version: string, rootUrl: string | undefined): string | undefined {
  const host = rootUrl !== undefined && URL.canParse(rootUrl) ? new URL(rootUrl).host : undefined;
  return serviceNames.find((service) => {
    const document = serviceManifests[service]?.document;
    return document?.name === name && document.version === version && document.host === host;
  });
}

/** Lists the npm packages whose code is part of built-in service modules, sorted. Default: of all modules. */
export function listServiceLibraries(services: readonly string[] = serviceNames): readonly string[] {
  return [...new Set(services.flatMap((service) => serviceManifests[service]?.libraries ?? []))].sort();
}

/** Returns the service of a rule or an action, whose full name begins with it. */
export const getServiceName = (fullName: string): string => fullName.slice(0, fullName.indexOf('/'));

/** Collects the rules or the actions of all services by their full names: `service/name`. */
export function collectManifests<Entry>(
  list: (manifest: ServiceManifest) => Readonly<Record<string, Entry>> | undefined,
): ReadonlyMap<string, Entry> {
  const services = Object.entries(serviceManifests);
  return new Map(
    services.flatMap(([service, manifest]) =>
      Object.entries(list(manifest) ?? {}).map(([name, entry]) => [`${service}/${name}`, entry] as const),
    ),
  );
}

/** The rules of all services. */
export const ruleManifests: ReadonlyMap<string, RuleManifest> = collectManifests(({ rules }) => rules);

/** Returns the function that checks a rule in a single object, if any. */
export function findRuleValidator({ module }: Pick<ServiceRule, 'module'>): string | undefined {
  return ruleManifests.get(module)?.validator;
}

/** The entry points of the runtime by the functions that check rules. */
export const ruleValidators: ReadonlyMap<string, string> = new Map(
  [...ruleManifests].flatMap(([name, { validator }]) =>
    validator === undefined ? [] : [[validator, `${getServiceName(name)}-validate`] as const],
  ),
);

export function createOptionParameters(options: OptionManifests): parameter.Parameters {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, createOptionParameter(option)]));
}

const plainOptions = {
  text: parameter.text,
  texts: parameter.texts,
  condition: parameter.condition,
  pathTemplate: parameter.pathTemplate,
};

function createOptionParameter(option: OptionManifest): parameter.RequiredParameter {
  const { description } = option;
  switch (option.kind) {
    case 'field': {
      const { kind: _, description: __, type, ...details } = option;
      return parameter.field(description, { ...details, ...(type && { kind: type }) });
    }
    case 'fields':
      return parameter.fields(description, option.type && { kind: option.type });
    case 'query':
      return parameter.query(description, 'anyParameters');
    case 'list':
      return parameter.list(description, createOptionParameter(option.item));
    case 'object':
      return parameter.object(description, createOptionParameters(option.members));
    case 'responseFields': {
      const value = createOptionParameter(option.value);
      return parameter.map(schema.map(description, value.schema), value, { in: 'response' });
    }
    default:
      return plainOptions[option.kind](description);
  }
}

/** Creates the parameters `module` and `options`, and the conditions on the options of each rule or action. */
export function createModuleParameters(
  manifests: ReadonlyMap<string, { readonly description: string; readonly options: OptionManifests }>,
): {
  readonly parameters: { readonly module: parameter.RequiredParameter; readonly options: parameter.RequiredParameter };
  readonly allOf: readonly schema.JsonSchema[];
} {
  const definitions = [...manifests].map(
    ([name, { description, options }]) => [name, { description, options: createOptionParameters(options) }] as const,
  );
  return {
    parameters: {
      module: parameter.choice('The service module and its rule or action, as `MODULE/NAME`.', [...manifests.keys()]),
      options: {
        schema: { type: 'object', description: 'The options of the rule or action, such as the fields that it uses.' },
        listUses: (options, { owner, pointer }) => {
          const [, definition] = definitions.find(([name]) => name === owner['module']) ?? [];
          return definition === undefined || !isObject(options) ? [] : parameter.listUses(definition.options, options, { pointer });
        },
      },
    },
    allOf: definitions.map(([name, { description, options }]) => ({
      if: { properties: { module: { const: name } }, required: ['module'] },
      then: { properties: { options: parameter.object(description, options).schema } },
    })),
  };
}

/** Fills the options of a rule into its sentence. */
function describeServiceRule({ module, options }: ServiceRule): string {
  return (ruleManifests.get(module)?.sentence ?? '').replace(/\{([\w.]+)(?::(\w+))?\}/g, (_, path: string, form?: string) => {
    const value = getAt(options as JsonObject, path.split('.'));
    if (form === 'condition') return formatCondition(value as Condition);
    const names = [value ?? ''].flat().map(String);
    return form === 'and' ? formatAll(names) : form === 'or' ? formatAny(names) : formatCode(names.join(', '));
  });
}

export const service: RuleDefinition<'service'> = {
  description:
    'Behavior that is particular to one service, which a service module of discogen implements. A package contains the module only if its description names one of its rules or actions, or the module with `x-service`.',
  category: 'describes',
  ...createModuleParameters(ruleManifests),
  describe: describeServiceRule,
};
