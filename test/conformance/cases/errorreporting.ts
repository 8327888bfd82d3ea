/** The eleven methods of error reporting: six of a project, five of one of its locations. */
import { expect } from 'vitest';
import { all, malformedBody, malformedList, surplusBody, type CaseTable, type MethodCase } from '../case.js';
import type { ErrorReportingClient } from '../packages.js';

type Case = MethodCase<ErrorReportingClient>;

const project = 'projects/p';
// A project's lists hold the events of its locations too, so the location is one of another project.
const location = 'projects/q/locations/l';
const message = 'TypeError: x is undefined\n    at run (/srv/app.js:10:5)';
const serviceContext = { service: 'web', version: '1' };
const event = { eventTime: '2025-12-31T23:00:00Z', serviceContext, message };
const requestBody = { serviceContext, message };
const anyOwner = 'a project and its locations exist without being created';

/** The methods that a project and its locations share. */
interface Collections {
  readonly events: Pick<ErrorReportingClient['projects']['locations']['events'], 'list'>;
  readonly groupStats: ErrorReportingClient['projects']['locations']['groupStats'];
  readonly groups: ErrorReportingClient['projects']['locations']['groups'];
  deleteEvents(params: { readonly projectName: string }): Promise<unknown>;
}

interface Owner {
  readonly name: string;
  readonly unheardOf: string;
  of(client: ErrorReportingClient): Collections;
}

const ofProject: Owner = { name: project, unheardOf: 'projects/unheard-of', of: ({ projects }) => projects };
const ofLocation: Owner = { name: location, unheardOf: 'projects/q/locations/unheard-of', of: ({ projects }) => projects.locations };

/** The name of the only group in the seed. */
async function groupOf(client: ErrorReportingClient, { name, of }: Owner): Promise<string> {
  const [stats, ...others] = await all(of(client).groupStats.list({ projectName: name }));
  expect(others).toEqual([]);
  expect(stats?.group?.name).toMatch(new RegExp(`^${name}/groups/[^/]+$`));
  return stats?.group?.name ?? '';
}

const deleteEvents = ({ name, unheardOf, of }: Owner): Case => ({
  succeeds: async ({ client }) => {
    expect(await of(client).deleteEvents({ projectName: name })).toEqual({});
    expect(await all(of(client).events.list({ projectName: name }))).toEqual([]);
  },
  unknown: { exists: anyOwner, ask: (client) => of(client).deleteEvents({ projectName: unheardOf }) },
  malformed: [surplusBody(`/v1beta1/${name}/events`)],
});

const listEvents = (owner: Owner): Case => ({
  succeeds: async ({ client }) => {
    const groupId = (await groupOf(client, owner)).split('/').at(-1) ?? '';
    const found = await all(owner.of(client).events.list({ projectName: owner.name, groupId, pageSize: 1 }));
    expect(found).toMatchObject([{ message }, { message }]);
  },
  unknown: {
    exists: anyOwner,
    ask: async (client) => expect(await all(owner.of(client).events.list({ projectName: owner.unheardOf }))).toEqual([]),
  },
  malformed: malformedList(`/v1beta1/${owner.name}/events`, 'pageSize'),
});

const listGroupStats = (owner: Owner): Case => ({
  succeeds: async ({ client }) => {
    const [stats] = await all(owner.of(client).groupStats.list({ projectName: owner.name }));
    expect(stats).toMatchObject({ count: '2', affectedServices: [serviceContext], representative: { message } });
    expect(await owner.of(client).groups.get({ groupName: stats?.group?.name ?? '' })).toEqual(stats?.group);
  },
  unknown: {
    exists: anyOwner,
    ask: async (client) => expect(await all(owner.of(client).groupStats.list({ projectName: owner.unheardOf }))).toEqual([]),
  },
  malformed: malformedList(`/v1beta1/${owner.name}/groupStats`, 'pageSize'),
});

const getGroup = (owner: Owner): Case => ({
  succeeds: async ({ client }) => {
    const groupName = await groupOf(client, owner);
    expect(await owner.of(client).groups.get({ groupName })).toMatchObject({ name: groupName, groupId: groupName.split('/').at(-1) });
  },
  unknown: (client) => owner.of(client).groups.get({ groupName: `${owner.name}/groups/none` }),
  malformed: [surplusBody(`/v1beta1/${owner.name}/groups/none`)],
});

const updateGroup = (owner: Owner): Case => ({
  succeeds: async ({ client }) => {
    const name = await groupOf(client, owner);
    const trackingIssues = [{ url: 'https://tracker.example.com/1' }];
    const updated = await owner
      .of(client)
      .groups.update({ 'group.name': name, requestBody: { name, resolutionStatus: 'ACKNOWLEDGED', trackingIssues } });
    expect(updated).toMatchObject({ name, resolutionStatus: 'ACKNOWLEDGED', trackingIssues });
    expect(await owner.of(client).groups.get({ groupName: name })).toEqual(updated);
  },
  unknown: (client) =>
    owner.of(client).groups.update({ 'group.name': `${owner.name}/groups/none`, requestBody: { resolutionStatus: 'MUTED' } }),
  malformed: malformedBody(
    `/v1beta1/${owner.name}/groups/none`,
    { because: 'issues that are no list', body: { trackingIssues: {} }, reason: 'invalid', location: 'trackingIssues' },
    {
      because: 'another name than the path has',
      body: { name: `${owner.name}/groups/other` },
      reason: 'invalid',
      location: 'name',
      beyondMessage: true,
    },
  ),
});

export const errorReportingCases: CaseTable<ErrorReportingClient> = {
  seed: { events: { [project]: [event, event], [location]: [event, event] } },
  methods: {
    'errorreporting.projects.deleteEvents': deleteEvents(ofProject),
    'errorreporting.projects.events.list': listEvents(ofProject),
    'errorreporting.projects.events.report': {
      succeeds: async ({ client, mock }) => {
        const text = 'Disk is full';
        expect(await client.projects.events.report({ projectName: project, requestBody: { ...requestBody, message: text } })).toEqual({});
        expect(await all(client.projects.events.list({ projectName: project }))).toContainEqual(
          expect.objectContaining({ message: text, serviceContext }),
        );
        expect((await mock.state()).log?.[project]).toEqual([expect.objectContaining({})]);
      },
      unknown: { exists: anyOwner, ask: (client) => client.projects.events.report({ projectName: 'projects/unheard-of', requestBody }) },
      malformed: malformedBody(`/v1beta1/${project}/events:report`, {
        because: 'a message that is no text',
        body: { ...requestBody, message: 7 },
        reason: 'invalid',
        location: 'message',
      }),
    },
    'errorreporting.projects.groupStats.list': listGroupStats(ofProject),
    'errorreporting.projects.groups.get': getGroup(ofProject),
    'errorreporting.projects.groups.update': updateGroup(ofProject),
    'errorreporting.projects.locations.deleteEvents': deleteEvents(ofLocation),
    'errorreporting.projects.locations.events.list': listEvents(ofLocation),
    'errorreporting.projects.locations.groupStats.list': listGroupStats(ofLocation),
    'errorreporting.projects.locations.groups.get': getGroup(ofLocation),
    'errorreporting.projects.locations.groups.update': updateGroup(ofLocation),
  },
};
