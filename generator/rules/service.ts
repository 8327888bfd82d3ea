import type { ServiceRule } from '../../templates/runtime/service-rules.js';
import type { FieldKind, FieldPlace, FieldUse, RuleKindDefinition } from './definition.js';
import {
  enumSchema,
  fieldPathSchema,
  fieldPathsSchema,
  objectSchema,
  textSchema,
  textsSchema,
  type JsonSchema,
} from './parameter-schemas.js';
import { formatAll, formatAny, formatCode } from './rule-prose.js';

type ModuleName = ServiceRule['module'];
type OptionsOf<M extends ModuleName> = Extract<ServiceRule, { readonly module: M }>['options'];

interface Option {
  readonly schema: JsonSchema;
  /** How the option uses the field or fields that it names. Absent if the option is a value. */
  readonly field?: { readonly in?: FieldPlace; readonly kind?: FieldKind };
}

interface ModuleDefinition<M extends ModuleName> {
  readonly description: string;
  readonly options: { readonly [O in keyof OptionsOf<M>]: Option };
  describe(options: OptionsOf<M>): string;
}

const createFieldOption = (description: string, use: Option['field'] = {}): Option => ({
  schema: fieldPathSchema(description),
  field: use,
});
const createFieldsOption = (description: string, use: Option['field'] = {}): Option => ({
  schema: fieldPathsSchema(description),
  field: use,
});

const modules: { readonly [M in ModuleName]: ModuleDefinition<M> } = {
  'dns/record-data': {
    description: 'The lists `data` contain DNS records of the type in `type`, in presentation format.',
    options: {
      type: createFieldOption('The field with the record type.', { kind: 'string' }),
      data: createFieldsOption('The lists of record data.', { kind: 'list' }),
    },
    describe: ({ type, data }) =>
      `${formatAll(data)} must contain data of the record type in ${formatCode(type)}, in presentation format (RFC 1035).`,
  },
  'dns/dnssec-key': {
    description: 'The server generates a DNSSEC key, and computes its tag and digests (RFC 4034).',
    options: {
      owner: createFieldOption('The field of the parent resource with the domain name.', { in: 'parent' }),
      type: createFieldOption('The field with the use of the key: `keySigning` or `zoneSigning`.'),
      algorithm: createFieldOption('The field with the algorithm.'),
      keyLength: createFieldOption('The field with the length in bits.'),
      publicKey: createFieldOption('The field with the public key.'),
      keyTag: createFieldOption('The field with the tag.'),
      digests: createFieldOption('The list of digests.'),
    },
    describe: ({ owner, publicKey, keyTag, digests }) =>
      `The server generates ${formatCode(publicKey)}, and computes ${formatAll([keyTag, digests])} for the ${formatCode(owner)} of the parent resource (RFC 4034).`,
  },
  'compute/certificate-details': {
    description: 'The server reads the expiration time and the subject alternative names from a PEM-encoded certificate.',
    options: {
      certificates: createFieldsOption('The fields that can contain the certificate. The server reads the first one that does.'),
      expires: createFieldOption('The field with the expiration time.', { kind: 'string' }),
      names: createFieldOption('The list of names.', { kind: 'list' }),
    },
    describe: ({ certificates, expires, names }) =>
      `The server sets ${formatCode(expires)} and ${formatCode(names)} from the first certificate in ${formatAny(certificates)}.`,
  },
  'errorreporting/reopen': {
    description: 'A new error event of the group changes `status` from one of the values `from` to the value `to`.',
    options: {
      status: createFieldOption('The field with the status.', { kind: 'string' }),
      from: { schema: textsSchema('The values before.') },
      to: { schema: textSchema('The value after.') },
    },
    describe: ({ status, from, to }) =>
      `A new event of the group changes ${formatCode(status)} from ${formatAny(from)} to ${formatCode(to)}.`,
  },
};

const names = Object.keys(modules) as ModuleName[];

export const service: RuleKindDefinition<'service'> = {
  kind: 'service',
  on: 'schema',
  description:
    'Behavior that is particular to one service. The service module `module` implements it. `options` names the fields that it uses.',
  schema: {
    properties: {
      module: enumSchema('The service module.', names),
      options: { type: 'object', description: 'The options of the module.' },
    },
    optional: {},
    allOf: names.map((name) => ({
      if: { properties: { module: { const: name } }, required: ['module'] },
      then: { properties: { options: createOptionsSchema(name) } },
    })),
  },
  listFields: (rule) =>
    Object.entries<Option>(modules[rule.module].options).flatMap(([name, option]) => listOptionFields(rule, name, option)),
  // The table's type pairs each module with the options of its rules.
  describe: ({ module, options }) => (modules[module] as ModuleDefinition<ModuleName>).describe(options as never),
};

function createOptionsSchema(name: ModuleName): JsonSchema {
  const { description, options } = modules[name];
  return objectSchema(description, Object.fromEntries(Object.entries<Option>(options).map(([option, { schema }]) => [option, schema])));
}

/** Options of the wrong type name no fields. */
function listOptionFields({ options }: ServiceRule, name: string, { field: use }: Option): readonly FieldUse[] {
  const value: unknown = Object.hasOwn(options, name) ? (options as Readonly<Record<string, unknown>>)[name] : undefined;
  if (use === undefined) return [];
  if (typeof value === 'string') return [{ in: 'self', ...use, path: value, pointer: ['options', name] }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((path: unknown, i) =>
    typeof path === 'string' ? [{ in: 'self', ...use, path, pointer: ['options', name, i] }] : [],
  );
}
