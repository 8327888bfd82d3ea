/** The checks of each kind of rule about stored resources. */
import type { ApiBehavior } from '../../../../templates/runtime/descriptor.js';
import type { MethodRule, StateRule } from '../../../../templates/runtime/rule.js';
import type { SpecifiedRule } from '../../support/specifications.js';
import { methodOf, findPlaces, type SchemaStatement, type MethodStatement } from '../rule-statements.js';
import type { Check } from '../world.js';
import { elementSelector } from './responses.js';
import { noRequestBody, operation, permission, requestId, scopes } from './calls.js';
import {
  fieldMask,
  fingerprints,
  mergePatch,
  updatableField,
  updatableMethodFields,
  changeRecord,
  requestFingerprints,
  requiredIfResourceHas,
} from './changes.js';
import { fieldDefault, immutable, omitEmpty, states } from './fields.js';
import { freshness } from './freshness.js';
import { filter, orderBy, pagination, parameterDefault, partialSuccess, sort } from './lists.js';
import { subdomainOf, dnssecKey, exclusiveValue } from './records.js';
import { ownedResources, deleteRequiresEmpty, serverDefault, derivedFrom, deleteBlockedByReference, builtIn } from './resources.js';
import { constant, readOnly, writeOnly } from './server.js';
import { certificateDetails, reopens } from './server-set.js';
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
  noRequestBody,
  pagination: pagination,
  filter,
  orderBy,
  partialSuccess,
  sort,
  default: parameterDefault,
  mergePatch,
  updatableFields: updatableMethodFields,
  fieldMask,
  requiredIfResourceHas,
  changeRecord: changeRecord,
  elementSelector,
};

type OfFields = 'validation' | 'default' | 'readOnly' | 'writeOnly' | 'const' | 'omitEmpty' | 'immutable' | 'patchable';

const ofObjects: Readonly<Record<Exclude<StateRule['kind'], 'fingerprint' | Unstated> | 'nonOverlapping' | OfFields, OfObject>> = {
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
  freshness,
  immutableWhile,
  nonOverlapping,
  subdomainOf,
  exclusiveValue,
  dnssecKey,
  certificateDetails,
  reopens,
};

/** Empty if no check is known. */
export function checksOf(api: ApiBehavior, rule: SpecifiedRule): readonly Check[] {
  const { facet, pointer } = rule;
  if (pointer[0] !== 'schemas') {
    const method = methodOf(api, rule);
    const check = Object.hasOwn(ofMethods, facet) ? ofMethods[facet as keyof typeof ofMethods] : undefined;
    return method && check ? [check({ api, rule, method })] : [];
  }
  const [placed] = findPlaces(api, rule);
  if (facet === 'fingerprint') return placed ? fingerprints(placed) : requestFingerprints(api, String(pointer[1]));
  const check = Object.hasOwn(ofObjects, facet) ? ofObjects[facet as keyof typeof ofObjects] : undefined;
  return placed && check ? [check(placed)] : [];
}
