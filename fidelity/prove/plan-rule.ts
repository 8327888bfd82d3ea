/** Plans the scenarios of a tested rule, by its kind. */
import type { Plan, Planner } from './planner.js';
import { planCounter } from './kinds/counters.js';
import { fieldKeys, planFieldScenarios } from './kinds/fields.js';
import { planDomainName } from './kinds/domain-names.js';
import { planPermission, planScopes } from './kinds/access-rules.js';
import { properties, propertyKey, planProperty } from './kinds/properties.js';
import { planFilter, planOrderBy, planPagination, planRepeated } from './kinds/list-rules.js';
import {
  planChangeRecord,
  planElementSelector,
  planOperation,
  planRequestId,
  planRequiredIfResourceHas,
  planUpdate,
} from './kinds/method-rules.js';
import { planSeededValidation } from './kinds/seeded-validations.js';
import { planService } from './kinds/services.js';
import {
  planBlockedDeletion,
  planBuiltIn,
  planDerivedFrom,
  planEtag,
  planNonOverlapping,
  planOmitted,
  planOwnedResources,
  planResourceUrl,
  planServerDefault,
} from './kinds/state-rules.js';
import { planStates } from './kinds/states.js';
import { planValidation } from './kinds/validations.js';
import { planValueScenarios } from './kinds/values.js';

type PlanKind = (planner: Planner) => Promise<Plan>;

const createUntestablePlan =
  (reason: string): PlanKind =>
  () =>
    Promise.resolve({ kind: 'untestable', reason });

const planValue: PlanKind = async (planner) => {
  if (planner.testedRule.value === 'domain-name') return planDomainName(planner);
  const { accepts, rejects } = await planValueScenarios(planner);
  if (accepts && rejects) return { kind: 'planned' };
  return planFieldScenarios(planner, { accepts, rejects });
};

const planField: PlanKind = (planner) => planFieldScenarios(planner, { accepts: false, rejects: false });

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
const kinds: Readonly<Record<string, PlanKind>> = {
  statement: createUntestablePlan("a sentence of the documentation, which requests can't test"),
  deprecated: createUntestablePlan('a deprecated element behaves like any other'),
  service: planService,
  scopes: planScopes,
  permission: planPermission,
  validation: async (planner) => {
    const plan = await planValidation(planner);
    return plan.kind === 'planned' || !(await planSeededValidation(planner)) ? plan : { kind: 'planned' };
  },
  requestId: planRequestId,
  operation: planOperation,
  update: planUpdate,
  requiredIfResourceHas: planRequiredIfResourceHas,
  changeRecord: planChangeRecord,
  elementSelector: planElementSelector,
  pagination: planPagination,
  filter: planFilter,
  orderBy: planOrderBy,
  repeated: planRepeated,
  serverDefault: planServerDefault,
  derivedFrom: planDerivedFrom,
  resourceUrl: planResourceUrl,
  omitted: planOmitted,
  states: planStates,
  counter: planCounter,
  ownedResources: planOwnedResources,
  builtIn: planBuiltIn,
  deleteBlockedByReference: planBlockedDeletion,
  deleteRequiresEmpty: planBlockedDeletion,
  nonOverlapping: planNonOverlapping,
  etag: planEtag,
  ...Object.fromEntries(valueKeys.map((key) => [key, planValue])),
  ...Object.fromEntries(fieldKeys.map((key) => [key, planField])),
};

export async function planRule(planner: Planner): Promise<Plan> {
  const { key, value } = planner.testedRule;
  const property = properties.find(({ name }) => propertyKey(name) === key);
  const resource = property && planner.index.getResource(String(value));
  if (property !== undefined && resource !== undefined) return planProperty(planner, property, resource);
  const plan = Object.hasOwn(kinds, key) ? kinds[key] : undefined;
  return plan === undefined ? { kind: 'untested', reason: `no scenario is known for the kind ${key}` } : plan(planner);
}
