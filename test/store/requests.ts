/** Requests of several scenarios. */
import { expect } from 'vitest';
import type { Response, Send } from './http-client.js';

export const createUuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** Lists all pages of a collection of Compute. */
export async function listPages(send: Send, path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const items: Readonly<Record<string, unknown>>[] = [];
  let pageToken: string | undefined;
  do {
    const { status, body } = await send(`GET ${path}${pageToken === undefined ? '' : `&pageToken=${encodeURIComponent(pageToken)}`}`);
    expect(status).toBe(200);
    items.push(...(body.items ?? []));
    pageToken = body.nextPageToken;
  } while (pageToken !== undefined);
  return items;
}

interface RecordSet {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly rrdatas: readonly string[];
}

const domain = 'example.com.';
/** The other records of a zone. All of them have the same version. */
const recordNames = Array.from({ length: 20 }, (_, index) => `r${index}.${domain}`);

/** The records of a version of a zone, which a change replaces as a whole. A new zone has version 1, without the other records. */
function createRecords(version: number): readonly RecordSet[] {
  const serial = `ns-cloud-a1.googledomains.com. cloud-dns-hostmaster.google.com. ${version} 21600 3600 259200 300`;
  return [
    { name: domain, type: 'SOA', ttl: 21600, rrdatas: [serial] },
    ...(version === 1 ? [] : recordNames.map((name) => ({ name, type: 'TXT', ttl: 300, rrdatas: [`"${version}"`] }))),
  ];
}

export async function createZone(send: Send, zone: string): Promise<void> {
  const name = zone.split('/').at(-1);
  expect((await send(`POST ${zone.slice(0, zone.lastIndexOf('/'))}`, { name, dnsName: domain, description: '' })).status).toBe(200);
}

/** Replaces the version before `change + 1` by this one. The changes of a zone are numbered from 1. */
export function changeZone(send: Send, zone: string, change: number): Promise<Response> {
  return send(`POST ${zone}/changes`, { additions: createRecords(change + 1), deletions: createRecords(change) });
}

/** Returns the number of the last change of a zone, all of whose records must have the same version. */
export async function readZone(send: Send, zone: string): Promise<number> {
  const response = await send(`GET ${zone}/rrsets`);
  expect(response.status).toBe(200);
  return getLastChange(response);
}

export function getLastChange({ body }: Response): number {
  const records = (body.rrsets as readonly RecordSet[]).filter(({ type }) => type !== 'NS');
  const version = Number(records.find(({ type }) => type === 'SOA')?.rrdatas[0]?.split(' ')[2]);
  const contents = records.map(({ name, rrdatas }) => `${name} ${rrdatas.join()}`);
  expect(contents.sort()).toEqual(
    createRecords(version)
      .map(({ name, rrdatas }) => `${name} ${rrdatas.join()}`)
      .sort(),
  );
  return version - 1;
}
