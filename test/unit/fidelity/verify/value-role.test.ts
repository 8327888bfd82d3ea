import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../generator/lib/json.js';
import { buildModel } from '../../../../generator/model/build.js';
import { findRole, hasSameForm, type ValueRole } from '../../../../fidelity/verify/value-role.js';
import { document } from '../../../support/things-document.js';

const output = (description: string): object => ({ type: 'string', readOnly: true, description: `Output only. ${description}` });

test.each<[field: object, role: ValueRole | undefined]>([
  [{ type: 'string', format: 'int64', description: 'A monotonically increasing version number for the file.' }, 'version'],
  [{ type: 'string', format: 'uint64', description: 'The ID of the last history record that modified this message.' }, 'version'],
  [{ type: 'string', format: 'uint64', description: 'The project number of the project the bucket belongs to.' }, 'id'],
  [output('The internal IP address of the endpoint.'), 'address'],
  [output('The IP address range of the services.'), undefined],
  [output('Email address of the authenticated creator.'), 'caller'],
  [{ type: 'string', description: 'Email address of the user who approves.' }, undefined],
  [output('A text.'), undefined],
])('%j has the role %s', (property, role) => {
  const schemas = { ...document.schemas, Thing: { id: 'Thing', type: 'object', properties: { value: property } } };
  const api = buildModel({ ...document, schemas } as unknown as JsonObject, { variables: {} });
  const type = api.schemas.find(({ id }) => id === 'Thing')?.type;
  const field = type?.kind === 'object' ? type.fields.find(({ name }) => name === 'value') : undefined;
  expect(findRole(field, field?.type)).toBe(role);
});

test('an address has the form of one of the same version', () => {
  expect(hasSameForm('address', '10.0.0.1', '10.9.8.7')).toBe(true);
  expect(hasSameForm('address', '10.0.0.1', 'fd00::1')).toBe(false);
  expect(hasSameForm('address', '10.0.0.1', 'host')).toBe(false);
});
