/** The checks of each kind of rule that concerns what a service keeps. */
import type { ApiBehaviour } from '../../../../templates/runtime/descriptor.js';
import type { MethodRule, StateRule } from '../../../../templates/runtime/rule.js';
import type { SpecifiedRule } from '../../support/specifications.js';
import { methodOf, placesOf, type Placed, type Stated } from '../stated.js';
import type { Check } from '../world.js';
import { chosenElements } from './answers.js';
import { emptyBody, operation, permission, requestId, scopes } from './calls.js';
import {
  fieldMask,
  fingerprints,
  mergePatch,
  patchableField,
  patchableMethod,
  recorded,
  requestFingerprints,
  requiredIfTarget,
} from './changes.js';
import { fieldDefault, immutable, omitEmpty, states } from './fields.js';
import { freshness } from './freshness.js';
import { filter, orderBy, paging, parameterDefault, partialSuccess, sort } from './lists.js';
import { nameWithin, signingKey, standsAlone } from './records.js';
import { comesWith, emptyToDelete, filledIn, follows, notWhileUsed, provided } from './resources.js';
import { constant, readOnly, writeOnly } from './server.js';
import { certificateFacts, reopens } from './told.js';
import { exclusiveRole, lockedWhile, nonOverlapping } from './roles.js';
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
  emptyBody,
  paging,
  filter,
  orderBy,
  partialSuccess,
  sort,
  default: parameterDefault,
  mergePatch,
  patchable: patchableMethod,
  fieldMask,
  requiredIfTarget,
  recorded,
  chosenElements,
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
  patchable: patchableField,
  states,
  filledIn,
  follows,
  provided,
  comesWith,
  emptyToDelete,
  notWhileUsed,
  exclusiveRole,
  freshness,
  lockedWhile,
  nonOverlapping,
  nameWithin,
  standsAlone,
  signingKey,
  certificateFacts,
  reopens,
};

/** Empty where nothing is known to show the rule. */
export function checksOf(api: ApiBehaviour, rule: SpecifiedRule): readonly Check[] {
  const { facet, pointer } = rule;
  if (pointer[0] !== 'schemas') {
    const method = methodOf(api, rule);
    const check = Object.hasOwn(ofMethods, facet) ? ofMethods[facet as keyof typeof ofMethods] : undefined;
    return method && check ? [check({ api, rule, method })] : [];
  }
  const [placed] = placesOf(api, rule);
  if (facet === 'fingerprint') return placed ? fingerprints(placed) : requestFingerprints(api, String(pointer[1]));
  const check = Object.hasOwn(ofObjects, facet) ? ofObjects[facet as keyof typeof ofObjects] : undefined;
  return placed && check ? [check(placed)] : [];
}
