/** Conditions of the compute-like service. */
import type { ResourceValidation } from '../../../../../templates/runtime/descriptor.js';

function read<T>(value: unknown, name: string, fallback: T): T {
  return (value as Readonly<Record<string, T | undefined>>)[name] ?? fallback;
}

export const shorterTimeout: ResourceValidation = {
  isViolated: (self) => read(self, 'timeoutSec', 5) > read(self, 'checkIntervalSec', 5),
  message: 'timeoutSec exceeds checkIntervalSec',
  fieldPath: ['timeoutSec'],
  fields: ['timeoutSec', 'checkIntervalSec'],
};

const access = (value: unknown): string => read(value, 'ipv6AccessType', '');
const isDual = (value: unknown): boolean => read<string>(value, 'stackType', '') === 'IPV4_IPV6';

export const accessSetOnce: ResourceValidation = {
  isViolated: (self, oldSelf) =>
    access(oldSelf) === '' ? access(self) !== '' && (!isDual(self) || isDual(oldSelf)) : access(self) !== access(oldSelf),
  message: 'ipv6AccessType is set once',
  fieldPath: ['ipv6AccessType'],
  fields: ['ipv6AccessType'],
  oldSelf: 'required',
};
