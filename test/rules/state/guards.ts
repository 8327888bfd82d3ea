/**
 * Some rules are kept twice: by themselves, and by what another rule or a convention says. To see the one, the other is taken away from what
 * the mock knows; and a rule about changes is seen where there is a method that changes the resource.
 */
import type { ApiBehavior, FieldBehavior, MethodBehavior, ResourceBehavior } from '../../../templates/runtime/descriptor.js';
import type { SchemaRule } from '../../../templates/runtime/rule.js';

export type Adjust = (api: ApiBehavior) => ApiBehavior;

export function all(...adjusts: readonly Adjust[]): Adjust {
  return (api) => adjusts.reduce((known, adjust) => adjust(known), api);
}

function atResource({ path }: ResourceBehavior, change: (resource: ResourceBehavior) => ResourceBehavior): Adjust {
  return (api) => ({ ...api, resources: api.resources.map((one) => (one.path === path ? change(one) : one)) });
}

export function atMethod({ method: { id } }: MethodBehavior, change: (method: MethodBehavior) => MethodBehavior): Adjust {
  return (api) => ({ ...api, methods: api.methods.map((one) => (one.method.id === id ? change(one) : one)) });
}

/** A resource is judged by the mock's rules, not by what is compiled for messages. */
export function withoutValidator(resource: ResourceBehavior): Adjust {
  return atResource(resource, ({ validate: _, ...rest }) => rest);
}

const onMessages = new Set(['dnsRecordData']);

/** Neither by what is judged on a message: what is tried need not make sense as a whole. */
export function withoutValidationOf(resource: ResourceBehavior): Adjust {
  return all(
    withoutValidator(resource),
    withoutRules(resource, ({ kind }) => onMessages.has(kind)),
    withoutValidations(resource),
  );
}

/** Without the conditions that its values must meet. */
export function withoutValidations(resource: ResourceBehavior): Adjust {
  return atResource(resource, ({ validations: _, ...rest }) => rest);
}

/** Without other rules of the resource. */
export function withoutRules(resource: ResourceBehavior, isOther: (rule: SchemaRule) => boolean): Adjust {
  return atResource(resource, (one) => ({ ...one, rules: (one.rules ?? []).filter((rule) => !isOther(rule)) }));
}

/** A field of which nothing but its rules is known. */
export function withoutFormat(resource: ResourceBehavior, name: string): Adjust {
  return atResource(resource, (one) => {
    const { format: _, ...field } = one.fields?.[name] ?? ({} as FieldBehavior);
    return { ...one, fields: { ...one.fields, [name]: field } };
  });
}

/** A plain patch of the resource, in place of the one that the specification has, if it has one. */
export function withPlainPatch(resource: ResourceBehavior): Adjust {
  const { path } = resource;
  const plain: MethodBehavior = {
    method: { id: 'plain.patch', httpMethod: 'PATCH', path, body: 1 },
    action: { kind: 'patch', resource: path },
  };
  return (api) => ({
    ...api,
    methods: [
      ...api.methods.filter(({ method, action }) => method.httpMethod !== 'PATCH' || !('resource' in action && action.resource === path)),
      plain,
    ],
  });
}
