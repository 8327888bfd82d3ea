/** Versions of the state: the names of snapshots, and sequence numbers. */
export function describeVersion(version: string | number): string {
  return typeof version === 'number' ? `the sequence number ${version}` : `the snapshot ${version}`;
}
