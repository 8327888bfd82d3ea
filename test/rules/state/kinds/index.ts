/** The checks of each kind of rule about stored resources. */
import type { ApiBehavior } from '../../../../templates/runtime/descriptor.js';
import type { MethodRule, StateRule } from '../../../../templates/runtime/rule.js';
import type { RecordDataRule, ServiceRule } from '../../../../templates/runtime/service-rules.js';
import type { SpecifiedRule } from '../../support/specifications.js';
import { methodOf, methodRule, findPlaces, schemaRule, type SchemaStatement, type MethodStatement } from '../rule-statements.js';
import type { Check } from '../world.js';
import { elementSelector } from './responses.js';
import { operation, permission, requestId, scopes } from './calls.js';
import { fingerprints, updatableField, changeRecord, requestFingerprints, requiredIfResourceHas, update } from './changes.js';
import { fieldDefault, immutable, omitEmpty, states } from './fields.js';
import { optionalEtag } from './optional-etag.js';
import { filter, orderBy, pagination, parameterDefault, partialSuccess } from './lists.js';
import { subdomainOf, dnssecKey, exclusiveValue } from './records.js';
import { ownedResources, deleteRequiresEmpty, serverDefault, derivedFrom, deleteBlockedByReference, builtIn } from './resources.js';
import { constant, readOnly, writeOnly } from './server.js';
import { certificateDetails, reopen } from './server-set.js';
import { activeStandby, immutableWhile, nonOverlapping } from './roles.js';
import { validation } from './validations.js';

type OfMethod = (stated: MethodStatement) => Check;
type OfObject = (placed: SchemaStatement) => Check;

/** Kinds that no specification uses; `test/scenarios/mock` covers them. */
type Unstated = 'prefix' | 'allowMissing' | 'counter';

/** The compiler reports a kind that is missing in both tables. */
const ofMethods: Readonly<Record<Exclude<MethodRule['kind'], Unstated> | 'scopes' | 'permission' | 'default', OfMethod>> = {
  scopes,
  permission,
  requestId,
  operation,
  pagination,
  filter,
  orderBy,
  default: parameterDefault,
  update,
  requiredIfResourceHas,
  changeRecord: changeRecord,
  elementSelector,
};

/** Service modules that the mock calls. */
type OfServices = Exclude<ServiceRule, RecordDataRule>['module'];
type OfFields = 'validation' | 'default' | 'readOnly' | 'writeOnly' | 'const' | 'omitEmpty' | 'immutable' | 'patchable';

const ofObjects: Readonly<
  Record<Exclude<StateRule['kind'], 'etag' | 'service' | Unstated> | 'nonOverlapping' | OfFields | OfServices, OfObject>
> = {
  validation,
  default: fieldDefault,
  readOnly,
  writeOnly,
  const: constant,
  omitEmpty,
  immutable,
  patchable: updatableField,
  states,
  serverDefault,
  derivedFrom: derivedFrom,
  builtIn: builtIn,
  ownedResources,
  deleteRequiresEmpty,
  deleteBlockedByReference,
  activeStandby,
  nonOverlapping,
  subdomainOf,
  exclusiveValue,
  'dns/dnssec-key': dnssecKey,
  'compute/certificate-details': certificateDetails,
  'errorreporting/reopen': reopen,
};

/** Empty if no check is known. */
export function checksOf(api: ApiBehavior, rule: SpecifiedRule): readonly Check[] {
  const { facet, pointer } = rule;
  if (pointer[0] !== 'schemas') {
    const method = methodOf(api, rule);
    const check = Object.hasOwn(ofMethods, facet) ? ofMethods[facet as keyof typeof ofMethods] : undefined;
    if (method === undefined || check === undefined) return [];
    const stated = { api, rule, method };
    const isPartial = facet === 'pagination' && methodRule(rule, 'pagination').partialSuccess !== undefined;
    return [check(stated), ...(isPartial ? [partialSuccess(stated)] : [])];
  }
  const [placed] = findPlaces(api, rule);
  if (facet === 'etag') {
    if (placed === undefined) return requestFingerprints(api, String(pointer[1]));
    return schemaRule(placed, 'etag').match === 'optional' ? [optionalEtag(placed)] : fingerprints(placed);
  }
  const check = Object.hasOwn(ofObjects, facet) ? ofObjects[facet as keyof typeof ofObjects] : undefined;
  if (placed === undefined || check === undefined) return [];
  const locks = facet === 'states' && schemaRule(placed, 'states').immutable !== undefined;
  return [check(placed), ...(locks ? [immutableWhile(placed)] : [])];
}
