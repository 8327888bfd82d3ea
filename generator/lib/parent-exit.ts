/** The end of the parent process. */

/** Milliseconds between checks. */
const pollInterval = 250;

/**
 * Calls back when the parent process ends, if that is `npx`, which doesn't forward signals to this process. Returns a function that
 * stops waiting.
 */
export function onParentExit(callback: () => void): () => void {
  if (process.env['npm_lifecycle_event'] !== 'npx') return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, pollInterval);
  timer.unref();
  return () => clearInterval(timer);
}
