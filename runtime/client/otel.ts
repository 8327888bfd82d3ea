/** Hooks for OpenTelemetry traces. The caller passes in the API, so this module imports nothing. */
import { ApiError, DiscogenError } from '../errors.js';
import type { AttemptSummary, Hooks } from './call-options.js';

/** The part of `@opentelemetry/api` that the hooks use. */
export interface OpenTelemetryApi {
  readonly trace: {
    getTracer(name: string): { startSpan(name: string, options: SpanOptions): OpenTelemetrySpan };
    setSpan(context: never, span: never): unknown;
  };
  readonly context: { active(): unknown };
  readonly propagation: { inject(context: never, carrier: Record<string, string>): void };
}

interface SpanOptions {
  readonly kind: 2;
  readonly attributes: Record<string, string | number>;
}

interface OpenTelemetrySpan {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { readonly code: 2; readonly message?: string }): unknown;
  end(): void;
}

/**
 * Creates hooks that record a span for each attempt, according to the semantic conventions for HTTP clients, and propagate its context in
 * the request headers. A span contains no headers, body, or query.
 *
 * ```ts
 * import * as api from '@opentelemetry/api';
 * const client = createClient({ hooks: openTelemetry(api) });
 * ```
 *
 * @param options.tracer The name of the tracer. Default: `discogen`.
 */
export function openTelemetry(api: OpenTelemetryApi, { tracer = 'discogen' }: { readonly tracer?: string } = {}): Hooks {
  const spans = new WeakMap<AttemptSummary, OpenTelemetrySpan>();
  const fail = (attempt: AttemptSummary, error: unknown): void => {
    const span = spans.get(attempt);
    spans.delete(attempt);
    const type = error instanceof ApiError ? String(error.status) : ((error as Error | undefined)?.name ?? 'Error');
    span?.setAttribute('error.type', type);
    span?.setStatus({ code: 2, ...(error instanceof DiscogenError && { message: error.message }) });
    span?.end();
  };
  return {
    onRequest({ headers }, attempt) {
      const span = api.trace.getTracer(tracer).startSpan(`${attempt.httpMethod} ${attempt.route}`.trim(), {
        kind: 2,
        attributes: toAttributes(attempt),
      });
      spans.set(attempt, span);
      api.propagation.inject(api.trace.setSpan(api.context.active() as never, span as never) as never, headers);
    },
    onResponse({ status }, attempt) {
      const span = spans.get(attempt);
      span?.setAttribute('http.response.status_code', status);
      // `onRetry` or `onError` ends the span of a failed attempt.
      if (status >= 300 || !span) return;
      spans.delete(attempt);
      span.end();
    },
    onRetry: ({ error }, attempt) => fail(attempt, error),
    onError: (error, attempt) => fail(attempt, error),
  };
}

function toAttributes({ methodId, httpMethod, url, route, attempt }: AttemptSummary): Record<string, string | number> {
  const { hostname, port, protocol } = new URL(url);
  return {
    'http.request.method': httpMethod,
    'url.full': url,
    'url.template': route,
    'server.address': hostname,
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    'rpc.method': methodId,
    ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
  };
}
