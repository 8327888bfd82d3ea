/** A mock of two APIs with some resources and requests. */
import { compose, type MockOptions, type RunningServer } from '../../dist/runtime/mock.js';
import { createMock as createComputeMock } from '../../generated/compute-v1/dist/mock.js';
import { createMock as createDnsMock } from '../../generated/dns-v1/dist/mock.js';

export const zones = '/dns/v1/projects/p/managedZones';

const dnsResources = {
  [`${zones}/z1`]: { name: 'z1', dnsName: 'example.com.', description: 'The first zone', visibility: 'public' },
  [`${zones}/z2`]: { name: 'z2', dnsName: 'example.org.', description: 'The second zone', visibility: 'private' },
};
const computeResources = { '/compute/v1/projects/p/global/httpHealthChecks/check': { name: 'check', port: 80 } };

export type SeededMock = ReturnType<typeof createSeededMock>;

export function createSeededMock(options: MockOptions = {}) {
  return compose(
    createDnsMock({ ...options, seed: { resources: dnsResources } } as object),
    createComputeMock({ seed: { resources: computeResources } }),
  );
}

/** A mock that listens, with a `fetch` for its paths. */
export interface RunningMock extends RunningServer {
  readonly mock: SeededMock;
  readonly call: (
    path: string,
    init?: { readonly method?: string; readonly body?: unknown; readonly headers?: Record<string, string> },
  ) => Promise<Response>;
}

export async function startSeededMock(options: MockOptions = {}): Promise<RunningMock> {
  const mock = createSeededMock(options);
  const server = await mock.listen();
  return {
    ...server,
    mock,
    call: (path, { method = 'GET', body, headers = {} } = {}) =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  };
}
