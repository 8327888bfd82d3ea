/** The vendor's own client, if installed, on the mock of the vendor profile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { createMock } from '../../generator/index.js';
import type { RunningServer, Mock } from '../../mock/index.js';

const client = join(import.meta.dirname, 'node_modules/googleapis/build/src/apis');

/** `npm run vendor` installs it, because it is too large for a default dependency. */
export const installed: boolean = existsSync(client);
if (!installed) console.warn('SKIP test/vendor: googleapis is not installed; `npm run vendor` installs and runs');

export interface ApiResponse {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A method by its name within the API: `managedZones.create`. */
export type Service = (method: string, parameters?: Readonly<Record<string, unknown>>) => Promise<ApiResponse>;

export interface Vendor {
  readonly mock: Mock;
  readonly dns: Service;
  readonly compute: Service;
  readonly osconfig: Service;
  readonly errorReporting: Service;
  /** IDs of the methods without calls so far. */
  unreached(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const apis = { dns: 'v1', compute: 'v1', osconfig: 'v1beta', clouderrorreporting: 'v1beta1' } as const;

type Factory = (options: { readonly version: string; readonly rootUrl: string }) => unknown;

async function createService(name: keyof typeof apis, rootUrl: string): Promise<Service> {
  const path = join(client, name, 'index.js');
  const module = (await import(pathToFileURL(path).href)) as Readonly<Record<string, Factory>>;
  const service = module[name]?.({ version: apis[name], rootUrl });
  return (method, parameters = {}) => {
    const names = method.split('.');
    const owner = names.slice(0, -1).reduce<unknown>((parent, part) => (parent as Readonly<Record<string, unknown>>)[part], service);
    const call = (owner as Readonly<Record<string, (parameters: unknown) => Promise<ApiResponse>>>)[names.at(-1) ?? ''];
    if (!call) throw new TypeError(`the vendor's client has no method ${name}.${method}`);
    return call.call(owner, parameters);
  };
}

/** One mock of all four services, over HTTP. */
export async function openVendor(): Promise<Vendor> {
  const mock = await createMock([], { config: join(import.meta.dirname, '../../discogen.vendor.yaml') });
  const { url, close }: RunningServer = await mock.listen();
  return {
    mock,
    dns: await createService('dns', url),
    compute: await createService('compute', url),
    osconfig: await createService('osconfig', url),
    errorReporting: await createService('clouderrorreporting', url),
    async unreached() {
      const response = await fetch(`${url}/__admin/coverage`);
      return ((await response.json()) as { readonly unreached: readonly string[] }).unreached;
    },
    close,
  };
}

interface Failure {
  readonly error: { readonly errors: readonly { readonly reason: unknown }[] };
}

/** Status and first reason of the error of a call. */
export async function catchApiError(call: Promise<ApiResponse>): Promise<readonly [status: number, reason: unknown]> {
  try {
    const { status } = await call;
    return [status, 'no failure'];
  } catch (error) {
    const { response } = error as { readonly response?: { readonly status: number; readonly data: Failure } };
    return [response?.status ?? 0, response?.data.error.errors[0]?.reason];
  }
}

export const project = 'shop';

/** Waits for an operation in its scope, like a user of the client. */
export async function waitUntilDone(compute: Service, { data }: ApiResponse): Promise<void> {
  const { name, region, zone } = data as { readonly name: string; readonly region?: string; readonly zone?: string };
  const last = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
  const place = zone !== undefined ? { zone: last(zone) } : region !== undefined ? { region: last(region) } : {};
  const collection = zone !== undefined ? 'zoneOperations' : region !== undefined ? 'regionOperations' : 'globalOperations';
  const operation = await compute(`${collection}.wait`, { project, ...place, operation: name });
  expect(operation.data).toMatchObject({ status: 'DONE', progress: 100 });
  expect(operation.data).not.toHaveProperty('error');
}

/** Returns the number of items on each page of a list. */
export async function countPageItems(
  service: Service,
  [method, parameters]: readonly [string, Readonly<Record<string, unknown>>],
  { of, size }: { readonly of: string; readonly size: number },
): Promise<readonly number[]> {
  const counts: number[] = [];
  let pageToken: unknown;
  do {
    const { data } = await service(method, { ...parameters, maxResults: size, ...(pageToken !== undefined && { pageToken }) });
    counts.push((data[of] as readonly unknown[]).length);
    pageToken = data['nextPageToken'];
  } while (pageToken !== undefined);
  return counts;
}
