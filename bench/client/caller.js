// Makes calls of one program when it is told how many, and answers how many there were a second and what processor time, in microseconds,
// one took: `fork('caller.js', [program, rootUrl, concurrency])`.
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
process.on('message', (count) => void slice(count).then((found) => process.send(found)));
process.send('ready');
