/** Sends the bodies of event streams, and ends them when the server closes. */

/** The part of a response of Node that sends a body. */
interface BodyWriter {
  /** Returns false if the caller should wait for the event `drain`. */
  write(chunk: Uint8Array): boolean;
  end(): void;
  once(event: 'drain' | 'close', listener: () => void): unknown;
}

export class OpenStreams {
  readonly #readers = new Set<ReadableStreamDefaultReader<Uint8Array>>();

  /** Sends the stream until it ends, the client disconnects, or `endAll` is called. */
  async send(stream: ReadableStream<Uint8Array>, writer: BodyWriter): Promise<void> {
    const reader = stream.getReader();
    this.#readers.add(reader);
    const closed = new Promise<void>((resolve) => writer.once('close', resolve));
    void closed.then(() => cancel(reader));
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        if (!writer.write(part.value)) await Promise.race([closed, new Promise<void>((resolve) => writer.once('drain', resolve))]);
      }
    } finally {
      this.#readers.delete(reader);
    }
    writer.end();
  }

  endAll(): void {
    for (const reader of this.#readers) void cancel(reader);
  }
}

/** A stream that has failed can't be cancelled. */
async function cancel(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  await reader.cancel().catch(() => undefined);
}
