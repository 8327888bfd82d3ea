/** gRPC calls, which descriptions of REST APIs don't cover. */

export const isGrpc = (contentType: string | undefined): boolean => /^application\/grpc(?:$|[+;])/i.test(contentType ?? '');

/** How to switch a client to REST, by the language in its `User-Agent`. */
const restAdvice: readonly (readonly [language: string, agent: RegExp, advice: string])[] = [
  ['Node.js', /grpc-node/, 'create the client with { fallback: true }'],
  ['Python', /grpc-python/, "create the client with transport='rest'"],
  ['Go', /grpc-go/, 'create the client with NewRESTClient in place of NewClient'],
  ['Java', /grpc-java/, 'create the settings with newHttpJsonBuilder() in place of newBuilder()'],
  ['.NET', /grpc-dotnet/, 'set GrpcAdapter = RestGrpcAdapter.Default on the builder'],
  ['PHP', /grpc-php/, "create the client with ['transport' => 'rest']"],
];

/** Returns the trailers of a response that rejects a gRPC call. Clients ignore a status in headers that don't end the response. */
export function createGrpcRejection(userAgent: string | undefined): Readonly<Record<string, string>> {
  const matching = restAdvice.filter(([, agent]) => agent.test(userAgent ?? ''));
  const advice = matching.length > 0 ? matching.map(([, , text]) => text) : restAdvice.map(([language, , text]) => `${language}: ${text}`);
  const message = `discogen proxy doesn't support gRPC. Switch the client to REST: ${advice.join('; ')}.`;
  // The code 12 is UNIMPLEMENTED, which clients don't retry.
  return { 'grpc-status': '12', 'grpc-message': encodeGrpcMessage(message) };
}

const encodeGrpcMessage = (text: string): string => text.replace(/[^\x20-\x24\x26-\x7e]/g, encodeURIComponent);
