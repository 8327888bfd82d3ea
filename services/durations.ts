/** Reads durations of protobuf. */

/** Returns the seconds of a duration such as `3600s`. */
export function readSeconds(duration: string | undefined): number | undefined {
  const seconds = Number(/^(\d+(?:\.\d+)?)s$/.exec(duration ?? '')?.[1]);
  return Number.isNaN(seconds) ? undefined : seconds;
}
