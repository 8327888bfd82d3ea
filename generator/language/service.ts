/** The rule of service modules: behavior that is particular to one service. */
import { isObject } from '../lib/json.js';
import type { ServiceRule } from '../../runtime/service-rules.js';
import type { RuleDefinition } from './definition.js';
import type { JsonSchema } from './json-schema.js';
import * as parameter from './parameters.js';
import { formatAll, formatAny, formatCode, formatCondition } from './prose.js';

type RuleModuleName = ServiceRule['module'];
type OptionsOf<M extends RuleModuleName> = Extract<ServiceRule, { readonly module: M }>['options'];

interface ModuleDefinition<M extends RuleModuleName> {
  readonly description: string;
  readonly options: { readonly [O in keyof OptionsOf<M>]: parameter.RequiredParameter };
  describe(options: OptionsOf<M>): string;
}

export const ruleModules: { readonly [M in RuleModuleName]: ModuleDefinition<M> } = {
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
  'compute/active-standby': {
    description:
      'At most one resource of a group has the `active` role. Setting a `standby` resource to `active` swaps the roles of the two resources, and the formerly active resource drains.',
    options: {
      field: parameter.field('The field with the role.', { comparedWith: ['active', 'standby'] }),
      active: parameter.text('The value of the active resource.'),
      standby: parameter.text('The value of a standby resource.'),
      group: parameter.fields('The fields that have equal values in all resources of a group.'),
      when: parameter.condition('The resources that the rule applies to.'),
      drain: parameter.object('How the formerly active resource drains.', {
        field: parameter.field('The field with the draining state.', { comparedWith: ['during', 'after'] }),
        during: parameter.text('The value while the resource drains.'),
        after: parameter.text('The value after the resource drained.'),
        parameter: parameter.query('The query parameter with the maximum time in seconds.', 'anyParameters'),
        when: parameter.condition('When the parameter applies. Otherwise, draining takes no time.'),
      }),
    },
    describe({ field: role, active, standby, group, when, drain }) {
      return (
        `If ${formatCondition(when)}, at most one of the resources with the same ${formatAll(group)} has the ${formatCode(role)} ${formatCode(active)}. ` +
        `Setting the ${formatCode(role)} of a ${formatCode(standby)} resource to ${formatCode(active)} swaps the roles of the two resources. ` +
        `The ${formatCode(drain.field)} of the formerly ${formatCode(active)} resource is ${formatCode(drain.during)} while its connections drain, and ${formatCode(drain.after)} afterwards. ` +
        `Draining takes up to ${formatCode(drain.parameter)} seconds if ${formatCondition(drain.when)}, and no time otherwise.`
      );
    },
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
      module: parameter.choice('The service module.', names),
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
  ...createModuleParameters(ruleModules),
  // The table's type pairs each module with the options of its rules.
  describe: ({ module, options }) => (ruleModules[module] as ModuleDefinition<RuleModuleName>).describe(options as never),
};
