/** List filters in both syntaxes. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../mock/index.js';
import { readMessage, readNames, summarizeError, createSeed, startMock, type MockClient } from '../request.js';

const path = '/compute/v1/projects/p/global/sslPolicies';
const bodies: readonly (JsonObject & { readonly name: string })[] = [
  {
    name: 'alpha',
    id: '9',
    description: 'a b',
    profile: 'MODERN',
    minTlsVersion: 'TLS_1_2',
    creationTimestamp: '2025-01-01T00:00:00Z',
    enabledFeatures: ['ONE', 'TWO'],
  },
  {
    name: 'beta',
    id: '10',
    description: 'x AND y',
    profile: 'COMPATIBLE',
    minTlsVersion: 'TLS_1_0',
    creationTimestamp: '2025-01-02T00:00:00Z',
    warnings: [{ code: 'W', message: 'm', data: [{ key: 'k', value: 'v' }] }],
  },
  {
    name: 'gamma',
    id: '100',
    description: '',
    profile: 'CUSTOM',
    customFeatures: ['ONE'],
    minTlsVersion: 'TLS_1_2',
    creationTimestamp: '2025-01-03T00:00:00+01:00',
  },
  {
    name: 'delta-1',
    id: '18446744073709551615',
    profile: 'MODERN',
    minTlsVersion: 'TLS_1_1',
    creationTimestamp: '2025-01-04T12:00:00.5Z',
    description: 'a.b(c)"d',
  },
];
const allNames = ['alpha', 'beta', 'delta-1', 'gamma'];

function start(): MockClient {
  return startMock('compute', { seed: createSeed(path, bodies) });
}
const listMatches = async (filter: string): Promise<readonly unknown[] | number> => {
  const response = await start().send(`GET ${path}?filter=${encodeURIComponent(filter)}`);
  return response.status === 200 ? readNames(response) : response.status;
};

describe('the AIP-160 syntax', () => {
  test.each([
    ['name = alpha', ['alpha']],
    ['name="alpha"', ['alpha']],
    ["name='alpha'", ['alpha']],
    ['name != alpha', ['beta', 'delta-1', 'gamma']],
    ['name > beta', ['delta-1', 'gamma']],
    ['name >= beta', ['beta', 'delta-1', 'gamma']],
    ['name < beta', ['alpha']],
    ['name <= beta', ['alpha', 'beta']],
    ['name:a', ['alpha', 'beta', 'delta-1', 'gamma']],
    ['name:lph', ['alpha']],
    ['profile = MODERN', ['alpha', 'delta-1']],
    // Numeric values compare as numbers although they are strings on the wire.
    ['id = 10', ['beta']],
    ['id > 9', ['beta', 'delta-1', 'gamma']],
    ['id < 100', ['alpha', 'beta']],
    ['id >= 18446744073709551615', ['delta-1']],
    ['id > 18446744073709551614', ['delta-1']],
    ['id = "10"', ['beta']],
    // Times compare as instants.
    ['creationTimestamp > "2025-01-02T23:30:00Z"', ['delta-1']],
    ['creationTimestamp >= "2025-01-02T23:00:00Z"', ['delta-1', 'gamma']],
    ['creationTimestamp = "2025-01-02T23:00:00Z"', ['gamma']],
    ['creationTimestamp < 2025-01-02T00:00:00Z', ['alpha']],
    ['creationTimestamp = "2025-01-04T12:00:00.500Z"', ['delta-1']],
    ['creationTimestamp < "2025-01-04T12:00:00.500000001Z"', ['alpha', 'beta', 'delta-1', 'gamma']],
    ['creationTimestamp < "2025-01-04T12:00:00.500000000Z"', ['alpha', 'beta', 'gamma']],
    ['creationTimestamp >= "2025-01-04T12:00:00.500000001Z"', []],
    // Present and not empty.
    ['description:*', ['alpha', 'beta', 'delta-1']],
    ['NOT description:*', ['gamma']],
    ['customFeatures:*', ['gamma']],
    ['enabledFeatures:*', ['alpha']],
    ['enabledFeatures:ONE', ['alpha']],
    ['enabledFeatures:ON', []],
    ['warnings.code:W', ['beta']],
    ['warnings.data.key:k', ['beta']],
    ['warnings.data.value:w', []],
    // AND, OR, NOT, parentheses.
    ['name = alpha OR name = beta', ['alpha', 'beta']],
    ['name = alpha AND profile = MODERN', ['alpha']],
    ['(name = alpha) (profile = MODERN)', ['alpha']],
    ['name = alpha profile = MODERN', ['alpha']],
    ['(name = alpha) AND (profile = CUSTOM)', []],
    ['(name = alpha) OR (profile = CUSTOM)', ['alpha', 'gamma']],
    ['name = alpha OR name = beta AND profile = COMPATIBLE', ['beta']],
    ['profile = COMPATIBLE AND name = alpha OR name = beta', ['beta']],
    ['(name = alpha AND profile = MODERN) OR name = beta', ['alpha', 'beta']],
    ['NOT name = alpha', ['beta', 'delta-1', 'gamma']],
    ['-name = alpha', ['beta', 'delta-1', 'gamma']],
    ['NOT (name = alpha OR name = beta)', ['delta-1', 'gamma']],
    ['-(name = alpha)', ['beta', 'delta-1', 'gamma']],
    ['NOT name = alpha AND NOT name = beta', ['delta-1', 'gamma']],
    ['((((name = alpha))))', ['alpha']],
    // A star is a wildcard in equality; a dot is literal.
    ['name = "*a"', ['alpha', 'beta', 'gamma']],
    ['name = "a*"', ['alpha']],
    ['name = "*lph*"', ['alpha']],
    ['name = "*"', allNames],
    ['name != "*a"', ['delta-1']],
    ['name = "a.pha"', []],
    ['name = "al.*"', []],
    ['description = "a.b*"', ['delta-1']],
    ['name = d*-1', ['delta-1']],
    ['name = "alph\\*"', []],
    // Quoted values are literal.
    ['description = "x AND y"', ['beta']],
    ['description = "a eq b"', []],
    ['description = "a.b(c)\\"d"', ['delta-1']],
    ['description:"AND"', ['beta']],
    ['description = "a:b"', []],
    // Whitespace does not matter.
    ['  name   =   alpha  ', ['alpha']],
    ['name=alpha', ['alpha']],
    ['(name=alpha)(profile=MODERN)', ['alpha']],
    ['', allNames],
    ['   ', allNames],
    // Constants and server-generated fields can be filtered too.
    ['kind = "compute#sslPolicy"', allNames],
    ['selfLink:sslPolicies/alpha', ['alpha']],
  ])('%s', async (filter, names) => {
    expect(await listMatches(filter)).toEqual(names);
  });
});

describe('the regular expression syntax', () => {
  test.each([
    ['name eq alpha', ['alpha']],
    ['name ne alpha', ['beta', 'delta-1', 'gamma']],
    ['name eq a.*', ['alpha']],
    ['name eq .*a', ['alpha', 'beta', 'gamma']],
    ['name eq a', []],
    ['name eq "alpha|beta"', ['alpha', 'beta']],
    ['name ne "alpha|beta"', ['delta-1', 'gamma']],
    ['name eq alpha|beta', ['alpha', 'beta']],
    ['name eq (?i)ALPHA', ['alpha']],
    ['name eq "(?i)ALPHA"', ['alpha']],
    ['name eq (?P<n>al)pha', ['alpha']],
    ['name eq [[:alpha:]]+', ['alpha', 'beta', 'gamma']],
    ['name eq \\pL+', ['alpha', 'beta', 'gamma']],
    ['name eq \\Aalpha\\z', ['alpha']],
    ['name eq .*\\d', ['delta-1']],
    ['description eq "a b"', ['alpha']],
    ['description eq ""', ['gamma']],
    ['region eq ""', allNames],
    ["(description ne '')", ['alpha', 'beta', 'delta-1']],
    ["description eq 'a b'", ['alpha']],
    ['(name eq .*a) (name ne beta)', ['alpha', 'gamma']],
    ['(name eq a.*) (name eq .*a)', ['alpha']],
    ['(name eq [^)]+) (name ne beta)', ['alpha', 'delta-1', 'gamma']],
    ['description eq "a.b[(]c[)].d"', ['delta-1']],
    ['id eq 10*', ['beta', 'gamma']],
    ['id eq 1(0)*', ['beta', 'gamma']],
    ['profile eq MOD.*', ['alpha', 'delta-1']],
  ])('%s', async (filter, names) => {
    expect(await listMatches(filter)).toEqual(names);
  });

  test('evaluates an expression that backtracks exponentially in other engines in linear time', async () => {
    const client = startMock('compute', { seed: createSeed(path, [{ name: 'a', description: 'x'.repeat(5000) }]) });
    expect(readNames(await client.send(`GET ${path}?filter=${encodeURIComponent('description eq (x+x+)+y')}`))).toEqual([]);
  });
});

describe('an invalid filter', () => {
  test.each([
    ['a field without an operator', 'name', 5],
    ['a field that does not exist', 'nonsense = 1', 1],
    ['an unknown field among others', 'name = alpha AND nonsense = 1', 18],
    ['an unknown nested field', 'name.first = x', 1],
    ['an unknown member of a list of objects', 'warnings.nonsense:x', 1],
    ['an operator without a value', 'name =', 7],
    ['an operator without a field', '= alpha', 1],
    ['an open parenthesis', '(name = alpha', 14],
    ['a closing parenthesis', 'name = alpha)', 13],
    ['an unclosed quote', 'name = "alpha', 8],
    ['an AND at the end', 'name = alpha AND', 17],
    ['an OR at the start', 'OR name = alpha', 1],
    ['an AND alone', 'AND', 1],
    ['a quoted field', '"name" = alpha', 1],
    ['a function', 'f(name) = alpha', undefined],
    ['a keyword in lowercase', 'name = alpha or name = beta', undefined],
    ['two operators', 'name == alpha', undefined],
    ['a look-ahead', 'name eq (?=a)a', undefined],
    ['a back-reference', 'name eq (a)\\1', undefined],
    ['a broken expression', 'name eq [', undefined],
    ['an unknown field in the regular expression syntax', 'nonsense eq a', undefined],
    ['an unknown nested field in the regular expression syntax', 'name.first eq a', 1],
    ['an unknown member of a list in the regular expression syntax', 'warnings.nonsense eq a', 1],
    ['a list in the regular expression syntax', 'enabledFeatures ne ONE', 1],
    ['a member of a list in the regular expression syntax', 'warnings.code ne W', 1],
    ['two fields in the regular expression syntax', '(name eq a) (id eq 1)', undefined],
    ['both syntaxes', '(name = alpha) (name eq alpha)', undefined],
    ['both syntaxes in the other order', '(name eq alpha) (name = alpha)', undefined],
    ['both syntaxes with AND', 'name = alpha AND name eq alpha', undefined],
    ['both syntaxes with AND in the other order', 'name eq alpha AND name = alpha', undefined],
    ['no regular expression', 'name eq', undefined],
    ['two regular expressions', 'name eq a b', undefined],
    ['an invalid time', 'creationTimestamp > yesterday', undefined],
    ['a filter that is nested too deeply', `${'('.repeat(60)}name = alpha${')'.repeat(60)}`, undefined],
  ])('%s is rejected with 400 at `filter` and the position', async (_, filter, position) => {
    const response = await start().send(`GET ${path}?filter=${encodeURIComponent(filter)}`);
    expect(summarizeError(response)).toEqual({ status: 400, reason: 'invalid', location: 'filter' });
    expect(response.body).toMatchObject({ error: { errors: [{ locationType: 'parameter' }] } });
    expect(readMessage(response)).toContain(filter);
    expect(readMessage(response)).toMatch(/position \d+/);
    if (position !== undefined) expect(readMessage(response)).toContain(`position ${position}`);
  });

  test.each(['__proto__ = x', 'constructor = x', 'toString:*', 'hasOwnProperty = x', 'name.__proto__ = x', '__proto__ eq x'])(
    '%s names an unknown field',
    async (filter) => {
      expect(await listMatches(filter)).toBe(400);
    },
  );
});
