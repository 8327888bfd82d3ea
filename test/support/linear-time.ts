/** Whether work takes linear time, independent of the speed of the machine and of what else it does. */

const growth = 8;

/**
 * Compares the time that the processor spends on an input of `length` and on one of eight times the length. Quadratic time would be 64 times
 * as long, and 24 is about the middle.
 */
export function isLinear(work: (length: number) => unknown, length = 4_000): boolean {
  const limit = 3 * growth * measure(() => work(length), 3);
  const long = (): unknown => work(growth * length);
  return measure(long, 1) < limit || measure(long, 4) < limit;
}

/** Returns the least time of several runs, because the others include the collection of garbage. */
function measure(work: () => unknown, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...times);
}
