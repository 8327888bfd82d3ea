/** Known differences between validators and mock with their reasons. Any other difference is a bug. */
import type { Request } from './requests.js';

export interface Difference {
  /** The rule of the mock or the keyword of the validator. */
  readonly rule: string;
  readonly because: string;
  readonly holds?: (request: Request) => boolean;
}

const changesAddressPart = ({ httpMethod }: Request): boolean => httpMethod === 'PATCH';
const names = (...parameters: readonly string[]): ((request: Request) => boolean) => {
  return ({ change }) => parameters.some((parameter) => change.startsWith(`${parameter}=`));
};

/** A syntactically valid mask with any fields. */
const namesFields = ({ change }: Request): boolean => !/[ ]/.test(change);

/** Rejected by the mock, accepted by the validators. */
export const rejectedByMock: readonly Difference[] = [
  { rule: 'fields', because: 'which fields an answer has is known when there is one', holds: namesFields },
  { rule: 'policy', because: 'what a policy holds is known where it stands', holds: ({ change }) => change.startsWith('updateMask ') },
  { rule: 'pagination', because: 'the server knows which tokens it gave', holds: names('pageToken') },
  { rule: 'createFrom', because: 'which links lead to a resource is known by the resources that there are' },
  { rule: 'immutable', because: 'the path names the resource, by its name or its id: whose name it is, the state tells' },
  {
    rule: 'name',
    because: 'the path names the resource, by its name or its id: whose name it is, the state tells',
    holds: ({ method }) => method.action.kind !== 'create',
  },
  { rule: 'x-validations', because: 'a part is validated with what it is put into', holds: changesAddressPart },
  {
    rule: 'parameters',
    because: 'they say how an answer is written, not what is asked for',
    holds: names('alt', 'callback', 'prettyPrint', '$.xgafv'),
  },
];

/** Rejected by the validators, accepted by the mock. */
export const rejectedByValidators: readonly Difference[] = [
  {
    rule: 'type',
    because: 'JSON of protocol buffers: `null` stands for what is absent, text for a number, and a number for text of 64 bits',
    holds: ({ change }) => / = (?:null|"7"|7|-1|99999999999)$/.test(change),
  },
];

/** The reason for the difference; `undefined` if it is unknown. */
export function findKnownDifference(differences: readonly Difference[], request: Request, rule: string): string | undefined {
  return differences.find((each) => each.rule === rule && (each.holds?.(request) ?? true))?.because;
}
