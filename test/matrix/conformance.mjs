// Client behavior on every platform: the same file in Node, browsers, Deno, Bun, and workers, as an ES module and next to CommonJS. The
// packages are parameters because each platform resolves them differently. `rootUrl` is a mock of all services over HTTP.

const project = 'p';

/** Throws with both values if they differ. */
function expectEqual(received, expected, what = 'value') {
  const [a, b] = [received, expected].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}: expected ${b}, received ${a}`);
}

/** Returns the error of a call. */
async function catchError(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('expected an error, received a response');
}

/** Checks by name; each gets clients with separate state. */
const checks = {
  async 'a call, its response, and its headers'({ zones, zone }) {
    expectEqual((await zones.create({ project, requestBody: { name: 'z', dnsName: 'example.com.' } })).dnsName, 'example.com.');
    const { status, headers, body } = await zones.get(zone).withResponse();
    expectEqual([status, body.name, headers['content-type'].split(';')[0]], [200, 'z', 'application/json']);
  },
  async 'one function per method'({ dnsMethods, options, zone, seedZones }) {
    await seedZones(1);
    expectEqual((await dnsMethods.managedZonesGet(dnsMethods.createClient(options), { ...zone, managedZone: 'z0' })).name, 'z0');
  },
  async 'an error of the service, across packages'({ zones, zone, dns, compute }) {
    const error = await catchError(zones.get(zone));
    expectEqual([error.name, error.status, error.reason], ['ApiError', 404, 'notFound']);
    expectEqual(
      [error instanceof dns.ApiError, error instanceof compute.ApiError, error instanceof compute.NetworkError],
      [true, true, false],
    );
  },
  async 'an error before a request is sent'({ zones, dns }) {
    const error = await catchError(zones.get({ project: '..', managedZone: 'z' }));
    expectEqual([error instanceof dns.ParameterError, error.parameter], [true, 'project']);
  },
  async 'items of all pages, with prefetching'({ zones, seedZones }) {
    await seedZones(5);
    for (const prefetch of [false, true]) {
      const names = [];
      for await (const { name } of zones.list({ project, maxResults: 2 }, { prefetch, maxItems: 4 })) names.push(name);
      expectEqual(names, ['z0', 'z1', 'z2', 'z3'], `prefetch ${prefetch}`);
    }
  },
  async 'a field mask'({ zones, seedZones }) {
    await seedZones(1);
    expectEqual(Object.keys(await zones.get({ project, managedZone: 'z0', fields: ['name'] })), ['name']);
  },
  async 'special characters in paths'({ zones }) {
    const error = await catchError(zones.get({ project: 'a/b ü%', managedZone: "'*'" }));
    expectEqual(error.name, 'ApiError');
  },
  async retries({ zones, seedZones, admin, attempts }) {
    await seedZones(1);
    await admin('faults', 'PUT', [{ method: 'dns.managedZones.get', status: 503, times: 2 }]);
    expectEqual((await zones.get({ project, managedZone: 'z0' }, { retry: { delay: 1 } })).name, 'z0');
    expectEqual(attempts.at(-1), 3);
  },
  async 'a timeout'({ zones, zone, admin, dns }) {
    await admin('faults', 'PUT', [{ method: 'dns.managedZones.get', latencyMs: 5000 }]);
    const error = await catchError(zones.get(zone, { timeout: 50, retry: false }));
    expectEqual([error instanceof dns.TimeoutError, error.milliseconds], [true, 50]);
  },
  async 'an aborted call'({ zones, zone, admin }) {
    await admin('faults', 'PUT', [{ method: 'dns.managedZones.get', latencyMs: 5000 }]);
    const controller = new AbortController();
    const call = catchError(zones.get(zone, { signal: controller.signal }));
    const reason = new Error('aborted');
    controller.abort(reason);
    expectEqual((await call) === reason, true);
  },
  async 'an unreachable server'({ dns }) {
    const client = dns.createDnsClient({ rootUrl: 'http://127.0.0.1:9', retry: false });
    expectEqual((await catchError(client.managedZones.get({ project, managedZone: 'z' }))).name, 'NetworkError');
  },
  async 'waiting for an operation with a generated request ID'({ computeClient, compute, admin }) {
    const path = `/compute/v1/projects/${project}/global/httpHealthChecks/h`;
    await admin('seed', 'POST', { resources: { [path]: { name: 'h', port: 80 } } });
    const started = await computeClient.httpHealthChecks.patch({ project, httpHealthCheck: 'h', requestBody: { port: 81 } });
    expectEqual(/^[0-9a-f-]{36}$/.test(started.clientOperationId), true, 'request id');
    expectEqual((await computeClient.waitForOperation(started)).status, 'DONE');
    expectEqual(typeof compute.readModifyWrite, 'function');
  },
  async 'request validation'({ dns, dnsValidators, options, seedZones }) {
    const validatingClient = dns.createDnsClient({ ...options, validate: { ...dnsValidators, fatal: true } });
    const error = await catchError(validatingClient.managedZones.create({ project, requestBody: { name: 5 } }));
    expectEqual([error.name, error.parameter], ['ParameterError', 'requestBody']);
    await seedZones(1);
    expectEqual((await validatingClient.managedZones.get({ project, managedZone: 'z0' })).name, 'z0');
  },
  async 'the in-memory mock'({ dns, dnsMock }) {
    const client = dns.createDnsClient({ rootUrl: 'http://mock.test', fetch: dnsMock.createMock().fetch });
    await client.managedZones.create({ project, requestBody: { name: 'z', dnsName: 'example.com.' } });
    expectEqual((await client.managedZones.list({ project })).managedZones.length, 1);
  },
  async values({ values }) {
    const text = '2026-01-01T00:00:00.123456789Z';
    expectEqual(values.toTimestamp(values.fromTimestamp(text)), text);
    expectEqual(values.toUint64(values.fromUint64('18446744073709551615')), '18446744073709551615');
    expectEqual(values.toBase64(values.fromBase64('-_8')), '+/8=');
  },
};

/** Sends a control request; returns status and text. The host of a page sends it, because pages of other origins must not. */
export async function control(url, init) {
  const response = await fetch(url, init);
  return [response.status, await response.text()];
}

async function createContext(modules, session) {
  const { dns, compute, rootUrl } = modules;
  const headers = { 'x-mock-session': session };
  const attempts = [];
  const options = { rootUrl, headers, auth: () => 'token', onRequest: (_, { attempt }) => void attempts.push(attempt) };
  const admin = async (route, method, body) => {
    const init = { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const [status, text] = await (modules.control ?? control)(String(new URL(`__admin/${route}`, rootUrl)), init);
    if (status !== 200) throw new Error(`${route}: ${status} ${text}`);
  };
  const seedZones = (count) =>
    admin('seed', 'POST', {
      resources: Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `/dns/v1/projects/${project}/managedZones/z${at}`,
          { name: `z${at}`, dnsName: `z${at}.com.` },
        ]),
      ),
    });
  const zones = dns.createDnsClient(options).managedZones;
  const computeClient = compute.createComputeClient(options);
  return { ...modules, options, attempts, admin, seedZones, zones, computeClient, zone: { project, managedZone: 'z' } };
}

/** Runs all checks; returns their number and the failures by name. */
export async function conformance(modules) {
  const failures = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check(await createContext(modules, `${modules.session}-${name.replaceAll(/\W+/g, '-')}`));
    } catch (error) {
      failures.push(`${name}: ${error?.stack ?? error}`);
    }
  }
  return { count: Object.keys(checks).length, failures };
}
