/** The eleven methods of error reporting: six of a project, five of its locations. */
import { expect } from 'vitest';
import { listAll, malformedBody, malformedList, unexpectedBody, type CaseTable, type MethodCase } from '../case.js';
import type { ErrorReportingClient } from '../packages.js';

type ErrorReportingCase = MethodCase<ErrorReportingClient>;

const project = 'projects/p';
// The lists of a project contain the events of its locations, so the location belongs to another project.
const location = 'projects/q/locations/l';
const message = 'TypeError: x is undefined\n    at run (/srv/app.js:10:5)';
const serviceContext = { service: 'web', version: '1' };
const event = { eventTime: '2025-12-31T23:00:00Z', serviceContext, message };
const requestBody = { serviceContext, message };
const anyOwnerExists = 'a project and its locations exist without being created';

/** The methods that a project and its locations share. */
interface Collections {
  readonly events: Pick<ErrorReportingClient['projects']['locations']['events'], 'list'>;
  readonly groupStats: ErrorReportingClient['projects']['locations']['groupStats'];
  readonly groups: ErrorReportingClient['projects']['locations']['groups'];
  deleteEvents(params: { readonly projectName: string }): Promise<unknown>;
}

interface EventOwner {
  readonly name: string;
  readonly unknownName: string;
  getCollections(client: ErrorReportingClient): Collections;
}

const projectOwner: EventOwner = { name: project, unknownName: 'projects/unknown', getCollections: ({ projects }) => projects };
const locationOwner: EventOwner = {
  name: location,
  unknownName: 'projects/q/locations/unknown',
  getCollections: ({ projects }) => projects.locations,
};

/** The name of the only group in the seed. */
async function findGroupName(client: ErrorReportingClient, { name, getCollections }: EventOwner): Promise<string> {
  const [stats, ...remaining] = await listAll(getCollections(client).groupStats.list({ projectName: name }));
  expect(remaining).toEqual([]);
  expect(stats?.group?.name).toMatch(new RegExp(`^${name}/groups/[^/]+$`));
  return stats?.group?.name ?? '';
}

const deleteEvents = ({ name, unknownName, getCollections }: EventOwner): ErrorReportingCase => ({
  succeeds: async ({ client }) => {
    expect(await getCollections(client).deleteEvents({ projectName: name })).toEqual({});
    expect(await listAll(getCollections(client).events.list({ projectName: name }))).toEqual([]);
  },
  unknown: { existsBecause: anyOwnerExists, run: (client) => getCollections(client).deleteEvents({ projectName: unknownName }) },
  malformed: [unexpectedBody(`/v1beta1/${name}/events`)],
});

const listEvents = (owner: EventOwner): ErrorReportingCase => ({
  succeeds: async ({ client }) => {
    const groupId = (await findGroupName(client, owner)).split('/').at(-1) ?? '';
    const result = await listAll(owner.getCollections(client).events.list({ projectName: owner.name, groupId, pageSize: 1 }));
    expect(result).toMatchObject([{ message }, { message }]);
  },
  unknown: {
    existsBecause: anyOwnerExists,
    run: async (client) => expect(await listAll(owner.getCollections(client).events.list({ projectName: owner.unknownName }))).toEqual([]),
  },
  malformed: malformedList(`/v1beta1/${owner.name}/events`, 'pageSize'),
});

const listGroupStats = (owner: EventOwner): ErrorReportingCase => ({
  succeeds: async ({ client }) => {
    const [stats] = await listAll(owner.getCollections(client).groupStats.list({ projectName: owner.name }));
    expect(stats).toMatchObject({ count: '2', affectedServices: [serviceContext], representative: { message } });
    expect(await owner.getCollections(client).groups.get({ groupName: stats?.group?.name ?? '' })).toEqual(stats?.group);
  },
  unknown: {
    existsBecause: anyOwnerExists,
    run: async (client) =>
      expect(await listAll(owner.getCollections(client).groupStats.list({ projectName: owner.unknownName }))).toEqual([]),
  },
  malformed: malformedList(`/v1beta1/${owner.name}/groupStats`, 'pageSize'),
});

const getGroup = (owner: EventOwner): ErrorReportingCase => ({
  succeeds: async ({ client }) => {
    const groupName = await findGroupName(client, owner);
    expect(await owner.getCollections(client).groups.get({ groupName })).toMatchObject({
      name: groupName,
      groupId: groupName.split('/').at(-1),
    });
  },
  unknown: (client) => owner.getCollections(client).groups.get({ groupName: `${owner.name}/groups/none` }),
  malformed: [unexpectedBody(`/v1beta1/${owner.name}/groups/none`)],
});

const updateGroup = (owner: EventOwner): ErrorReportingCase => ({
  succeeds: async ({ client }) => {
    const name = await findGroupName(client, owner);
    const trackingIssues = [{ url: 'https://tracker.example.com/1' }];
    const updated = await owner
      .getCollections(client)
      .groups.update({ 'group.name': name, requestBody: { name, resolutionStatus: 'ACKNOWLEDGED', trackingIssues } });
    expect(updated).toMatchObject({ name, resolutionStatus: 'ACKNOWLEDGED', trackingIssues });
    expect(await owner.getCollections(client).groups.get({ groupName: name })).toEqual(updated);
  },
  unknown: (client) =>
    owner.getCollections(client).groups.update({ 'group.name': `${owner.name}/groups/none`, requestBody: { resolutionStatus: 'MUTED' } }),
  malformed: malformedBody(
    `/v1beta1/${owner.name}/groups/none`,
    { description: 'issues that are not a list', body: { trackingIssues: {} }, reason: 'invalid', location: 'trackingIssues' },
    {
      description: 'a name that differs from the path',
      body: { name: `${owner.name}/groups/other` },
      reason: 'invalid',
      location: 'name',
      onlyServerDetects: true,
    },
  ),
});

export const errorReportingCases: CaseTable<ErrorReportingClient> = {
  seed: { events: { [project]: [event, event], [location]: [event, event] } },
  methods: {
    'errorreporting.projects.deleteEvents': deleteEvents(projectOwner),
    'errorreporting.projects.events.list': listEvents(projectOwner),
    'errorreporting.projects.events.report': {
      succeeds: async ({ client, mock }) => {
        const text = 'Disk is full';
        expect(await client.projects.events.report({ projectName: project, requestBody: { ...requestBody, message: text } })).toEqual({});
        expect(await listAll(client.projects.events.list({ projectName: project }))).toContainEqual(
          expect.objectContaining({ message: text, serviceContext }),
        );
        expect((await mock.state()).log?.[project]).toEqual([expect.objectContaining({})]);
      },
      unknown: {
        existsBecause: anyOwnerExists,
        run: (client) => client.projects.events.report({ projectName: 'projects/unknown', requestBody }),
      },
      malformed: malformedBody(`/v1beta1/${project}/events:report`, {
        description: 'a message that is not a string',
        body: { ...requestBody, message: 7 },
        reason: 'invalid',
        location: 'message',
      }),
    },
    'errorreporting.projects.groupStats.list': listGroupStats(projectOwner),
    'errorreporting.projects.groups.get': getGroup(projectOwner),
    'errorreporting.projects.groups.update': updateGroup(projectOwner),
    'errorreporting.projects.locations.deleteEvents': deleteEvents(locationOwner),
    'errorreporting.projects.locations.events.list': listEvents(locationOwner),
    'errorreporting.projects.locations.groupStats.list': listGroupStats(locationOwner),
    'errorreporting.projects.locations.groups.get': getGroup(locationOwner),
    'errorreporting.projects.locations.groups.update': updateGroup(locationOwner),
  },
};
