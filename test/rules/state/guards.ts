/**
 * Some rules are enforced twice: by themselves and by another rule or convention. To test one, these functions remove the other from the
 * behavior data. Rules about changes are tested with a method that changes the resource.
 */
import type { ApiBehavior, FieldBehavior, MethodBehavior, ResourceBehavior } from '../../../runtime/behavior.js';
import type { SchemaRule } from '../../../runtime/rule.js';

export type AdjustBehavior = (api: ApiBehavior) => ApiBehavior;

export function combine(...adjusts: readonly AdjustBehavior[]): AdjustBehavior {
  return (api) => adjusts.reduce((adjusted, adjust) => adjust(adjusted), api);
}

function adjustResource({ path }: ResourceBehavior, change: (resource: ResourceBehavior) => ResourceBehavior): AdjustBehavior {
  return (api) => ({ ...api, resources: api.resources.map((candidate) => (candidate.path === path ? change(candidate) : candidate)) });
}

/** Changes a field of an object type, if it has that field. */
export function adjustField(
  api: ApiBehavior,
  { objectType, name }: { readonly objectType: string; readonly name: string },
  change: (field: FieldBehavior) => FieldBehavior,
): ApiBehavior {
  const fields = api.objectTypes?.[objectType] ?? {};
  const field = fields[name];
  return field === undefined ? api : { ...api, objectTypes: { ...api.objectTypes, [objectType]: { ...fields, [name]: change(field) } } };
}

export function adjustMethod({ method: { id } }: MethodBehavior, change: (method: MethodBehavior) => MethodBehavior): AdjustBehavior {
  return (api) => ({ ...api, methods: api.methods.map((candidate) => (candidate.method.id === id ? change(candidate) : candidate)) });
}

/** Disables the compiled validator of a resource, so that only the mock's rules apply. */
export function withoutValidator(resource: ResourceBehavior): AdjustBehavior {
  return adjustResource(resource, ({ validate: _, ...rest }) => rest);
}

/** Also disables request validation, because the tested request need not be complete. */
export function withoutValidation(resource: ResourceBehavior): AdjustBehavior {
  return combine(
    withoutValidator(resource),
    withoutRules(resource, (rule) => rule.kind === 'service' && rule.module === 'dns/record-data'),
    withoutValidations(resource),
  );
}

/** Removes the validations of a resource. */
export function withoutValidations(resource: ResourceBehavior): AdjustBehavior {
  return adjustResource(resource, ({ validations: _, ...rest }) => rest);
}

/** Removes other rules of the resource. */
export function withoutRules(resource: ResourceBehavior, isRemoved: (rule: SchemaRule) => boolean): AdjustBehavior {
  return adjustResource(resource, (behavior) => ({ ...behavior, rules: (behavior.rules ?? []).filter((rule) => !isRemoved(rule)) }));
}

/** Removes everything about a field except its rules. */
export function withoutFormat(resource: ResourceBehavior, name: string): AdjustBehavior {
  return (api) => adjustField(api, { objectType: resource.schema ?? '', name }, ({ format: _, ...field }) => field);
}

/** Adds a plain patch method for the resource, replacing the specified one. */
export function withPlainPatch(resource: ResourceBehavior): AdjustBehavior {
  const { path } = resource;
  const plainPatch: MethodBehavior = {
    method: { id: 'plain.patch', httpMethod: 'PATCH', path, body: 'optional' },
    action: { kind: 'patch', resource: path },
  };
  return (api) => ({
    ...api,
    methods: [
      ...api.methods.filter(({ method, action }) => method.httpMethod !== 'PATCH' || !('resource' in action && action.resource === path)),
      plainPatch,
    ],
  });
}
