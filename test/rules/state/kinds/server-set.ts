/** Fields that the server derives: from a certificate, or from another event of a group. */
import { expect } from 'vitest';
import type { JsonObject } from '../../../../mock/index.js';
import type { CertificateDetailsRule } from '../../../../services/compute/rules.js';
import type { ReopenRule } from '../../../../services/errorreporting/rules.js';
import { certificate, readable } from '../../../support/pem.js';
import { withoutValidation } from '../guards.js';
import { createSeed, createStoredResource } from '../scene.js';
import { readSchemaRule, type SchemaStatement } from '../rule-statements.js';
import { getField, setField } from '../values.js';
import { summarizeResult, type Check, type Start, type World } from '../world.js';

/** The server reads the fields from a certificate. It sets no fields for an unreadable certificate. */
export function certificateDetails(statement: SchemaStatement): Check {
  const { api, resource } = statement;
  const { certificates, expires, names } = (readSchemaRule(statement, 'service') as CertificateDetailsRule).options;
  const readWithCertificate = async (start: Start, field: string, text: string): Promise<JsonObject> => {
    const storedResource = createStoredResource(api, resource);
    const bodyWithoutCertificates = Object.fromEntries(
      Object.entries(storedResource.body).filter(([name]) => name !== expires && name !== names && !certificates.includes(name)),
    );
    const { send } = start(
      createSeed(api, [{ ...storedResource, body: setField(bodyWithoutCertificates, field.split('.'), text) as JsonObject }]),
      withoutValidation(resource),
    );
    return (await send(`GET ${storedResource.path}`)).body;
  };
  return {
    accepts: async (start) => {
      for (const field of certificates) {
        const body = await readWithCertificate(start, field, readable);
        expect([getField(body, [expires]), getField(body, [names])]).toEqual([
          '2035-12-31T23:59:59.000Z',
          expect.arrayContaining(['shop.example.com']),
        ]);
      }
    },
    rejects: async (start) => {
      const body = await readWithCertificate(start, certificates[0] ?? '', certificate);
      expect([getField(body, [expires]), getField(body, [names])]).toEqual([undefined, undefined]);
    },
  };
}

/** Only another event of the group changes the status. */
export function reopen(statement: SchemaStatement): Check {
  const { status: field, from, to } = (readSchemaRule(statement, 'service') as ReopenRule).options;
  const base = '/v1beta1/projects/p';
  const report = async ({ send }: World, message: string): Promise<void> => {
    expect(summarizeResult(await send(`POST ${base}/events:report`, { message, serviceContext: { service: 'shop' } }))).toBe('200');
  };
  const readStatusAfter = async (start: Start, value: string, message: string): Promise<unknown> => {
    const world = start();
    await report(world, 'Cannot pay');
    const [first] = (await world.send(`GET ${base}/groupStats`)).body['errorGroupStats'] as unknown as readonly {
      readonly group: JsonObject;
    }[];
    const path = `/v1beta1/${String(first?.group['name'])}`;
    expect(summarizeResult(await world.send(`PUT ${path}`, { ...first?.group, [field]: value }))).toBe('200');
    await report(world, message);
    return (await world.send(`GET ${path}`)).body[field];
  };
  return {
    accepts: async (start) => {
      for (const value of from) expect(await readStatusAfter(start, value, 'Cannot pay')).toBe(to);
    },
    rejects: async (start) => {
      for (const value of from) expect(await readStatusAfter(start, value, 'Something else')).toBe(value);
      expect(await readStatusAfter(start, 'MUTED', 'Cannot pay')).toBe('MUTED');
    },
  };
}
