/** Parses what all multipart bodies have in common (RFC 2046). */

/** Returns the boundary in a content type, or `undefined` if the type isn't `multipart/SUBTYPE`. */
export function findBoundary(type: string, subtype: 'mixed' | 'related'): string | undefined {
  const [, quoted, unquoted] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  return type.toLowerCase().startsWith(`multipart/${subtype}`) ? (quoted ?? unquoted) : undefined;
}

export interface MessagePart {
  readonly headers: Readonly<Record<string, string>>;
  /** The index at which the body begins. */
  readonly bodyStart: number;
}

/** Parses the headers of a part. An empty line ends them. Names are in lower case. */
export function parsePartHeaders(text: string): MessagePart {
  const end = text.indexOf('\r\n\r\n');
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of text.slice(0, end < 0 ? text.length : end).split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { headers, bodyStart: end < 0 ? text.length : end + 4 };
}
