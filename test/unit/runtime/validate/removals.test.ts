/** A merge patch removes what it sets to `null`: no value of the field's type, and for rules between fields the field's default again. */
import { describe, expect, test } from 'vitest';
import { validateHttpHealthChecksPatchRequest } from '../../../../generated/compute-v1/src/validators.js';
import type { MessageRule } from '../../../../templates/runtime/rule.js';
import { checkRule } from '../../../../templates/runtime/rules/index.js';
import { omitRemovals } from '../../../../templates/runtime/validate/patch-removals.js';

describe('a health check whose two times are 5 by default', () => {
  test.each<[patch: object, ...told: string[]]>([
    [{ timeoutSec: 30 }],
    [{ timeoutSec: null }],
    [{ timeoutSec: null, checkIntervalSec: null }],
    [{ timeoutSec: 5, checkIntervalSec: null }],
    [{ timeoutSec: undefined, checkIntervalSec: 3 }],
    [{ timeoutSec: 30, checkIntervalSec: null }, '/requestBody/timeoutSec: timeoutSec must not exceed checkIntervalSec (5)'],
    [
      { timeoutSec: null, checkIntervalSec: 3 },
      '/requestBody/checkIntervalSec: timeoutSec (5 by default) must not exceed checkIntervalSec (3)',
    ],
  ])('%j', (requestBody, ...told) => {
    const isValid = validateHttpHealthChecksPatchRequest({ project: 'p', httpHealthCheck: 'h', requestBody });
    expect((validateHttpHealthChecksPatchRequest.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`)).toEqual(
      told,
    );
    expect(isValid).toBe(told.length === 0);
  });
});

describe('a part of a whole, of which nothing else is known', () => {
  const needed: MessageRule = { kind: 'requires', fields: ['list'], when: { profile: ['CUSTOM'] } };
  const logged: MessageRule = { kind: 'onlyWhen', fields: ['log.level'], when: { 'log.enable': [true] } };
  const unless: MessageRule = { kind: 'requires', fields: ['added'], when: { 'removed.names': [null] } };

  test.each<[rule: MessageRule, patch: Record<string, unknown>, ...told: string[]]>([
    [needed, { profile: 'CUSTOM' }],
    [needed, { list: null }],
    [needed, { profile: 'CUSTOM', list: null }, ': list is required where profile is CUSTOM'],
    [logged, { log: { level: 'ALL' } }],
    [
      logged,
      { log: { level: 'ALL', enable: null } },
      '/log/level: log.level may be set only where log.enable is true (log.enable is absent)',
    ],
    [unless, { added: null }],
    [unless, { added: null, removed: {} }],
    [unless, { added: null, removed: null }, ': added is required where removed.names is absent'],
  ])('%j judges %j', (rule, patch, ...told) => {
    const found = checkRule(rule, omitRemovals(patch), { partial: true });
    expect(found.map(({ path, message }) => `${path}: ${message}`)).toEqual(told);
  });
});
