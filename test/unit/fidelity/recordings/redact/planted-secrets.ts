/** Exchanges with planted secrets of many kinds. */
import type { TapeExchange } from '../../../../../fidelity/recordings/write-tape.js';

interface Place {
  readonly headers?: readonly (readonly [string, string])[];
  readonly query?: string;
  readonly path?: string;
  readonly request?: unknown;
  readonly form?: string;
  readonly text?: string;
  readonly responseHeaders?: readonly (readonly [string, string])[];
  readonly response?: unknown;
}

/** Draws texts that depend only on the number of the exchange. */
class Source {
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 2_654_435_761 + 12_345;
  }

  #next(count: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((this.#state >>> 8) & 0xffff) % count;
  }

  text(length: number, alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'): string {
    return Array.from({ length }, () => alphabet[this.#next(alphabet.length)]).join('');
  }

  readonly lower = (length: number): string => this.text(length, 'abcdefghijklmnopqrstuvwxyz');
  readonly digits = (length: number): string => `${1 + this.#next(9)}${this.text(length - 1, '0123456789')}`;
  readonly hex = (length: number): string => this.text(length, '0123456789abcdef');
  readonly upper = (length: number): string => this.text(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  /** Loopback addresses are no secrets. */
  readonly octet = (): number => 128 + this.#next(95);
}

type Plant = (source: Source) => { readonly values: readonly string[]; readonly place: Place };
const plant =
  (create: (source: Source) => string, put: (value: string, source: Source) => Place): Plant =>
  (source) => {
    const value = create(source);
    return { values: [value], place: put(value, source) };
  };
const word = (source: Source): string => source.text(28);
const field = (name: string, create: (source: Source) => string = word): Plant =>
  plant(create, (value) => ({ response: { nested: [{ [name]: value }] } }));
const header = (name: string, prefix = ''): Plant => plant(word, (value) => ({ headers: [[name, `${prefix}${value}`]] }));
const inText = (create: (source: Source) => string): Plant =>
  plant(create, (value) => ({ request: { description: `see ${value}, please` } }));
const parameter = (name: string): Plant => plant(word, (value) => ({ query: `alt=json&${name}=${value}` }));
const jwt = (source: Source): string => `eyJ${source.text(30)}.eyJ${source.text(60)}.${source.text(43)}`;
const email = (source: Source): string => `${source.lower(5)}.${source.lower(6)}@${source.lower(8)}.com`;
const project = (source: Source): string => `${source.lower(6)}-${source.lower(5)}-${source.digits(4)}`;
const address = (source: Source): string => [source.octet(), source.octet(), source.octet(), source.octet()].join('.');

const kinds: Readonly<Record<string, Plant>> = {
  'bearer token': header('authorization', 'Bearer '),
  'basic credentials': plant(
    (source) => Buffer.from(`user:${source.text(20)}`).toString('base64'),
    (value) => ({ headers: [['authorization', `Basic ${value}`]] }),
  ),
  'proxy credentials': header('proxy-authorization', 'Basic '),
  'api key header': header('x-goog-api-key'),
  'other api key header': header('x-api-key'),
  'iam token header': header('x-goog-iam-authorization-token'),
  'encryption key header': header('x-goog-encryption-key'),
  'amz security token header': header('x-amz-security-token'),
  cookie: header('cookie', 'session='),
  'new cookie': plant(word, (value) => ({ responseHeaders: [['set-cookie', `SID=${value}; Path=/; Secure`]] })),
  'api key parameter': parameter('key'),
  'access token parameter': parameter('access_token'),
  'upload session': plant(word, (value) => ({
    responseHeaders: [['location', `https://storage.googleapis.com/upload/x?upload_id=${value}`]],
  })),
  'signature parameter': parameter('X-Goog-Signature'),
  'credential parameter': parameter('X-Goog-Credential'),
  'amz signature parameter': parameter('X-Amz-Signature'),
  'old signature parameter': parameter('Signature'),
  'signed url in a body': plant(
    (source) => source.hex(64),
    (value) => ({ response: { uri: `https://storage.googleapis.com/b/o?X-Goog-Date=1&X-Goog-Signature=${value}` } }),
  ),
  'sas signature': plant(word, (value) => ({ response: { uri: `https://a.blob.example/c?sv=1&sig=${value}` } })),
  'form: refresh token': plant(
    (source) => `1//0${source.text(40)}`,
    (value) => ({ form: `grant_type=refresh_token&refresh_token=${encodeURIComponent(value)}` }),
  ),
  'form: client secret': plant(
    (source) => `GOCSPX-${source.text(28)}`,
    (value) => ({ form: `client_secret=${value}` }),
  ),
  'form: code': plant(
    (source) => `4/0A${source.text(40)}`,
    (value) => ({ form: `code=${encodeURIComponent(value)}` }),
  ),
  'form: assertion': plant(jwt, (value) => ({ form: `assertion=${value}` })),
  'form: password': plant(word, (value) => ({ form: `username=x&password=${value}` })),
  access_token: field('access_token'),
  accessToken: field('accessToken'),
  refresh_token: field('refresh_token'),
  id_token: field('id_token', jwt),
  client_secret: field('client_secret'),
  clientSecret: field('clientSecret'),
  private_key_id: field('private_key_id', (source) => source.hex(40)),
  privateKeyData: field('privateKeyData'),
  password: field('rootPassword'),
  keyString: field('keyString', (source) => `AIza${source.text(35)}`),
  rawKey: field('rawKey', (source) => Buffer.from(source.text(32)).toString('base64')),
  rsaEncryptedKey: field('rsaEncryptedKey', (source) => source.text(344)),
  sharedSecret: field('sharedSecret'),
  secret: field('secret'),
  token: field('token'),
  signedJwt: field('signedJwt', jwt),
  'pem key': plant(
    (source) => source.text(64),
    (value) => ({ text: `-----BEGIN PRIVATE KEY-----\n${value}\n-----END PRIVATE KEY-----\n` }),
  ),
  'pem key in json': plant(
    (source) => source.text(64),
    (value) => ({ request: { metadata: { value: `-----BEGIN RSA PRIVATE KEY-----\n${value}\n-----END RSA PRIVATE KEY-----` } } }),
  ),
  'jwt in a text': inText(jwt),
  'google access token in a text': inText((source) => `ya29.${source.text(60)}`),
  'google api key in a text': inText((source) => `AIza${source.text(35)}`),
  'aws key in a text': inText((source) => `AKIA${source.upper(16)}`),
  'github token in a text': inText((source) => `ghp_${source.text(36)}`),
  'gitlab token in a text': inText((source) => `glpat-${source.text(20)}`),
  'slack token in a text': inText((source) => `xoxb-${source.digits(12)}-${source.text(24)}`),
  'stripe key in a text': inText((source) => `sk_live_${source.text(24)}`),
  'password in a url': plant(word, (value) => ({ request: { uri: `postgres://admin:${value}@db.example:5432/x` } })),
  'header in a batch': plant(word, (value) => ({
    text: `--batch\r\nContent-Type: application/http\r\n\r\nGET /x HTTP/1.1\r\nAuthorization: Bearer ${value}\r\n\r\n--batch--`,
  })),
  'token in a part of json': plant(word, (value) => ({ text: `--b\r\n\r\n{"access_token": "${value}"}\r\n--b--` })),
  'header of a vendor': header('x-shopify-access-token'),
  'field in capitals': field('DB_PASSWORD'),
  'name and value': plant(word, (value) => ({ request: { env: [{ name: 'API_TOKEN', value }] } })),
  'token as a key': plant(
    (source) => `ghp_${source.text(36)}`,
    (value) => ({ response: { [value]: 1 } }),
  ),
  'field of a form in parts': plant(word, (value) => ({
    text: `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${value}\r\n--b--\r\n`,
  })),
  'fragment of a url': plant(word, (value) => ({ responseHeaders: [['location', `https://app.example/#state=1&access_token=${value}`]] })),
  'url in an encoded url': plant(word, (value) => ({
    query: `a=${encodeURIComponent(encodeURIComponent(`https://b.example/?token=${value}`))}`,
  })),
  'variable in a script': plant(word, (value) => ({ request: { value: `#!/bin/sh\nexport DB_PASSWORD="${value}"\n` } })),
  'option of a command': plant(word, (value) => ({ request: { value: `mysql --password=${value} shop` } })),
  'line of yaml': plant(word, (value) => ({ text: `db:\n  password: ${value}\n  port: 1\n` })),
  'json in a message': plant(word, (value) => ({ response: { message: `received {\\"token\\": \\"${value}\\"}` } })),
  'email of other letters': plant(
    (source) => `j\u00f6rg${source.digits(6)}`,
    (value) => ({ response: { text: `by ${value}@\u00fcber${value}.example` } }),
  ),
  'project in a message': plant(project, (value) => ({ response: { message: `Permission denied on resource project ${value}.` } })),
  'key file in base64': plant(
    (source) => source.text(40),
    (value) => ({ response: { data: Buffer.from(JSON.stringify({ private_key: value })).toString('base64') } }),
  ),
  'token in base64': plant(jwt, (value) => ({ response: { payload: { content: Buffer.from(`token is ${value}`).toString('base64') } } })),
  email: inText(email),
  'email in a path': plant(email, (value) => ({ path: `users/${encodeURIComponent(value)}/settings` })),
  'email in a member': plant(email, (value) => ({ request: { policy: { bindings: [{ members: [`user:${value}`] }] } } })),
  'email as a key': plant(email, (value) => ({ response: { owners: { [value]: {} } } })),
  'service account': plant(
    (source) => `${source.lower(8)}@${project(source)}.iam.gserviceaccount.com`,
    (value) => ({ response: { serviceAccount: value } }),
  ),
  'project in a path': plant(project, (value) => ({ path: `projects/${value}/things` })),
  'project in a name': plant(project, (value) => ({
    response: { name: `projects/${value}/things/a`, bucket: `${value}-logs`, text: `of ${value}` },
  })),
  'project in a header': plant(project, (value) => ({ headers: [['x-goog-user-project', value]] })),
  'project number': plant(
    (source) => source.digits(12),
    (value) => ({ response: { projectNumber: value, name: `projects/${value}/things/a` } }),
  ),
  'ip address': inText((source) => address(source)),
  'forwarded ip address': plant(address, (value) => ({ headers: [['x-forwarded-for', value]] })),
  network: plant(
    (source) => `10.${source.octet()}.${source.octet()}.0/24`,
    (value) => ({ request: { ipCidrRange: value } }),
  ),
  'ip address of version 6': plant(
    (source) => `2600:1900:4${source.hex(3)}:${source.hex(4)}::${source.octet()}`,
    (value) => ({ response: { ipv6: value } }),
  ),
};

const names = Object.keys(kinds);

export function plantSecrets(index: number): {
  readonly exchange: TapeExchange;
  readonly kind: string;
  readonly values: readonly string[];
} {
  const kind = names[index % names.length] ?? '';
  const { values, place } = (kinds[kind] as Plant)(new Source(index + 1));
  const { headers = [], query, path = 'things', request, form, text, responseHeaders = [], response = { kind: 'thing', index } } = place;
  const body =
    form !== undefined
      ? { kind: 'text' as const, text: form }
      : text !== undefined
        ? { kind: 'text' as const, text }
        : request !== undefined
          ? { kind: 'json' as const, value: null, text: JSON.stringify(request) }
          : undefined;
  const type = form !== undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const exchange = {
    request: {
      method: body === undefined ? 'GET' : 'POST',
      url: `https://api.example/v1/${path}${query === undefined ? '' : `?${query}`}`,
      headers: [...headers, ['content-type', type] as const],
      ...(body && { body }),
    },
    response: { status: 200, headers: responseHeaders, body: { kind: 'json' as const, value: null, text: JSON.stringify(response) } },
  };
  return { exchange, kind, values };
}
