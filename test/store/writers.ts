/** Clients that write until the store or the mock fails, and know afterwards what must be stored. */
import { expect } from 'vitest';
import type { Response, Send } from './http-client.js';
import { changeZone, createUuid, createZone, getLastChange, listPages, readZone } from './requests.js';

export interface Writer {
  /** The number of writes that a response confirmed. */
  readonly acknowledged: number;
  /** Sends the next request. Returns its response. */
  step(send: Send): Promise<Response>;
  /** Checks that each confirmed write is stored, once, and no part of another one. All requests must get responses. */
  verify(send: Send): Promise<void>;
}

/** Changes many records at once. */
export class ZoneWriter implements Writer {
  acknowledged = 0;
  readonly #zone: string;
  /** Whether the last change has no response. */
  #isUnknown = false;

  constructor(zone: string) {
    this.#zone = zone;
  }

  create(send: Send): Promise<void> {
    return createZone(send, this.#zone);
  }

  async step(send: Send): Promise<Response> {
    if (this.#isUnknown) {
      const response = await send(`GET ${this.#zone}/rrsets`);
      if (response.status === 200) this.#resume(getLastChange(response));
      return response;
    }
    const response = await changeZone(send, this.#zone, this.acknowledged + 1);
    if (response.status === 200) this.acknowledged++;
    else this.#isUnknown = true;
    return response;
  }

  async verify(send: Send): Promise<void> {
    this.#resume(await readZone(send, this.#zone));
    expect((await send(`GET ${this.#zone}/changes/${this.acknowledged}`)).status).toBe(200);
    expect((await send(`GET ${this.#zone}/changes/${this.acknowledged + 1}`)).status).toBe(404);
  }

  /** The last change of the zone must be the last confirmed one, or the one after it if its outcome is unknown. */
  #resume(lastChange: number): void {
    expect([this.acknowledged, ...(this.#isUnknown ? [this.acknowledged + 1] : [])]).toContain(lastChange);
    this.acknowledged = lastChange;
    this.#isUnknown = false;
  }
}

/** Creates resources, each with an operation. Repeats every other request until a response confirms it, with the same request ID. */
export class CheckWriter implements Writer {
  acknowledged = 0;
  readonly #project: string;
  readonly #index: number;
  readonly #confirmed = new Set<string>();
  readonly #unknown = new Set<string>();
  #count = 0;

  /** `index`: distinguishes the writers of a project. */
  constructor(project: string, index: number) {
    this.#project = project;
    this.#index = index;
  }

  async step(send: Send): Promise<Response> {
    const name = `check-${this.#index}-${this.#count}`;
    const requestId = this.#count % 2 === 0 ? undefined : createUuid(this.#index * 1_000_000 + this.#count);
    const parameter = requestId === undefined ? '' : `?requestId=${requestId}`;
    const response = await send(`POST ${this.#project}/global/httpHealthChecks${parameter}`, { name });
    if (response.status === 200) {
      this.acknowledged++;
      this.#confirmed.add(name);
    } else if (requestId === undefined) this.#unknown.add(name);
    if (response.status === 200 || requestId === undefined) this.#count++;
    return response;
  }

  async verify(send: Send): Promise<void> {
    const isOwn = (name: string): boolean => name.startsWith(`check-${this.#index}-`);
    const checks = await listPages(send, `${this.#project}/global/httpHealthChecks?maxResults=500`);
    const operations = await listPages(send, `${this.#project}/global/operations?maxResults=500`);
    const names = checks.map(({ name }) => String(name)).filter(isOwn);
    const targets = operations.map(({ targetLink }) => String(targetLink).split('/').at(-1) as string).filter(isOwn);
    expect(targets.sort()).toEqual(names.sort());
    const stored = new Set(names);
    const pending = `check-${this.#index}-${this.#count}`;
    expect([...this.#confirmed].filter((name) => !stored.has(name))).toEqual([]);
    expect(names.filter((name) => !this.#confirmed.has(name) && !this.#unknown.has(name) && name !== pending)).toEqual([]);
  }
}
