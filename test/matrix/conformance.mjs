// Client behavior on every platform: the same file in Node, browsers, Deno, Bun, and workers, as an ES module and next to CommonJS. The
// packages are parameters because each platform resolves them differently. `rootUrl` is a mock of all services over HTTP.

const project = 'p';

/** Throws with both values if they differ. */
function equal(found, wanted, what = 'value') {
  const [a, b] = [found, wanted].map((value) => JSON.stringify(value));
  if (a !== b) throw new Error(`${what}: expected ${b}, received ${a}`);
}

/** Returns the error of a call. */
async function failureOf(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('expected a failure, received an answer');
}

/** Checks by name; each gets clients of its own state. */
const checks = {
  async 'a call, its answer and its headers'({ zones, zone }) {
    equal((await zones.create({ project, requestBody: { name: 'z', dnsName: 'example.com.' } })).dnsName, 'example.com.');
    const { status, headers, body } = await zones.get(zone).withResponse();
    equal([status, body.name, headers['content-type'].split(';')[0]], [200, 'z', 'application/json']);
  },
  async 'one function per method'({ dnsMethods, options, zone, seedZones }) {
    await seedZones(1);
    equal((await dnsMethods.managedZonesGet(dnsMethods.createClient(options), { ...zone, managedZone: 'z0' })).name, 'z0');
  },
  async 'an error of the service, across packages'({ zones, zone, dns, compute }) {
    const error = await failureOf(zones.get(zone));
    equal([error.name, error.status, error.reason], ['ApiError', 404, 'notFound']);
    equal([error instanceof dns.ApiError, error instanceof compute.ApiError, error instanceof compute.NetworkError], [true, true, false]);
  },
  async 'an error before anything is sent'({ zones, dns }) {
    const error = await failureOf(zones.get({ project: '..', managedZone: 'z' }));
    equal([error instanceof dns.ParameterError, error.parameter], [true, 'project']);
  },
  async 'items of all pages, with the next page ahead of time'({ zones, seedZones }) {
    await seedZones(5);
    for (const prefetch of [false, true]) {
      const names = [];
      for await (const { name } of zones.list({ project, maxResults: 2 }, { prefetch, maxItems: 4 })) names.push(name);
      equal(names, ['z0', 'z1', 'z2', 'z3'], `prefetch ${prefetch}`);
    }
  },
  async 'a mask'({ zones, seedZones }) {
    await seedZones(1);
    equal(Object.keys(await zones.get({ project, managedZone: 'z0', fields: ['name'] })), ['name']);
  },
  async 'text of any kind in paths'({ zones }) {
    const error = await failureOf(zones.get({ project: 'a/b ü%', managedZone: "'*'" }));
    equal(error.name, 'ApiError');
  },
  async retries({ zones, seedZones, admin, attempts }) {
    await seedZones(1);
    await admin('faults', 'PUT', [{ method: 'dns.managedZones.get', status: 503, times: 2 }]);
    equal((await zones.get({ project, managedZone: 'z0' }, { retry: { delay: 1 } })).name, 'z0');
    equal(attempts.at(-1), 3);
  },
  async 'a timeout'({ zones, zone, admin, dns }) {
    await admin('faults', 'PUT', [{ method: 'dns.managedZones.get', latencyMs: 5000 }]);
    const error = await failureOf(zones.get(zone, { timeout: 50, retry: false }));
    equal([error instanceof dns.TimeoutError, error.milliseconds], [true, 50]);
  },
  async 'a call that is left'({ zones, zone, admin }) {
    await admin('faults', 'PUT', [{ method: 'dns.managedZones.get', latencyMs: 5000 }]);
    const controller = new AbortController();
    const call = failureOf(zones.get(zone, { signal: controller.signal }));
    const reason = new Error('left');
    controller.abort(reason);
    equal((await call) === reason, true);
  },
  async 'a server that nobody runs'({ dns }) {
    const away = dns.createDnsClient({ rootUrl: 'http://127.0.0.1:9', retry: false });
    equal((await failureOf(away.managedZones.get({ project, managedZone: 'z' }))).name, 'NetworkError');
  },
  async 'an operation waited for, with a request id of its own'({ computeClient, compute, admin }) {
    const path = `/compute/v1/projects/${project}/global/httpHealthChecks/h`;
    await admin('seed', 'POST', { resources: { [path]: { name: 'h', port: 80 } } });
    const started = await computeClient.httpHealthChecks.patch({ project, httpHealthCheck: 'h', requestBody: { port: 81 } });
    equal(/^[0-9a-f-]{36}$/.test(started.clientOperationId), true, 'request id');
    equal((await computeClient.waitForOperation(started)).status, 'DONE');
    equal(typeof compute.readModifyWrite, 'function');
  },
  async 'validation at the border'({ dns, dnsValidators, options, seedZones }) {
    const judged = dns.createDnsClient({ ...options, validate: { ...dnsValidators, fatal: true } });
    const error = await failureOf(judged.managedZones.create({ project, requestBody: { name: 5 } }));
    equal([error.name, error.parameter], ['ParameterError', 'requestBody']);
    await seedZones(1);
    equal((await judged.managedZones.get({ project, managedZone: 'z0' })).name, 'z0');
  },
  async 'the mock in memory'({ dns, dnsMock }) {
    const inside = dns.createDnsClient({ rootUrl: 'http://mock.test', fetch: dnsMock.createMock().fetch });
    await inside.managedZones.create({ project, requestBody: { name: 'z', dnsName: 'example.com.' } });
    equal((await inside.managedZones.list({ project })).managedZones.length, 1);
  },
  async values({ values }) {
    const text = '2026-01-01T00:00:00.123456789Z';
    equal(values.toTimestamp(values.fromTimestamp(text)), text);
    equal(values.toUint64(values.fromUint64('18446744073709551615')), '18446744073709551615');
    equal(values.toBase64(values.fromBase64('-_8')), '+/8=');
  },
};

/** Sends a control request; returns status and text. The host of a page sends it, because pages of other origins must not. */
export async function control(url, init) {
  const response = await fetch(url, init);
  return [response.status, await response.text()];
}

async function context(modules, session) {
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
      await check(await context(modules, `${modules.session}-${name.replaceAll(/\W+/g, '-')}`));
    } catch (error) {
      failures.push(`${name}: ${error?.stack ?? error}`);
    }
  }
  return { count: Object.keys(checks).length, failures };
}
