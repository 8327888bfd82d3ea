/** Any request returns a valid response: no internal error, no partial change, and no prototype pollution. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestMock, compute, dns, verbs } from '../../fixtures.js';

const routes = [dns, compute, verbs].flatMap(({ methods }) => methods.map(({ method }) => method));

const segment = fc.constantFrom(
  'p',
  'p',
  'p',
  'p',
  'z',
  'z',
  'z',
  'a.',
  'A',
  '1',
  '__proto__',
  'constructor',
  '%2F',
  '%00',
  '*',
  'x:y',
  '..',
  '-',
);

/** A path of a method with odd values for its variables. */
const route = fc.constantFrom(...routes).chain((method) =>
  fc.array(segment, { minLength: 8, maxLength: 8 }).map((segments) => {
    let next = 0;
    const name = (): string => segments[next++ % segments.length] ?? 'x';
    const path = method.path
      .replace(/\{[^{}=]+=([^{}]+)\}/g, (_, pattern: string) => pattern)
      .replace(/\{[^{}]+\}/g, name)
      .replace(/\*+/g, name);
    return `${method.httpMethod} /${path}`;
  }),
);

const key = fc.constantFrom('name', 'type', 'id', 'additions', 'deletions', 'policy', 'bindings', 'labels', 'labelFingerprint', 'fingerprint', 'role', 'port', 'message', 'permissions', '__proto__', 'toString', 'etag', 'secondaryIpRanges', 'ipCidrRange'); // prettier-ignore
const scalar = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1e300,
  '',
  'p',
  'z',
  'y',
  'x',
  'ACTIVE',
  '10.0.0.0/8',
  '2026-01-01T00:00:00Z',
  [],
  {},
);
const { body } = fc.letrec<{ body: unknown }>((tie) => ({
  body: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('body'), { maxLength: 3 }),
    fc.array(fc.tuple(key, tie('body')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    fc.array(fc.tuple(key, tie('body')), { maxLength: 4 }).map((entries) => ({ name: 'y', type: 'A', ...Object.fromEntries(entries) })),
  ),
}));

const query = fc
  .oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(
        fc.tuple(
          fc.constantFrom('fields', 'filter', 'orderBy', 'maxResults', 'pageToken', 'requestId', 'prettyPrint', 'groupId', 'x'),
          fc.oneof(segment, fc.string({ maxLength: 6 })),
        ),
        { maxLength: 3 },
      ),
    },
  ) // prettier-ignore
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'))
  .map((text) => (text === '' ? '' : `?${text}`));

/** Seeds resources at half of the paths. */
const seed = {
  resources: Object.fromEntries(
    [dns, compute, verbs]
      .flatMap(({ resources }) => resources)
      .flatMap(({ path }) =>
        ['p', 'z'].map((name) => [`/${path.replace(/\{[^{}]+\}/g, (variable) => (variable === '{project}' ? 'p' : name))}`, {}]),
      ),
  ),
};

describe('any request', () => {
  it('never returns an internal error', async () => {
    const { send, mock } = createTestMock({ operationDelay: 1, seed });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(route, query, fc.option(body, { nil: undefined })), { maxLength: 12 }), async (requests) => {
        for (const [line, parameters, content] of requests) {
          const { status } = await send(`${line}${parameters}`, line.startsWith('GET') ? undefined : content);
          expect(mock.requests.at(-1)?.failure).toBeUndefined();
          expect([200, 204, 400, 404, 405, 409, 412, 501]).toContain(status);
          await mock.clock.advance(1);
        }
        const state = await mock.state();
        await mock.reset();
        expect((await send('PUT /__admin/state', state)).status).toBe(200);
        const restored = await mock.state();
        expect(restored).toEqual({ ...state, clock: restored.clock });
        await mock.reset();
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      {
        numRuns: 60,
        examples: [
          [[['POST /v1beta1/projects/p/groups', '', { name: '10.0.0.0/8', type: 'A' }]]],
          [[['POST /v1beta1/projects/%2F/events:report', '', { name: 'y', type: 'A', message: '2026-01-01T00:00:00Z' }]]],
        ],
      },
    );
  });

  it('leaves the state unchanged if it is rejected', async () => {
    const { send, mock } = createTestMock({ seed });
    await fc.assert(
      fc.asyncProperty(route, body, async (line, content) => {
        const before = await mock.state();
        const { status } = await send(line, content);
        if (status >= 400) expect(await mock.state()).toEqual({ ...before, ids: expect.anything() as unknown });
      }),
      { numRuns: 60 },
    );
  });
});
