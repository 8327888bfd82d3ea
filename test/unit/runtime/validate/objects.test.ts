/** Validation of merge patches that remove fields with `null`. Rules then use the defaults. */
import { describe, expect, test } from 'vitest';
import { validateHttpHealthChecksPatchRequest } from '../../../../generated/compute-v1/src/validators.js';

describe('a patch of a health check, whose two intervals default to 5', () => {
  test.each<[patch: object, ...errors: string[]]>([
    [{ timeoutSec: 30 }],
    [{ timeoutSec: null }],
    [{ timeoutSec: null, checkIntervalSec: null }],
    [{ timeoutSec: 5, checkIntervalSec: null }],
    [{ timeoutSec: undefined, checkIntervalSec: 3 }],
    [{ timeoutSec: 30, checkIntervalSec: null }, "/requestBody/timeoutSec: timeoutSec can't exceed checkIntervalSec"],
    [{ timeoutSec: null, checkIntervalSec: 3 }, "/requestBody/timeoutSec: timeoutSec can't exceed checkIntervalSec"],
  ])('is validated with the defaults: %j', (requestBody, ...errors) => {
    const isValid = validateHttpHealthChecksPatchRequest({ project: 'p', httpHealthCheck: 'h', requestBody });
    expect((validateHttpHealthChecksPatchRequest.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)).toEqual(
      errors,
    );
    expect(isValid).toBe(errors.length === 0);
  });
});
