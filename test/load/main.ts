/** Sends each load at full size to a process of its own, and checks its memory. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loads, type Load } from './lines.js';

interface Memory {
  readonly rss: number;
  /** Heap and external memory. */
  readonly heap: number;
}

const mebibyte = 2 ** 20;
const maxHeapGrowth = 20 * mebibyte;
const maxResidentGrowth = 150 * mebibyte;
/** The time in milliseconds after which the memory must have shrunk. */
const settleTime = 60_000;

/** Returns the problems. */
async function sendLoad({ name, expected, send }: Load, root: string): Promise<readonly string[]> {
  const server = fork(join(root, 'test/load/server.js'), { execArgv: ['--expose-gc'] });
  const receive = async <Message>(): Promise<Message> => ((await once(server, 'message')) as [Message])[0];
  const { url } = await receive<{ url: string }>();
  const measure = async (message: 'collect' | 'read'): Promise<Memory> => {
    const answer = receive<Memory>();
    server.send(message);
    return answer;
  };
  const before = await measure('collect');
  const start = performance.now();
  const sending = send({ url, scale: 1 });
  const end = sending.then(() => 'end');
  let during = before.rss;
  do during = Math.max(during, (await measure('read')).rss);
  while ((await Promise.race([end, wait(50)])) !== 'end');
  const outcomes = await sending;
  const seconds = (performance.now() - start) / 1000;
  let after = await measure('collect');
  const settled = performance.now() + settleTime;
  const hasGrown = (): boolean => after.heap - before.heap > maxHeapGrowth || after.rss - before.rss > maxResidentGrowth;
  // The connections of the last responses are still closing.
  while (hasGrown() && performance.now() < settled) {
    await wait(1000);
    after = await measure('collect');
  }
  server.disconnect();
  const format = (bytes: number): string => String(Math.round(bytes / mebibyte)).padStart(6);
  const memory = [before.rss, during, after.rss, after.heap - before.heap].map(format).join('');
  process.stdout.write(`${memory}  ${seconds.toFixed(1).padStart(6)} s  ${name}: ${JSON.stringify(outcomes)}\n`);
  const unexpected = Object.keys(outcomes).filter((status) => !expected.includes(status));
  return [
    ...unexpected.map((status) => `unexpected outcome ${status}`),
    ...(after.heap - before.heap > maxHeapGrowth ? ['the heap has grown'] : []),
    ...(after.rss - before.rss > maxResidentGrowth ? ['the resident memory has grown'] : []),
  ].map((problem) => `${name}: ${problem}`);
}

/** Returns the exit status. `names`: parts of the names of loads. Default: all. */
export async function main(names: readonly string[], root: string): Promise<number> {
  process.stdout.write('before, during, and after: resident memory in MiB; growth of heap and external memory in MiB; duration\n');
  const problems: string[] = [];
  for (const load of loads) if (names.every((name) => load.name.includes(name))) problems.push(...(await sendLoad(load, root)));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  return problems.length > 0 ? 1 : 0;
}
