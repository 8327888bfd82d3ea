/** A file of an emitter that can't be part of a package: an unsafe path, or code that doesn't compile. Internal, unless the emitter is a user's. */
export class FileError extends Error {
  /** As the emitter returned it. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}
