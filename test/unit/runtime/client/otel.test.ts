import * as api from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import { ApiError, defineMethod, defineWaitForOperation, NetworkError } from '../../../../runtime/client/index.js';
import { openTelemetry } from '../../../../runtime/client/otel.js';
import type { OpenTelemetryApi } from '../../../../runtime/client/otel.js';
import { connect, catchError, getZone, manualClock, script, flushMicrotasks, stall, unavailable, zone } from './support.js';
import type { Values } from './support.js';

const get = defineMethod<Values, unknown>(getZone);

interface Span {
  readonly name: string;
  readonly attributes: Record<string, string | number>;
  status?: unknown;
  ended: number;
}
/** An in-memory tracer that records spans and writes the span number as `traceparent`. */
function createTelemetry(): { readonly spans: Span[]; readonly tracers: Set<string>; readonly api: OpenTelemetryApi } {
  const spans: Span[] = [];
  const tracers = new Set<string>();
  const api: OpenTelemetryApi = {
    trace: {
      getTracer: (tracer) => ({
        startSpan(name, { attributes }) {
          tracers.add(tracer);
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
  return { spans, tracers, api };
}

describe('OpenTelemetry', () => {
  test('records each attempt as a span with the HTTP client conventions', async () => {
    const { spans, api } = createTelemetry();
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

  test('accepts the published API', async () => {
    const names: string[] = [];
    const span = api.trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 });
    const startSpan = (name: string): api.Span => {
      names.push(name);
      return span;
    };
    const startActiveSpan = (): never => expect.unreachable();
    api.trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) });
    api.propagation.setGlobalPropagator({
      inject: (context, carrier, setter) => setter.set(carrier, 'traceparent', `00-${api.trace.getSpanContext(context)?.traceId}`),
      extract: (context) => context,
      fields: () => [],
    });
    const { fetch, sent } = script({});
    await get(connect(fetch, { hooks: openTelemetry(api) }), zone);
    api.trace.disable();
    api.propagation.disable();
    expect(names).toEqual(['GET dns/v1/projects/{project}/managedZones/{managedZone}']);
    expect(sent[0]?.headers['traceparent']).toBe(`00-${'a'.repeat(32)}`);
  });

  test.each([
    [{ status: 404 }, ApiError, '404'],
    [{ status: 302, headers: { location: 'http://other.test/' } }, ApiError, '302'],
    [new TypeError('fetch failed'), NetworkError, 'NetworkError'],
  ])('ends the span of a failed call: %o', async (response, kind, type) => {
    const { spans, api } = createTelemetry();
    await catchError<Error>(kind, get(connect(script(response).fetch, { hooks: [openTelemetry(api)], retry: false }), zone));
    expect(spans).toMatchObject([{ attributes: { 'error.type': type }, status: { code: 2 }, ended: 1 }]);
  });

  test('records only the name of an error that the caller creates', async () => {
    const { spans, api } = createTelemetry();
    const controller = new AbortController();
    const call = get(connect(script(stall).fetch, { hooks: openTelemetry(api) }), zone, { signal: controller.signal });
    await flushMicrotasks();
    controller.abort(new RangeError('secret'));
    await catchError(RangeError, call);
    expect(spans).toMatchObject([{ attributes: { 'error.type': 'RangeError' }, ended: 1 }]);
    expect(spans[0]?.status).toEqual({ code: 2 });
  });

  test('ends a span once, also if the call ends during a retry delay', async () => {
    const { spans, api } = createTelemetry();
    const controller = new AbortController();
    const client = connect(script(unavailable).fetch, { hooks: openTelemetry(api), clock: manualClock() });
    const call = get(client, zone, { signal: controller.signal });
    await flushMicrotasks();
    controller.abort(new Error('left'));
    await expect(call).rejects.toThrow('left');
    expect(spans).toMatchObject([{ attributes: { 'error.type': '503' }, ended: 1 }]);
  });

  test('ends the span of a success before other hooks run', async () => {
    const { spans, api } = createTelemetry();
    const veto = (): never => {
      throw undefined;
    };
    const client = connect(script({}).fetch, { hooks: [openTelemetry(api), { onResponse: veto }] });
    await expect(get(client, zone)).rejects.toBeUndefined();
    expect(spans[0]?.attributes).not.toHaveProperty('error.type');
    expect(spans).toMatchObject([{ ended: 1 }]);
  });

  test('accepts any thrown value', async () => {
    const { spans, api } = createTelemetry();
    const veto = (): never => {
      throw undefined;
    };
    const client = connect(script({}).fetch, { hooks: [openTelemetry(api), { onRequest: veto }] });
    await expect(get(client, zone)).rejects.toBeUndefined();
    expect(spans).toMatchObject([{ attributes: { 'error.type': 'Error' }, ended: 1 }]);
  });

  test.each([
    ['https://service.test/', 443],
    ['http://service.test/', 80],
    ['https://service.test:8443/', 8443],
  ])('records the port of %s', async (rootUrl, port) => {
    const { spans, api } = createTelemetry();
    await get(connect(script({}).fetch, { rootUrl, hooks: openTelemetry(api) }), zone);
    expect(spans[0]?.attributes).toMatchObject({ 'server.port': port });
    expect(spans[0]?.attributes).not.toHaveProperty('http.request.resend_count');
  });

  test('uses the configured tracer name, and only the HTTP method as span name without a route', async () => {
    const { spans, tracers, api } = createTelemetry();
    const { fetch } = script({ body: { done: true } });
    await get(connect(fetch, { hooks: openTelemetry(api) }), zone);
    const client = connect(fetch, { hooks: openTelemetry(api, { tracer: 'mine' }) });
    await defineWaitForOperation()(client, { name: 'operations/1' }, { timeout: Infinity });
    expect([...tracers]).toEqual(['discogen', 'mine']);
    expect(spans[1]?.name).toBe('GET');
  });
});
