import type { CertificateChainRule } from '../rule.js';
import { pemLabels } from '../validate/pem.js';
import type { Check } from './check.js';
import { pointer, valueAt } from './fields.js';

/** A chain of certificates is neither too long nor without its intermediates. */
export const certificateChain: Check<CertificateChainRule> =
  ({ field, maximum, intermediates }, { source }) =>
  (value) => {
    const text = valueAt(value, field);
    const labels = typeof text === 'string' ? pemLabels(text) : undefined;
    // Text that holds no certificate at all is a matter of formats.
    const found = labels?.filter((label) => label === 'CERTIFICATE').length ?? 0;
    const minimum = intermediates + 1;
    if (found === 0 || (found >= minimum && found <= maximum)) return [];
    const problem =
      found > maximum
        ? `must hold at most ${maximum} certificates (it has ${found})`
        : `must hold at least ${intermediates} intermediate certificate${intermediates === 1 ? '' : 's'} behind the first (it has ${found - 1})`;
    return [{ path: pointer(field), message: `${field} ${problem}`, params: { field, minimum, maximum, found, source } }];
  };
