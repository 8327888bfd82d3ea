// Loaded with `--import` before a program: leaves what the process has used in the file that BENCH_USED names.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const used = process.env.BENCH_USED;
if (used !== undefined && isMainThread) {
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(used, JSON.stringify({ memory: maxRSS / 1024, processor: (userCPUTime + systemCPUTime) / 1e6 }));
  });
}
