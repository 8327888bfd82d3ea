/** Responses of handlers that aren't JSON: a status, headers, and bytes. */

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Reads a response of the Fetch API completely. */
export async function readResponse(response: Response): Promise<RawResponse> {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}
