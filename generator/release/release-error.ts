/** A problem that ends a release: a failed command, or a package that can't be read. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}
