/** What programs do with contacts and their groups. */
import { describe, expect, test } from 'vitest';
import { openPeople, type Body } from './open-people.js';

describe('a new contact', () => {
  test('has a source, and names and types that follow from others', async () => {
    const { send } = await openPeople();
    const person = await send('POST people:createContact', {
      names: [{ givenName: 'Ann', middleName: 'B.', familyName: 'Lee' }],
      emailAddresses: [{ value: 'ann@example.com', type: 'work' }, { value: 'ann@example.org' }],
      phoneNumbers: [{ value: '+41 44 123 45 67', type: 'homeFax' }],
    });
    const id = BigInt(person.resourceName.replace('people/c', '')).toString(16);
    const source = { type: 'CONTACT', id };
    const metadata = { primary: true, source };
    expect(person).toEqual({
      resourceName: expect.stringMatching(/^people\/c\d+$/) as string,
      etag: expect.stringMatching(/^%/) as string,
      metadata: {
        sources: [{ ...source, etag: expect.stringMatching(/^#/) as string, updateTime: '2026-01-02T03:04:05Z' }],
        objectType: 'PERSON',
      },
      names: [
        {
          metadata,
          displayName: 'Ann B. Lee',
          displayNameLastFirst: 'Lee, Ann B.',
          unstructuredName: 'Ann B. Lee',
          givenName: 'Ann',
          middleName: 'B.',
          familyName: 'Lee',
        },
      ],
      emailAddresses: [
        { metadata, value: 'ann@example.com', type: 'work', formattedType: 'Work' },
        { metadata: { source }, value: 'ann@example.org' },
      ],
      phoneNumbers: [{ metadata, value: '+41 44 123 45 67', canonicalForm: '+41441234567', type: 'homeFax', formattedType: 'Home Fax' }],
      memberships: [
        { metadata, contactGroupMembership: { contactGroupId: 'myContacts', contactGroupResourceName: 'contactGroups/myContacts' } },
      ],
    });
  });

  test('can have a name in one text, and only one name', async () => {
    const { send, fail } = await openPeople();
    const { names } = await send('POST people:createContact?personFields=names', { names: [{ unstructuredName: 'Ann Lee' }] });
    expect(names).toMatchObject([{ givenName: 'Ann', familyName: 'Lee', displayName: 'Ann Lee', displayNameLastFirst: 'Lee, Ann' }]);
    const two = { names: [{ givenName: 'Ann' }, { givenName: 'Anna' }] };
    expect(await fail('POST people:createContact', two)).toBe('400 Only one value is allowed for person.names.');
  });
});

test('a read returns the fields of its mask, which is required', async () => {
  const { add, send, fail } = await openPeople();
  const { resourceName, etag } = await add('Ann', 'Lee', { nicknames: [{ value: 'Annie' }] });
  const person = await send(`GET ${resourceName}?personFields=nicknames`);
  expect(person).toEqual({ resourceName, etag, nicknames: [expect.objectContaining({ value: 'Annie' })] });
  expect(await send(`GET ${resourceName}?requestMask.includeField=person.nicknames`)).toEqual(person);
  expect(await fail(`GET ${resourceName}`)).toMatch(/^400 personFields mask is required/);
  expect(await fail(`GET ${resourceName}?personFields=shoes`)).toMatch(/^400 Invalid personFields mask path: "shoes"/);
  expect(await fail('GET people/c1?personFields=names')).toBe('404 Requested entity was not found.');
  const { responses } = await send(`GET people:batchGet?personFields=nicknames&resourceNames=${resourceName}`);
  expect(responses).toEqual([{ httpStatusCode: 200, person, requestedResourceName: resourceName, status: {} }]);
});

test('an update replaces the fields of its mask, if the etag is current', async () => {
  const { add, send, fail } = await openPeople();
  const { resourceName, etag } = await add('Ann', 'Lee', { nicknames: [{ value: 'Annie' }] });
  const path = `PATCH ${resourceName}:updateContact?updatePersonFields=names`;
  const updated = await send(path, { etag, names: [{ givenName: 'Anna' }] });
  expect(updated).toMatchObject({ names: [{ displayName: 'Anna' }], nicknames: [{ value: 'Annie' }] });
  expect(await fail(path, { etag, names: [] })).toMatch(/^400 Request person\.etag is different than the current person\.etag/);
  expect(await fail(path, { names: [] })).toMatch(/^400 Request must set person\.etag/);
  const { metadata } = updated;
  await send(path, { metadata, names: [{ givenName: 'Bea' }] });
  expect(await send(`GET ${resourceName}?personFields=names`)).toMatchObject({ names: [{ displayName: 'Bea' }] });
});

test('connections are listed in an order, in pages, and without deleted ones', async () => {
  const { add, list, send } = await openPeople();
  const { resourceName } = await add('Bob', 'Young');
  await add('Ann', 'Zane');
  expect(await list()).toEqual(['Bob Young', 'Ann Zane']);
  expect(await list('sortOrder=LAST_MODIFIED_DESCENDING')).toEqual(['Ann Zane', 'Bob Young']);
  expect(await list('sortOrder=FIRST_NAME_ASCENDING')).toEqual(['Ann Zane', 'Bob Young']);
  const { nextPageToken, totalItems } = await send('GET people/me/connections?personFields=names&pageSize=1');
  expect(totalItems).toBe(2);
  expect((await send(`GET people/me/connections?personFields=names&pageSize=1&pageToken=${nextPageToken}`)).connections).toMatchObject([
    { names: [{ displayName: 'Ann Zane' }] },
  ]);
  await send(`DELETE ${resourceName}:deleteContact`);
  expect(await list()).toEqual(['Ann Zane']);
});

test('a sync token lists what has changed since then, for a week', async () => {
  const { mock, add, list, send, fail } = await openPeople();
  const { resourceName } = await add('Ann', 'Lee');
  const { nextSyncToken } = await send('GET people/me/connections?personFields=names&requestSyncToken=true');
  expect(await list(`syncToken=${nextSyncToken}`)).toEqual([]);
  await add('Bob', 'Young');
  await send(`DELETE ${resourceName}:deleteContact`);
  expect(await list(`syncToken=${nextSyncToken}`)).toEqual(['Bob Young', '(deleted)']);
  await mock.clock.advance(8 * 24 * 60 * 60 * 1000);
  expect(await fail(`GET people/me/connections?personFields=names&syncToken=${nextSyncToken}`)).toMatch(/^400 Sync token is expired/);
});

test('batches create, update, and delete contacts', async () => {
  const { list, send } = await openPeople();
  const contacts = ['Ann', 'Bob'].map((givenName) => ({ contactPerson: { names: [{ givenName }] } }));
  const { createdPeople } = await send('POST people:batchCreateContacts', { contacts, readMask: 'names' });
  expect(createdPeople.map(({ httpStatusCode, person }: Body) => [httpStatusCode, person.names[0].displayName])).toEqual([
    [200, 'Ann'],
    [200, 'Bob'],
  ]);
  const [{ person: ann }, { person: bob }] = createdPeople;
  const changed = { [ann.resourceName]: { etag: ann.etag, names: [{ givenName: 'Anna' }] } };
  const { updateResult } = await send('POST people:batchUpdateContacts', { contacts: changed, updateMask: 'names', readMask: 'names' });
  expect(updateResult[ann.resourceName]).toMatchObject({ person: { names: [{ displayName: 'Anna' }] } });
  await send('POST people:batchDeleteContacts', { resourceNames: [bob.resourceName] });
  expect(await list()).toEqual(['Anna']);
});

test('a search matches the beginning of words', async () => {
  const { add, send } = await openPeople();
  await add('Ann', 'Lee', { emailAddresses: [{ value: 'first@example.com' }], organizations: [{ name: 'Blue Harbor' }] });
  const search = async (query: string): Promise<number> =>
    ((await send(`GET people:searchContacts?readMask=names&query=${query}`)).results ?? []).length as number;
  const counts: Record<string, number> = {};
  for (const query of ['', 'a', 'ann l', 'le', 'nn', 'first@', 'harb', 'lue']) counts[query] = await search(query);
  expect(counts).toEqual({ '': 0, a: 1, 'ann l': 1, le: 1, nn: 0, 'first@': 1, harb: 1, lue: 0 });
});

describe('contact groups', () => {
  test('are those of every account and those of the user, with unique names', async () => {
    const { send, fail } = await openPeople();
    const club = await send('POST contactGroups', { contactGroup: { name: 'Club' } });
    expect(club).toMatchObject({ groupType: 'USER_CONTACT_GROUP', name: 'Club', formattedName: 'Club' });
    expect(await fail('POST contactGroups', { contactGroup: { name: 'Club' } })).toBe('409 Contact group name already exists.');
    const { contactGroups } = await send('GET contactGroups');
    expect(contactGroups.map(({ name }: Body) => name)).toEqual(expect.arrayContaining(['myContacts', 'starred', 'Club']));
    const renamed = await send(`PUT ${club.resourceName}`, { contactGroup: { name: 'Team', etag: club.etag } });
    expect(renamed).toMatchObject({ resourceName: club.resourceName, name: 'Team' });
    expect(await fail('PUT contactGroups/starred', { contactGroup: { name: 'x' } })).toMatch(/^400/);
  });

  test('have members, who leave a deleted group', async () => {
    const { add, list, send } = await openPeople();
    const { resourceName: ann } = await add('Ann', 'Lee');
    const { resourceName: club } = await send('POST contactGroups', { contactGroup: { name: 'Club' } });
    const modify = (body: object, group = club): Promise<Body> => send(`POST ${group}/members:modify`, body);
    expect(await modify({ resourceNamesToAdd: [ann, 'people/c1'] })).toEqual({ notFoundResourceNames: ['people/c1'] });
    expect(await send(`GET ${club}?maxMembers=10`)).toMatchObject({ memberCount: 1, memberResourceNames: [ann] });
    const readGroups = async (): Promise<readonly string[]> => {
      const { memberships } = await send(`GET ${ann}?personFields=memberships`);
      return memberships.map(({ contactGroupMembership }: Body) => contactGroupMembership.contactGroupId) as readonly string[];
    };
    expect(await readGroups()).toEqual(['myContacts', club.replace('contactGroups/', '')]);
    await send(`DELETE ${club}`);
    expect(await readGroups()).toEqual(['myContacts']);
    expect(await modify({ resourceNamesToRemove: [ann] }, 'contactGroups/myContacts')).toEqual({
      canNotRemoveLastContactGroupResourceNames: [ann],
    });
    expect(await list()).toEqual(['Ann Lee']);
  });
});

test('me is the profile of the user, which a seed can complete', async () => {
  const resources = { '/v1/people/me': { names: [{ givenName: 'Me', familyName: 'Myself' }] } };
  const { send } = await openPeople({ seed: { resources } });
  const me = await send('GET people/me?personFields=names,emailAddresses');
  expect(me).toMatchObject({
    resourceName: expect.stringMatching(/^people\/\d{21}$/) as string,
    names: [{ displayName: 'Me Myself' }],
    emailAddresses: [{ value: 'me@example.com' }],
  });
  expect(await send(`GET ${me.resourceName}?personFields=names,emailAddresses`)).toEqual(me);
});

test('a seed can provide contacts', async () => {
  const resources = { '/v1/people/c12': { resourceName: 'people/c12', names: [{ givenName: 'Ann', familyName: 'Lee' }] } };
  const { list } = await openPeople({ seed: { resources } });
  expect(await list()).toEqual(['Ann Lee']);
});
