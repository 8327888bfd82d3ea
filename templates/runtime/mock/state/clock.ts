/** The clock of a session: real time with an offset, or frozen at a time. Times are milliseconds since 1970. */
export interface ClockState {
  readonly offset?: number;
  readonly frozen?: number;
}

export function readClock({ offset = 0, frozen }: ClockState, realTime: number): number {
  return frozen ?? Math.trunc(realTime + offset);
}

/** Returns a clock that shows `time` now. */
export function createClock(time: number, isFrozen: boolean, realTime: number): ClockState {
  return isFrozen ? { frozen: time } : { offset: time - realTime };
}
