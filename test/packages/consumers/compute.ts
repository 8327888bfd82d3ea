/** A user's program with every entry point of the Compute package and a wait for an operation. */
import { createComputeClient, type HttpHealthCheckInput, type Operation } from '@discogen/compute-v1';
import { createTransport, sslPoliciesList } from '@discogen/compute-v1/methods';
import { createMock } from '@discogen/compute-v1/mock';
import { validateHttpHealthCheck, validateHttpHealthChecksPatchRequest } from '@discogen/compute-v1/validators';

const mock = createMock({ operationDelay: 5_000, now: () => 0 });
await mock.seed({ resources: { '/compute/v1/projects/p/global/httpHealthChecks/h': { name: 'h', port: 80 } } });
const options = { rootUrl: 'http://compute.example', fetch: mock.fetch };
const compute = createComputeClient(options);

const patch: HttpHealthCheckInput = { port: 8080 };
const started: Operation = await compute.httpHealthChecks.patch({ project: 'p', httpHealthCheck: 'h', requestBody: patch });
await mock.clock.advance(5_000);
const done = await compute.waitForOperation(started);

const policies = await sslPoliciesList(createTransport({ name: 'compute', version: 'v1' }, options), { project: 'p' });
const invalidCheck: unknown = { checkIntervalSec: 5, timeoutSec: 9 };

console.log(
  JSON.stringify({
    started: started.status,
    done: done.status,
    policies: policies.items ?? [],
    valid: validateHttpHealthCheck({ port: 80 }),
    timeoutAboveInterval: validateHttpHealthCheck(invalidCheck),
    request: validateHttpHealthChecksPatchRequest({ project: 'p', httpHealthCheck: 'h', requestBody: patch }),
  }),
);
