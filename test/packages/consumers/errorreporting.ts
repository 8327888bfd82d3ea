/** A user's program with every entry point of the Error Reporting package. */
import { createErrorReportingClient, type ErrorEvent } from '@discogen/errorreporting-v1beta1';
import { createTransport, projectsGroupStatsList } from '@discogen/errorreporting-v1beta1/methods';
import { createMock } from '@discogen/errorreporting-v1beta1/mock';
import { validateErrorEvent } from '@discogen/errorreporting-v1beta1/validators';

const mock = createMock();
const options = { rootUrl: 'http://errors.example', fetch: mock.fetch };
const reporting = createErrorReportingClient(options);
const projectName = 'projects/p';
await reporting.projects.events.report({
  projectName,
  requestBody: { message: 'Error: it broke\n    at run (/app/index.js:1:1)', serviceContext: { service: 'web' } },
});

const [stats] =
  (await projectsGroupStatsList(createTransport({ name: 'clouderrorreporting', version: 'v1beta1' }, options), { projectName }))
    .errorGroupStats ?? [];
const events: ErrorEvent[] = [];
for await (const event of reporting.projects.events.list({ projectName, groupId: stats?.group?.groupId ?? '' })) events.push(event);
const invalidEvent: unknown = { message: 1 };

console.log(
  JSON.stringify({
    count: stats?.count,
    services: events.map(({ serviceContext }) => serviceContext?.service),
    valid: events.every((event) => validateErrorEvent(event)),
    invalid: validateErrorEvent(invalidEvent),
  }),
);
