import type { CertificateChainRule } from '../rule.js';
import { parsePemLabels } from '../validate/pem.js';
import type { CreateCheck } from './rule-check.js';
import { toPointer, getValueAt } from './field-paths.js';

/** A chain of certificates is neither too long nor without its intermediates. */
export const certificateChain: CreateCheck<CertificateChainRule> =
  ({ field, maximum, intermediates }, { source }) =>
  (value) => {
    const text = getValueAt(value, field);
    const labels = typeof text === 'string' ? parsePemLabels(text) : undefined;
    // Text that holds no certificate at all is a matter of formats.
    const found = labels?.filter((label) => label === 'CERTIFICATE').length ?? 0;
    const minimum = intermediates + 1;
    if (found === 0 || (found >= minimum && found <= maximum)) return [];
    const problem =
      found > maximum
        ? `must hold at most ${maximum} certificates (it has ${found})`
        : `must hold at least ${intermediates} intermediate certificate${intermediates === 1 ? '' : 's'} behind the first (it has ${found - 1})`;
    return [{ path: toPointer(field), message: `${field} ${problem}`, params: { field, minimum, maximum, found, source } }];
  };
