/** Known differences between validators and mock, with their reasons. Any other difference is a bug. */
import type { Request } from './requests.js';

export interface Difference {
  /** The rule of the mock or the keyword of the validator. */
  readonly rule: string;
  readonly reason: string;
  readonly appliesTo?: (request: Request) => boolean;
}

const isPatch = ({ httpMethod }: Request): boolean => httpMethod === 'PATCH';
const changesParameter = (...parameters: readonly string[]): ((request: Request) => boolean) => {
  return ({ change }) => parameters.some((parameter) => change.startsWith(`${parameter}=`));
};

/** The change is a syntactically valid mask of any fields. */
const isFieldMask = ({ change }: Request): boolean => !/[ ]/.test(change);

/** Rejected by the mock, accepted by the validators. */
export const rejectedByMock: readonly Difference[] = [
  { rule: 'fields', reason: 'only the response determines which fields exist', appliesTo: isFieldMask },
  {
    rule: 'policy',
    reason: 'only the state determines the fields of a policy',
    appliesTo: ({ change }) => change.startsWith('updateMask '),
  },
  { rule: 'pagination', reason: 'only the server knows the tokens that it issued', appliesTo: changesParameter('pageToken') },
  { rule: 'createFrom', reason: 'only the state determines which links lead to a resource' },
  { rule: 'immutable', reason: 'the path contains the name or the ID of the resource, and only the state relates the two' },
  {
    rule: 'name',
    reason: 'the path contains the name or the ID of the resource, and only the state relates the two',
    appliesTo: ({ method }) => method.action.kind !== 'create',
  },
  { rule: 'x-validations', reason: 'the mock validates a patch together with the resource that it changes', appliesTo: isPatch },
  {
    rule: 'parameters',
    reason: 'these parameters control the format of the response, not the request',
    appliesTo: changesParameter('alt', 'callback', 'prettyPrint', '$.xgafv'),
  },
];

/** Rejected by the validators, accepted by the mock. */
export const rejectedByValidators: readonly Difference[] = [
  {
    rule: 'type',
    reason: 'ProtoJSON accepts null for an absent field, a string for a number, and a number for a 64-bit string',
    appliesTo: ({ change }) => / = (?:null|"7"|7|-1|99999999999)$/.test(change),
  },
];

/** The reason for the difference; `undefined` if it is unknown. */
export function findKnownDifference(differences: readonly Difference[], request: Request, rule: string): string | undefined {
  return differences.find((difference) => difference.rule === rule && (difference.appliesTo?.(request) ?? true))?.reason;
}
