// Makes calls of one program in slices, and prints of each how many there were a second and what processor time, in microseconds, one
// took: `node caller.js PROGRAM ROOT_URL CONCURRENCY`.
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

if (!(await call()).name) throw new Error('no answer');
// Until what is called so often has been compiled: that is work of a start, not of a call.
await slice(5000);
const found = [];
for (let at = 0; at < 10; at += 1) found.push(await slice(1000));
process.stdout.write(JSON.stringify(found), () => process.exit());
