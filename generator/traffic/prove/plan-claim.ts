/** Plans the scenarios of a claim, by its kind. */
import type { Plan, Planner } from './planner.js';
import { proveField } from './kinds/fields.js';
import { provePermission, proveScopes } from './kinds/access-rules.js';
import { properties, propertyKey, proveProperty } from './kinds/properties.js';
import { proveFilter, proveOrderBy, provePagination, proveRepeated } from './kinds/list-rules.js';
import {
  proveChangeRecord,
  proveElementSelector,
  proveOperation,
  proveRequestId,
  proveRequiredIfResourceHas,
  proveUpdate,
} from './kinds/method-rules.js';
import { proveService } from './kinds/services.js';
import {
  proveBlockedDeletion,
  proveBuiltIn,
  proveDerivedFrom,
  proveEtag,
  proveNonOverlapping,
  proveOmitted,
  proveOwnedResources,
  proveResourceUrl,
  proveServerDefault,
  proveStates,
} from './kinds/state-rules.js';
import { proveValidation } from './kinds/validations.js';
import { proveValue } from './kinds/values.js';

type PlanKind = (planner: Planner) => Promise<Plan>;

const untestable =
  (reason: string): PlanKind =>
  () =>
    Promise.resolve({ kind: 'untestable', reason });

const planValue: PlanKind = async (planner) => {
  const { accepts, rejects } = await proveValue(planner);
  if (accepts && rejects) return { kind: 'planned' };
  return proveField(planner, { accepts, rejects });
};

const planField: PlanKind = (planner) => proveField(planner, { accepts: false, rejects: false });

const valueKeys = [
  'format',
  'x-format',
  'pattern',
  'enum',
  'x-notIn',
  'minimum',
  'maximum',
  'x-minLength',
  'x-maxLength',
  'x-maxBytes',
  'x-byteLength',
  'x-propertyNames',
  'required',
  'annotations',
];
const fieldKeys = ['readOnly', 'x-const', 'default', 'x-omitEmpty', 'x-writeOnly', 'x-immutable', 'x-patchable'];

const kinds: Readonly<Record<string, PlanKind>> = {
  statement: untestable("a sentence of the documentation, which requests can't test"),
  deprecated: untestable('a deprecated element behaves like any other'),
  service: proveService,
  scopes: proveScopes,
  permission: provePermission,
  validation: proveValidation,
  requestId: proveRequestId,
  operation: proveOperation,
  update: proveUpdate,
  requiredIfResourceHas: proveRequiredIfResourceHas,
  changeRecord: proveChangeRecord,
  elementSelector: proveElementSelector,
  pagination: provePagination,
  filter: proveFilter,
  orderBy: proveOrderBy,
  repeated: proveRepeated,
  serverDefault: proveServerDefault,
  derivedFrom: proveDerivedFrom,
  resourceUrl: proveResourceUrl,
  omitted: proveOmitted,
  states: proveStates,
  ownedResources: proveOwnedResources,
  builtIn: proveBuiltIn,
  deleteBlockedByReference: proveBlockedDeletion,
  deleteRequiresEmpty: proveBlockedDeletion,
  nonOverlapping: proveNonOverlapping,
  etag: proveEtag,
  ...Object.fromEntries(valueKeys.map((key) => [key, planValue])),
  ...Object.fromEntries(fieldKeys.map((key) => [key, planField])),
};

export async function planClaim(planner: Planner): Promise<Plan> {
  const { key, value } = planner.claim;
  const property = properties.find(({ name }) => propertyKey(name) === key);
  const resource = property && planner.index.getResource(String(value));
  if (property !== undefined && resource !== undefined) return proveProperty(planner, property, resource);
  const plan = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
  return plan === undefined ? { kind: 'untested', reason: `no scenario is known for the kind ${key}` } : plan(planner);
}
