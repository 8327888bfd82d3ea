// Calls one program as often as each input line requests, and prints calls per second and the processor time of one call in microseconds:
// `node caller.js PROGRAM ROOT_URL CONCURRENCY`.
import { createInterface } from 'node:readline';

const [, , program, rootUrl, concurrency] = process.argv;
globalThis.rootUrl = rootUrl;
const { call } = await import(program);

async function slice(count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  const cpu = process.cpuUsage();
  const from = performance.now();
  await Promise.all(Array.from({ length: Number(concurrency) }, worker));
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / (performance.now() - from)) * 1000, microseconds: (user + system) / count };
}

if (!(await call()).name) throw new Error('no response');
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await slice(Number(line))));
process.exit();
