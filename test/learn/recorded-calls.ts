/** Reads recordings and the documents of their APIs. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem } from '../../generator/lib/file-system.js';
import type { Api } from '../../generator/model/model.js';
import { isLoaded, loadApi } from '../../generator/pipeline/load-api.js';
import type { CallScenario } from '../../fidelity/learn/calls.js';
import type { ApiCalls } from '../../fidelity/learn/learn.js';
import { toCalls } from '../../fidelity/learn/to-calls.js';
import { createMatcher } from '../../fidelity/recordings/match-exchange.js';
import { readRecording } from '../../fidelity/recordings/read-recording.js';

/** Returns the calls of all APIs that recordings in a folder contain. */
export function readCalls(folder: string): readonly ApiCalls[] {
  const apis = loadApis([join(folder, 'documents'), join(folder, '../corpus')]);
  const match = createMatcher(apis);
  const calls = new Map<Api, CallScenario[]>();
  for (const log of readFileSync(join(folder, 'logs.txt'), 'utf8').split('\n').filter(Boolean)) {
    const { recording } = readRecording({ path: log, text: readFileSync(join(folder, 'logs', log), 'utf8') });
    for (const scenario of recording?.scenarios ?? [])
      for (const [api, own] of toCalls({ recording: recording!, scenario, results: [] }, match))
        calls.set(api, [...(calls.get(api) ?? []), { ...own, name: log }]);
  }
  return [...calls].map(([api, scenarios]) => ({ api, scenarios }));
}

function loadApis(folders: readonly string[]): readonly Api[] {
  const files = new Map<string, string>();
  for (const folder of folders.filter((path) => existsSync(path)))
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.json')))
      if (!files.has(name)) files.set(name, join(folder, name));
  return [...files.values()].flatMap((file) => {
    const result = loadApi({ file, overlays: [] }, { variables: {}, methods: [], limits: {} }, { files: nodeFileSystem, cwd: '/' });
    return isLoaded(result) ? [result.resolved.api] : [];
  });
}
