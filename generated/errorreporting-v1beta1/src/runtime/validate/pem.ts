import { countBase64Bytes } from './base64.js';

const block = /-----BEGIN ([A-Z0-9 ]+)-----[ \t]*\r?\n([\s\S]*?)\r?\n?-----END ([A-Z0-9 ]+)-----/y;
const space = /\s*/y;
const headers = /^(?:[A-Za-z][\w-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+\r?\n/;

/** Returns the labels of the blocks of PEM text in order. `undefined` if the text isn't a list of well-formed blocks. */
export function parsePemLabels(text: string): readonly string[] | undefined {
  const labels: string[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    block.lastIndex = at;
    const [whole, label, body, end] = block.exec(text) ?? [];
    if (whole === undefined || label === undefined || label !== end || !isBody(body ?? '')) return undefined;
    labels.push(label);
    at = skipSpace(text, at + whole.length);
  }
  return labels;
}

/** Tests for one or more certificates. */
export function isCertificates(text: string): boolean {
  const labels = parsePemLabels(text);
  return labels !== undefined && labels.length > 0 && labels.every((label) => label === 'CERTIFICATE');
}

/** Tests for one private key, optionally after `EC PARAMETERS`. */
export function isPrivateKey(text: string): boolean {
  const labels = parsePemLabels(text)?.filter((label) => label !== 'EC PARAMETERS');
  return labels?.length === 1 && /^(?:[A-Z0-9]+ )*PRIVATE KEY$/.test(labels[0] ?? '');
}

function skipSpace(text: string, at: number): number {
  space.lastIndex = at;
  space.test(text);
  return space.lastIndex;
}

/** Tests for base64 in lines, optionally after the headers of an encrypted key. */
function isBody(body: string): boolean {
  const data = body.replace(headers, '').replace(/\s+/g, '');
  return data !== '' && countBase64Bytes(data) !== undefined;
}
