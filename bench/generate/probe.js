// Loaded with `--import` before a program: writes the resource usage of the process to the file in BENCH_USED.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const used = process.env.BENCH_USED;
if (used !== undefined && isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(used, JSON.stringify({ memory: maxRSS / 1024, processor: (userCPUTime + systemCPUTime) / 1e6 }));
  });
}
