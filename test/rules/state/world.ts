/** A mock to ask, whole or with one rule dropped from what it knows. */
import { behaviour as compute } from '../../../generated/compute-v1/src/behaviour.js';
import { behaviour as osconfig } from '../../../generated/osconfig-v1beta/src/behaviour.js';
import type { ApiBehaviour } from '../../../templates/runtime/descriptor.js';
import { createMockServer, type JsonObject, type Mock, type MockOptions } from '../../../templates/runtime/mock/index.js';
import { dropped } from './drop.js';
import type { SpecifiedRule } from '../support/specifications.js';

export interface Told {
  readonly status: number;
  readonly body: JsonObject;
}

export interface World {
  readonly mock: Mock;
  /** `GET /path`, with a JSON body. */
  readonly send: (line: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<Told>;
}

export type Start = (options?: MockOptions) => World;
/** Throws where the mock does not behave as the rule says: it must accept what keeps it, and refuse or leave alone what does not. */
export type Check = (start: Start) => Promise<void>;

const noon = Date.UTC(2026, 0, 1, 12);
const apis: readonly ApiBehaviour[] = [compute, osconfig];

export function starter(without?: SpecifiedRule): Start {
  const known = without === undefined ? apis : apis.map((api) => (api.name === without.api ? dropped(api, without) : api));
  return (options = {}) => {
    const mock = createMockServer(known, { now: () => noon, ...options });
    return { mock, send: (line, body, headers = {}) => ask(mock, line, { body, headers }) };
  };
}

interface Sent {
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

async function ask(mock: Mock, line: string, { body, headers }: Sent): Promise<Told> {
  const [method = '', path = ''] = line.split(' ');
  const url = `http://mock.test${path.startsWith('/v1beta') ? path : `/compute/v1/projects/p${path}`}`;
  const answer = await mock.handle({ method, url, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  return { status: answer.status, body: answer.body === '' ? {} : (JSON.parse(answer.body) as JsonObject) };
}

/** Status and reason, such as `412 conditionNotMet`; `200` where it was accepted. */
export function outcome({ status, body }: Told): string {
  const { error } = body as { readonly error?: { readonly errors?: readonly { readonly reason?: string }[] } };
  const reason = status < 400 ? undefined : error?.errors?.[0]?.reason;
  return reason === undefined ? String(status) : `${status} ${reason}`;
}

/** A seed of resources by their paths below the project. */
export function seeded(resources: Readonly<Record<string, object>>, further: object = {}): MockOptions {
  const paths = Object.entries(resources).map(([path, body]) => [`/compute/v1/projects/p${path}`, body]);
  return { seed: { resources: Object.fromEntries(paths), ...further } } as MockOptions;
}
