/** The mock's clock in a view. */
import { useEffect, useState } from 'preact/hooks';
import { clock } from './live.js';

/** Returns the time of the mock's clock in milliseconds since 1970, and renders the view again each second while the clock runs. */
export function useMockTime(): number | undefined {
  const [, setTick] = useState(0);
  const isRunning = clock.value?.frozen === false;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!clock.value) return undefined;
  const { now, frozen, receivedAt } = clock.value;
  return Date.parse(now) + (frozen ? 0 : performance.now() - receivedAt);
}
