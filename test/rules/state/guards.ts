/**
 * Some rules are enforced twice: by themselves and by another rule or convention. To test one, these functions remove the other from the
 * behavior data. Rules about changes are tested with a method that changes the resource.
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

/** Disables the compiled validator of a resource, so that only the mock's rules apply. */
export function withoutValidator(resource: ResourceBehavior): Adjust {
  return atResource(resource, ({ validate: _, ...rest }) => rest);
}

/** Also disables request validation, because the tested request need not be complete. */
export function withoutValidationOf(resource: ResourceBehavior): Adjust {
  return all(
    withoutValidator(resource),
    withoutRules(resource, (rule) => rule.kind === 'service' && rule.module === 'dns/record-data'),
    withoutValidations(resource),
  );
}

/** Removes the validations of a resource. */
export function withoutValidations(resource: ResourceBehavior): Adjust {
  return atResource(resource, ({ validations: _, ...rest }) => rest);
}

/** Removes other rules of the resource. */
export function withoutRules(resource: ResourceBehavior, isOther: (rule: SchemaRule) => boolean): Adjust {
  return atResource(resource, (one) => ({ ...one, rules: (one.rules ?? []).filter((rule) => !isOther(rule)) }));
}

/** Removes everything about a field except its rules. */
export function withoutFormat(resource: ResourceBehavior, name: string): Adjust {
  return atResource(resource, (one) => {
    const { format: _, ...field } = one.fields?.[name] ?? ({} as FieldBehavior);
    return { ...one, fields: { ...one.fields, [name]: field } };
  });
}

/** Adds a plain patch method for the resource, replacing the specified one. */
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
