/** Starts a mock with all rules or with one removed. */
import { behavior as compute } from '../../../generated/compute-v1/src/behavior.js';
import { behavior as dns } from '../../../generated/dns-v1/src/behavior.js';
import { behavior as errorreporting } from '../../../generated/errorreporting-v1beta1/src/behavior.js';
import { behavior as osconfig } from '../../../generated/osconfig-v1beta/src/behavior.js';
import type { ApiBehavior } from '../../../runtime/behavior.js';
import { createMockServer, type JsonObject, type Mock, type MockOptions } from '../../../mock/index.js';
import type { AdjustBehavior } from './guards.js';
import { readErrors } from '../../support/read-errors.js';
import type { ApiName } from '../support/specifications.js';

export interface HttpResult {
  readonly status: number;
  readonly body: JsonObject;
}

export type Send = (line: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<HttpResult>;

export interface World {
  readonly mock: Mock;
  /** Sends `GET /path` with a JSON body. */
  readonly send: Send;
  /** The rule that rejected the last request. */
  readonly rejectedBy: () => string | undefined;
}

/** `adjust` removes other safeguards of the same behavior, so that the check tests only the rule itself. */
export type Start = (options?: MockOptions, adjust?: AdjustBehavior) => World;

/** Both checks of a rule. Each throws if the mock does not behave as the rule specifies. */
export interface Check {
  /** A request that satisfies the rule succeeds. */
  readonly accepts: (start: Start) => Promise<void>;
  /** A request that violates the rule is rejected or has no effect. */
  readonly rejects: (start: Start) => Promise<void>;
}

const noon = Date.UTC(2026, 0, 1, 12);
const apis: Readonly<Record<ApiName, ApiBehavior>> = { compute, dns, errorreporting, osconfig };

export function findBehavior(api: ApiName): ApiBehavior {
  return apis[api];
}

/** Both sides of a check often start the same adjusted behavior, which takes longer to compile than most requests. */
const adjustedBehaviors = new WeakMap<ApiBehavior, WeakMap<AdjustBehavior, ApiBehavior>>();

function adjustOnce(api: ApiBehavior, adjust: AdjustBehavior): ApiBehavior {
  const byAdjustment = adjustedBehaviors.get(api) ?? new WeakMap<AdjustBehavior, ApiBehavior>();
  adjustedBehaviors.set(api, byAdjustment);
  const adjusted = byAdjustment.get(adjust) ?? adjust(api);
  byAdjustment.set(adjust, adjusted);
  return adjusted;
}

export function createStarter(api: ApiBehavior): Start {
  return (options = {}, adjust) => {
    const behavior = adjust === undefined ? api : adjustOnce(api, adjust);
    const mock = createMockServer([behavior], { now: () => noon, ...options });
    return {
      mock,
      send: (line, body, headers = {}) => sendRequest(mock, line, { body, headers }),
      rejectedBy: () => mock.requests.at(-1)?.rejection?.rule,
    };
  };
}

interface RequestContent {
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

async function sendRequest(mock: Mock, line: string, { body, headers }: RequestContent): Promise<HttpResult> {
  const [method = '', path = ''] = line.split(' ');
  const response = await mock.handle({
    method,
    url: `http://mock.test${path}`,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: response.body === '' ? {} : (JSON.parse(response.body) as JsonObject) };
}

/** Status and reason, such as `412 conditionNotMet`; `200` if accepted. */
export function summarizeResult({ status, body }: HttpResult): string {
  const reason = status < 400 ? undefined : readErrors(body)[0]?.reason;
  return reason === undefined ? String(status) : `${status} ${String(reason)}`;
}

/** Adds a query parameter to a request line. */
export function addQuery(line: string, name: string, value: string | number | boolean): string {
  return `${line}${line.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}
