import { describe, expect, test } from 'vitest';
import { ApiError, defineMethod, NetworkError } from '../../../../templates/runtime/client/index.js';
import { openTelemetry } from '../../../../templates/runtime/client/otel.js';
import type { OpenTelemetryApi } from '../../../../templates/runtime/client/otel.js';
import { connect, failure, getZone, script, unavailable, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);

interface Span {
  readonly name: string;
  readonly attributes: Record<string, string | number>;
  status?: unknown;
  ended: number;
}
/** The API's part in memory: notes spans, and writes the span's number as `traceparent`. */
function telemetry(): { readonly spans: Span[]; readonly api: OpenTelemetryApi } {
  const spans: Span[] = [];
  const api: OpenTelemetryApi = {
    trace: {
      getTracer: () => ({
        startSpan(name, { attributes }) {
          const span: Span = { name, attributes: { ...attributes }, ended: 0 };
          spans.push(span);
          return {
            setAttribute: (key, value) => void (span.attributes[key] = value),
            setStatus: (status) => void (span.status = status),
            end: () => void (span.ended += 1),
          };
        },
      }),
      setSpan: () => ({ number: spans.length }),
    },
    context: { active: () => ({}) },
    propagation: { inject: (context: { number: number }, carrier) => void (carrier['traceparent'] = `00-${context.number}`) },
  };
  return { spans, api };
}

describe('OpenTelemetry', () => {
  test('sees each attempt as a span, by the conventions for HTTP clients', async () => {
    const { spans, api } = telemetry();
    const { fetch, sent } = script(unavailable, {});
    await get(connect(fetch, { hooks: openTelemetry(api), auth: 'secret' }), { ...zone, key: 'secret' });
    expect(spans).toEqual([
      {
        name: 'GET dns/v1/projects/{project}/managedZones/{managedZone}',
        attributes: {
          'http.request.method': 'GET',
          'url.full': 'http://service.test/dns/v1/projects/p/managedZones/z',
          'url.template': 'dns/v1/projects/{project}/managedZones/{managedZone}',
          'server.address': 'service.test',
          'server.port': 80,
          'rpc.method': 'dns.managedZones.get',
          'http.response.status_code': 503,
          'error.type': '503',
        },
        status: { code: 2, message: 'later' },
        ended: 1,
      },
      {
        name: spans[0]?.name,
        attributes: expect.objectContaining({ 'http.response.status_code': 200, 'http.request.resend_count': 1 }) as object,
        ended: 1,
      },
    ]);
    expect(sent.map(({ headers }) => headers['traceparent'])).toEqual(['00-1', '00-2']);
    expect(JSON.stringify(spans)).not.toContain('secret');
  });

  test.each([
    [{ status: 404 }, ApiError, '404'],
    [new TypeError('fetch failed'), NetworkError, 'NetworkError'],
  ])('ends the span of a call that failed: %o', async (answer, kind, type) => {
    const { spans, api } = telemetry();
    await failure<Error>(kind, get(connect(script(answer).fetch, { hooks: [openTelemetry(api)], retry: false }), zone));
    expect(spans).toMatchObject([{ attributes: { 'error.type': type }, status: { code: 2 }, ended: 1 }]);
  });
});
