/** The checks of each kind of rule that concerns what a service keeps. */
import type { ApiBehavior } from '../../../../templates/runtime/descriptor.js';
import type { MethodRule, StateRule } from '../../../../templates/runtime/rule.js';
import type { RecordDataRule, ServiceRule } from '../../../../templates/runtime/service-rules.js';
import type { SpecifiedRule } from '../../support/specifications.js';
import { methodOf, methodRule, placesOf, schemaRule, type Placed, type Stated } from '../stated.js';
import type { Check } from '../world.js';
import { elementSelector } from './answers.js';
import { operation, permission, requestId, scopes } from './calls.js';
import { fingerprints, patchableField, recorded, requestFingerprints, requiredIfResourceHas, update } from './changes.js';
import { fieldDefault, immutable, omitEmpty, states } from './fields.js';
import { optionalEtag } from './optional-etag.js';
import { filter, orderBy, paging, parameterDefault, partialSuccess } from './lists.js';
import { subdomainOf, dnssecKey, exclusiveValue } from './records.js';
import { ownedResources, deleteRequiresEmpty, serverDefault, follows, deleteBlockedByReference, provided } from './resources.js';
import { constant, readOnly, writeOnly } from './server.js';
import { certificateDetails, reopen } from './told.js';
import { activeStandby, immutableWhile, nonOverlapping } from './roles.js';
import { validation } from './validations.js';

type OfMethod = (stated: Stated) => Check;
type OfObject = (placed: Placed) => Check;

/** Kinds that none of the four specifications states; `test/scenarios/mock` shows them. */
type Unstated = 'prefix' | 'allowMissing' | 'counter';

/** A kind that is missing in one of the two tables is named by the compiler. */
const ofMethods: Readonly<Record<Exclude<MethodRule['kind'], Unstated> | 'scopes' | 'permission' | 'default', OfMethod>> = {
  scopes,
  permission,
  requestId,
  operation,
  pagination: paging,
  filter,
  orderBy,
  default: parameterDefault,
  update,
  requiredIfResourceHas,
  changeRecord: recorded,
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
  patchable: patchableField,
  states,
  serverDefault,
  derivedFrom: follows,
  builtIn: provided,
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

/** Empty where nothing is known to show the rule. */
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
  const [placed] = placesOf(api, rule);
  if (facet === 'etag') {
    if (placed === undefined) return requestFingerprints(api, String(pointer[1]));
    return schemaRule(placed, 'etag').match === 'optional' ? [optionalEtag(placed)] : fingerprints(placed);
  }
  const check = Object.hasOwn(ofObjects, facet) ? ofObjects[facet as keyof typeof ofObjects] : undefined;
  if (placed === undefined || check === undefined) return [];
  const locks = facet === 'states' && schemaRule(placed, 'states').immutable !== undefined;
  return [check(placed), ...(locks ? [immutableWhile(placed)] : [])];
}
