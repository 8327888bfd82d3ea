/** The rule of service modules: behavior that is particular to one service. */
import { isObject } from '../lib/json.js';
import type { ServiceRule } from '../../templates/runtime/service-rules.js';
import type { RuleDefinition } from './definition.js';
import type { JsonSchema } from './json-schema.js';
import * as parameter from './parameters.js';
import { formatAll, formatAny, formatCode } from './prose.js';

type ModuleName = ServiceRule['module'];
type OptionsOf<M extends ModuleName> = Extract<ServiceRule, { readonly module: M }>['options'];

interface ModuleDefinition<M extends ModuleName> {
  readonly description: string;
  readonly options: { readonly [O in keyof OptionsOf<M>]: parameter.RequiredParameter };
  describe(options: OptionsOf<M>): string;
}

const modules: { readonly [M in ModuleName]: ModuleDefinition<M> } = {
  'dns/record-data': {
    description: 'The lists `data` contain DNS records of the type in `type`, in presentation format.',
    options: {
      type: parameter.field('The field with the record type.', { kind: 'string' }),
      data: parameter.fields('The lists of record data.', { kind: 'list' }),
    },
    describe: ({ type, data }) =>
      `${formatAll(data)} must contain data of the record type in ${formatCode(type)}, in presentation format (RFC 1035).`,
  },
  'dns/dnssec-key': {
    description: 'The server generates a DNSSEC key, and computes its tag and digests (RFC 4034).',
    options: {
      owner: parameter.field('The field of the parent resource with the domain name.', { in: 'parent' }),
      type: parameter.field('The field with the use of the key: `keySigning` or `zoneSigning`.'),
      algorithm: parameter.field('The field with the algorithm.'),
      keyLength: parameter.field('The field with the length in bits.'),
      publicKey: parameter.field('The field with the public key.'),
      keyTag: parameter.field('The field with the tag.'),
      digests: parameter.field('The list of digests.'),
    },
    describe: ({ owner, publicKey, keyTag, digests }) =>
      `The server generates ${formatCode(publicKey)}, and computes ${formatAll([keyTag, digests])} for the ${formatCode(owner)} of the parent resource (RFC 4034).`,
  },
  'compute/certificate-details': {
    description: 'The server reads the expiration time and the subject alternative names from a PEM-encoded certificate.',
    options: {
      certificates: parameter.fields('The fields that can contain the certificate. The server reads the first one that does.'),
      expires: parameter.field('The field with the expiration time.', { kind: 'string' }),
      names: parameter.field('The list of names.', { kind: 'list' }),
    },
    describe: ({ certificates, expires, names }) =>
      `The server sets ${formatCode(expires)} and ${formatCode(names)} from the first certificate in ${formatAny(certificates)}.`,
  },
  'errorreporting/reopen': {
    description: 'A new error event of the group changes `status` from one of the values `from` to the value `to`.',
    options: {
      status: parameter.field('The field with the status.', { kind: 'string' }),
      from: parameter.texts('The values before.'),
      to: parameter.text('The value after.'),
    },
    describe: ({ status, from, to }) =>
      `A new event of the group changes ${formatCode(status)} from ${formatAny(from)} to ${formatCode(to)}.`,
  },
};

interface ModuleOptions {
  readonly description: string;
  readonly options: parameter.Parameters;
}

/** Creates the parameters `module` and `options`, and the conditions on the options of each module. */
export function createModuleParameters(definitions: Readonly<Record<string, ModuleOptions>>): {
  readonly parameters: { readonly module: parameter.RequiredParameter; readonly options: parameter.RequiredParameter };
  readonly allOf: readonly JsonSchema[];
} {
  const names = Object.keys(definitions);
  return {
    parameters: {
      module: parameter.oneOf('The service module.', names),
      options: {
        schema: { type: 'object', description: 'The options of the module.' },
        listUses: (options, { owner, pointer }) => {
          const definition = definitions[names.find((known) => known === owner['module']) ?? ''];
          return definition === undefined || !isObject(options) ? [] : parameter.listUses(definition.options, options, { pointer });
        },
      },
    },
    allOf: Object.entries(definitions).map(([name, { description, options }]) => ({
      if: { properties: { module: { const: name } }, required: ['module'] },
      then: { properties: { options: parameter.object(description, options).schema } },
    })),
  };
}

export const service: RuleDefinition<'service'> = {
  description:
    'Behavior that is particular to one service. The service module `module` implements it. `options` names the fields that it uses.',
  category: 'describes',
  ...createModuleParameters(modules),
  // The table's type pairs each module with the options of its rules.
  describe: ({ module, options }) => (modules[module] as ModuleDefinition<ModuleName>).describe(options as never),
};
