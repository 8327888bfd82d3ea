/** Comparing the entries of an overlay with newer recordings. */
import { expect, test } from 'vitest';
import { checkOverlay } from '../../../../fidelity/learn/check-overlay.js';
import { createAndGet, createShop, record } from './shop.js';

const text = { type: 'string' };
const shop = createShop();

test('lists the entries that newer recordings contradict', () => {
  const shop = createShop({ tier: text });
  const overlay = {
    schemas: {
      Shelf: {
        'x-rules': [
          { kind: 'serverDefault', field: 'tier', value: 'STANDARD', id: 'Shelf.tier:default' },
          { kind: 'omitted', fields: ['theme'], id: 'Shelf.theme:omitted' },
        ],
      },
    },
  };
  const check = (server: object) =>
    checkOverlay(
      shop,
      overlay,
      record(
        shop,
        [0, 1].map((index) => createAndGet(`shelf-${index}`, { grade: `G${index}` }, server as never, `project-${index}`)),
      ),
    ).map(({ id, scenarios }) => `${id} ${scenarios}`);
  expect(check({ tier: 'STANDARD' })).toEqual([]);
  expect(check({ tier: 'PREMIUM', theme: 'history' })).toEqual(['Shelf.theme:omitted 2', 'Shelf.tier:default 2']);
});

test.each([
  { name: '{theme}-{projectsId}', id: 'history-p-1', contradicted: [] },
  { name: '{theme}-{unknown}', id: 'history-other', contradicted: [] },
  { name: '{theme}.{projectsId}', id: 'history-p-1', contradicted: ['shop.projects.shelves.create:name'] },
])('checks the names of new resources: $name, $id', ({ name, id, contradicted }) => {
  const action = { kind: 'create', resource: '/v1/projects/{projectsId}/shelves/{shelvesId}', name };
  const overlay = { resources: { projects: { resources: { shelves: { methods: { create: { 'x-action': action } } } } } } };
  const calls = createAndGet(id, { theme: 'history' }, {});
  expect(checkOverlay(createShop(), overlay, record(createShop(), [calls])).map((found) => found.id)).toEqual(contradicted);
});

test.each([
  { name: 'operations/{generated.hex(4)}', target: 'projects/p-1/shelves/s-1', contradicted: [] },
  { name: 'op-{generated.hex(4)}', target: '{resourceName}', contradicted: ['name'] },
  { name: 'operations/{generated.hex(4)}-{path.projectsId}', target: '{resourceName}', contradicted: ['name'] },
])('checks the names of operations: $name', ({ name, target, contradicted }) => {
  const rule = { kind: 'operation', name, fields: { 'metadata.target': target }, id: 'delete:operation' };
  const overlay = { resources: { projects: { resources: { shelves: { methods: { delete: { 'x-rules': [rule] } } } } } } };
  const response = { name: 'operations/12ab', metadata: { target: 'projects/p-1/shelves/s-1' }, done: false };
  const calls = [...createAndGet('s-1', {}, {}), { method: 'DELETE', path: 'projects/p-1/shelves/s-1', response }];
  expect(checkOverlay(createShop(), overlay, record(createShop(), [calls])).map(({ field }) => field)).toEqual(contradicted);
});

test.each([
  { what: 'the stated members', settings: { level: 'LOW', mode: 'FAST' }, contradicted: [] },
  { what: 'another value of a member', settings: { level: 'HIGH', mode: 'FAST' }, contradicted: ['settings'] },
  { what: 'fewer members', settings: { mode: 'FAST' }, contradicted: ['settings'] },
])('compares only the stated members of an object: $what', ({ settings, contradicted }) => {
  const shop = createShop({ settings: { $ref: 'Settings' } });
  const rule = { kind: 'serverDefault', field: 'settings', value: { level: 'LOW' } };
  const overlay = { schemas: { Shelf: { 'x-rules': [rule] } } };
  const calls = createAndGet('s-1', {}, { settings });
  expect(checkOverlay(shop, overlay, record(shop, [calls])).map(({ field }) => field)).toEqual(contradicted);
});

test('checks which names contain the number of the project', () => {
  const overlay = { schemas: { Shelf: { 'x-rules': [{ kind: 'projectNumber', fields: ['owner'], id: 'Shelf:projectNumber' }] } } };
  const shop = createShop({ owner: text });
  const check = (owner: string) => checkOverlay(shop, overlay, record(shop, [createAndGet('s-1', {}, { owner })])).map(({ id }) => id);
  expect(check('projects/1234567/owners/a')).toEqual([]);
  expect(check('projects/p-1/owners/a')).toEqual(['Shelf:projectNumber']);
});

test.each([
  { stated: { messages: { notFound: 'There is no {name}.' } }, contradicted: [] },
  { stated: { messages: { notFound: { message: 'No {type} here.', code: 404, status: 'NOT_FOUND' } } }, contradicted: [] },
  { stated: { messages: { notFound: 'Not here.', forbidden: 'No.' } }, contradicted: ['errors:notFound error.message'] },
  {
    stated: {
      messages: { notFound: 'Not here.' },
      schemas: { Shelf: { notFound: { message: 'There is no {name}.', status: null, envelope: 'both' } } },
    },
    contradicted: ['errors:Shelf.notFound error.status', 'errors:Shelf.notFound error.errors'],
  },
  {
    stated: { methods: { 'shop.projects.shelves.get': { notFound: { code: 410 } } } },
    contradicted: ['errors:shop.projects.shelves.get.notFound error.code'],
  },
])('checks the most specific statement about an error: $stated', ({ stated, contradicted }) => {
  const error = { error: { code: 404, message: 'There is no projects/p-1/shelves/shelf-1.', status: 'NOT_FOUND' } };
  const actual = { status: 404, headers: [], body: { kind: 'json' as const, value: error } };
  const [scenario] = record(shop, [[{ method: 'GET', path: 'projects/p-1/shelves/shelf-1', status: 404, response: error }]]);
  const scenarios = [{ ...scenario!, calls: scenario!.calls.map((call) => ({ ...call, actual })) }];
  const found = checkOverlay(shop, { 'x-errors': stated }, scenarios);
  expect(found.map(({ id, field }) => `${id} ${field}`)).toEqual(contradicted);
});

test('checks the resources that the server creates with another', () => {
  const members = 'v1/projects/{projectsId}/shelves/{shelvesId}/boxes/{boxesId}';
  const rule = { kind: 'ownedResources', members, each: [{ name: 'first' }], when: { theme: ['history'] }, id: 'Shelf:owned.boxes' };
  const overlay = { schemas: { Shelf: { 'x-rules': [rule] } } };
  const check = (theme: string, name: string) => {
    const list = { method: 'GET', path: 'projects/p-1/shelves/s-1/boxes', response: { boxes: [{ name }] } };
    return checkOverlay(createShop(), overlay, record(createShop(), [[...createAndGet('s-1', { theme }, {}), list]])).map(({ id }) => id);
  };
  expect(check('history', 'projects/p-1/shelves/s-1/boxes/first')).toEqual([]);
  expect(check('poetry', 'projects/p-1/shelves/s-1/boxes/other')).toEqual([]);
  expect(check('history', 'projects/p-1/shelves/s-1/boxes/other')).toEqual(['Shelf:owned.boxes']);
});
