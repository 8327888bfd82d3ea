/** Reads the journal of a running mock as exchanges, for commands that read recordings, too. */
import { adminTokenHeader } from '../../mock/shared.js';
import type { RecordedBody } from '../../fidelity/recordings/exchange.js';
import type { Effects } from '../lib/effects.js';
import { getList, getText, isObject, type Json, parseJson } from '../lib/json.js';
import { UsageError } from '../lib/usage-error.js';
import type { UsedExchange } from '../pipeline/check-uses.js';
import { type CommandInput, getValue } from './command.js';
import { describeProblem, readMockUrl } from './mock-target.js';
import { readAdminToken } from './option-values.js';

/** Reads the journal of the mock at `--url`. Throws `UsageError` if there is none. */
export async function readJournal(input: CommandInput, effects: Effects): Promise<readonly UsedExchange[]> {
  const url = readMockUrl(getValue(input, 'url') ?? '');
  const token = readAdminToken(input, effects);
  const response = await effects
    .httpGet(`${url}/__admin/requests`, token === undefined ? {} : { headers: { [adminTokenHeader]: token } })
    .catch((error: unknown) => {
      throw new UsageError(`no mock responds at ${url} (${describeProblem(error)})`, [], { cause: error });
    });
  const exchanges = response.status === 200 ? parseJournal(response.text) : undefined;
  if (exchanges === undefined) throw new UsageError(`the mock at ${url} responded to /__admin/requests with status ${response.status}`);
  return exchanges;
}

/** Parses what `GET /__admin/requests` returns. Returns undefined for other text. */
export function parseJournal(text: string): readonly UsedExchange[] | undefined {
  const journal = parseJson(text);
  return isObject(journal) && Array.isArray(journal['requests']) ? getList(journal, 'requests').flatMap(toExchange) : undefined;
}

/** Converts an entry of the journal. Returns an empty list if it has no method or path. */
function toExchange(entry: Json): readonly UsedExchange[] {
  const [method, url] = [getText(entry, 'method'), getText(entry, 'path')];
  if (method === undefined || url === undefined || !isObject(entry)) return [];
  const { status } = entry;
  return [
    {
      request: { method, url, headers: [], ...readBody(entry['request']) },
      ...(typeof status === 'number' && { response: { status, ...readBody(entry['response']) } }),
    },
  ];
}

function readBody(message: Json | undefined): { readonly body?: RecordedBody } {
  const value = isObject(message) ? message['body'] : undefined;
  return value === undefined ? {} : { body: { kind: 'json', value, text: JSON.stringify(value) } };
}
