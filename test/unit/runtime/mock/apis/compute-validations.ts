/** Validation rules of the compute-like API. */
import type { ResourceValidation } from '../../../../../templates/runtime/behavior.js';

function getField<T>(value: unknown, name: string, fallback: T): T {
  return (value as Readonly<Record<string, T | undefined>>)[name] ?? fallback;
}

export const shorterTimeout: ResourceValidation = {
  isViolated: (self) => getField(self, 'timeoutSec', 5) > getField(self, 'checkIntervalSec', 5),
  message: 'timeoutSec exceeds checkIntervalSec',
  fieldPath: ['timeoutSec'],
  fields: ['timeoutSec', 'checkIntervalSec'],
};

const getAccessType = (value: unknown): string => getField(value, 'ipv6AccessType', '');
const isDualStack = (value: unknown): boolean => getField<string>(value, 'stackType', '') === 'IPV4_IPV6';

export const accessSetOnce: ResourceValidation = {
  isViolated: (self, oldSelf) =>
    getAccessType(oldSelf) === ''
      ? getAccessType(self) !== '' && (!isDualStack(self) || isDualStack(oldSelf))
      : getAccessType(self) !== getAccessType(oldSelf),
  message: 'ipv6AccessType is set once',
  fieldPath: ['ipv6AccessType'],
  fields: ['ipv6AccessType'],
  oldSelf: 'required',
};
