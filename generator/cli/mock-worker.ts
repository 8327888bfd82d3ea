/** A worker process of `discogen mock --workers`: runs the command line like a single process, with effects that go through the primary. */
import cluster from 'node:cluster';
import type { Json, JsonObject } from '../../mock/index.js';
import type { Effects } from '../lib/effects.js';
import { type PrimaryMessage, ProcessChannel, type WorkerMessage, type WorkerSettings, workerVariable } from './process-channel.js';

/** Returns the effects of a worker process, or the given ones elsewhere. Only the primary decides when a worker stops. */
export function createWorkerEffects(effects: Effects): Effects {
  const { worker } = cluster;
  if (worker === undefined) return effects;
  let respondToPeer: (message: JsonObject) => Json | Promise<Json> = () => null;
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const channel = new ProcessChannel<WorkerMessage, PrimaryMessage>(worker, (message) => {
    if ('peerMessage' in message) return respondToPeer(message.peerMessage);
    stop();
    return null;
  });
  let lastOutput: Promise<unknown> | undefined;
  const settings = JSON.parse(effects.environment[workerVariable] ?? '{}') as WorkerSettings;
  // Signals to the whole process group, as a terminal sends them, reach the worker too.
  void effects.waitForStop();
  return {
    ...effects,
    stdout(text) {
      lastOutput = channel.send({ stdout: text });
    },
    stderr(text) {
      lastOutput = channel.send({ stderr: text });
    },
    waitForStop: () => stopped,
    worker: {
      ...settings,
      flush: async () => void (await lastOutput),
      peers: {
        createIndex: createIndexSource(settings.started, worker.id),
        broadcast: async (message) => ((await channel.send({ broadcast: message })) ?? []) as readonly Json[],
        onMessage(respond) {
          respondToPeer = respond;
        },
      },
    },
  };
}

/** The number of processes that never create the same index. */
const processCount = 64;

/** Returns a source of indexes: the time in microseconds since the mock was started, and the worker. */
function createIndexSource(started: number, workerId: number): () => number {
  let last = 0;
  return () => {
    const elapsed = Math.max(0, Math.floor((performance.timeOrigin + performance.now() - started) * 1000));
    last = Math.max(last + processCount, elapsed * processCount + (workerId % processCount));
    return last;
  };
}
