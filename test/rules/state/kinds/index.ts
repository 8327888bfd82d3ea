/** The checks of each kind of rule about stored resources. */
import type { ApiBehavior } from '../../../../runtime/behavior.js';
import type { SpecifiedRule } from '../../support/specifications.js';
import { findMethod, readMethodRule, locateRule, readSchemaRule, type SchemaStatement, type MethodStatement } from '../rule-statements.js';
import type { Check } from '../world.js';
import { elementSelector } from './responses.js';
import { operation, permission, requestId, scopes } from './calls.js';
import { fingerprints, updatableField, changeRecord, requestFingerprints, requiredIfResourceHas, update } from './changes.js';
import { fieldDefault, immutable, omitEmpty, states } from './fields.js';
import { optionalEtag } from './optional-etag.js';
import { emptyPage, filter, orderBy, pagination, parameterDefault, partialSuccess } from './lists.js';
import { dnssecKey } from './records.js';
import {
  ownedResources,
  deleteRequiresEmpty,
  serverDefault,
  resourceUrl,
  omitted,
  derivedFrom,
  deleteBlockedByReference,
  builtIn,
} from './resources.js';
import { constant, readOnly, writeOnly } from './server.js';
import { certificateDetails, reopen } from './server-set.js';
import { activeStandby, immutableWhile, nonOverlapping } from './roles.js';
import { validation } from './validations.js';

type MethodCheckFactory = (statement: MethodStatement) => Check;
type SchemaCheckFactory = (statement: SchemaStatement) => Check;

/** The checks of the kinds that the specifications use. `listing.test.ts` reports a rule without one. `test/scenarios/mock` covers other kinds. */
const methodChecks: Readonly<Record<string, MethodCheckFactory>> = {
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
  changeRecord,
  elementSelector,
};

const schemaChecks: Readonly<Record<string, SchemaCheckFactory>> = {
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
  resourceUrl,
  omitted,
  derivedFrom,
  builtIn,
  ownedResources,
  deleteRequiresEmpty,
  deleteBlockedByReference,
  'compute/active-standby': activeStandby,
  nonOverlapping,
  'dns/dnssec-key': dnssecKey,
  'compute/certificate-details': certificateDetails,
  'errorreporting/reopen': reopen,
};

/** Creates the checks of a rule; an empty list if its kind has none. */
export function createChecks(api: ApiBehavior, rule: SpecifiedRule): readonly Check[] {
  const { facet, pointer } = rule;
  if (pointer[0] !== 'schemas') {
    const method = findMethod(api, rule);
    const check = Object.hasOwn(methodChecks, facet) ? methodChecks[facet] : undefined;
    if (method === undefined || check === undefined) return [];
    const statement = { api, rule, method };
    const isPartial = facet === 'pagination' && readMethodRule(rule, 'pagination').partialSuccess !== undefined;
    return [check(statement), ...(isPartial ? [partialSuccess(statement)] : [])];
  }
  const [statement] = locateRule(api, rule);
  if (facet === 'omitEmpty' && statement === undefined) return emptyPage(api, rule);
  if (facet === 'etag') {
    if (statement === undefined) return requestFingerprints(api, String(pointer[1]));
    return readSchemaRule(statement, 'etag').match === 'optional' ? [optionalEtag(statement)] : fingerprints(statement);
  }
  const check = Object.hasOwn(schemaChecks, facet) ? schemaChecks[facet] : undefined;
  if (statement === undefined || check === undefined) return [];
  const hasImmutableStates = facet === 'states' && readSchemaRule(statement, 'states').immutable !== undefined;
  return [check(statement), ...(hasImmutableStates ? [immutableWhile(statement)] : [])];
}
