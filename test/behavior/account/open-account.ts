/** Opens mocks of Drive and Sheets as one account, from short forms of their published documents and their overlays. */
import { join } from 'node:path';
import { createMock } from '../../../generator/index.js';
import type { Mock, MockOptions } from '../../../mock/index.js';

const config = join(import.meta.dirname, '../../fixtures/account/discogen.config.yaml');
const drive = 'https://www.googleapis.com/drive/v3';
const uploads = 'https://www.googleapis.com/upload/drive/v3';
const sheets = 'https://sheets.googleapis.com/v4/spreadsheets';

/** A JSON body, whose members a test knows. */
export type Body = Readonly<Record<string, unknown>>;

export interface Account {
  readonly mock: Mock;
  /** Sends a request to Drive, such as `GET files?q=…`. Throws an error with its status and message. */
  drive(request: string, body?: object): Promise<Body>;
  /** Sends a request to Sheets, such as `GET ID/values/A1:B2`. */
  sheets(request: string, body?: object): Promise<Body>;
  /** Creates a file with text, and returns its ID. */
  upload(metadata: object, text: string): Promise<string>;
  /** Creates an empty file, folder, or document, and returns its ID. */
  create(metadata: object): Promise<string>;
  /** Creates a spreadsheet in Sheets, and returns its ID. */
  open(title?: string): Promise<string>;
  /** Returns the names of the files that a query selects, in order. */
  search(query: string, parameters?: string): Promise<readonly string[]>;
  /** Returns the text of a file. */
  download(path: string): Promise<string>;
}

export const folder = 'application/vnd.google-apps.folder';
export const spreadsheet = 'application/vnd.google-apps.spreadsheet';

/** `apis`: the APIs of the mock. Default: both. */
export async function openAccount(apis: readonly string[] = ['drive', 'sheets'], options: MockOptions = {}): Promise<Account> {
  const mock = await createMock(apis, { config, randomSeed: 1, now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678), ...options });
  const send = async (address: string, request: string, body?: object): Promise<Body> => {
    const [, method = '', path = ''] = /^(\S+) (.*)$/s.exec(request) ?? [];
    const response = await mock.fetch(`${address}/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return (text === '' ? {} : JSON.parse(text)) as Body;
    const { error } = JSON.parse(text) as { error: { message: string } };
    throw new Error(`${response.status} ${error.message}`);
  };
  const account: Account = {
    mock,
    drive: (request, body) => send(drive, request, body),
    sheets: (request, body) => send(sheets, request.replace(/ \//, ' '), body),
    async upload(metadata, text) {
      const parts = [
        `--b\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(metadata)}`,
        `--b\r\ncontent-type: text/plain\r\n\r\n${text}`,
        '--b--',
      ];
      const response = await mock.fetch(`${uploads}/files?uploadType=multipart`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/related; boundary=b' },
        body: parts.join('\r\n'),
      });
      return ((await response.json()) as { id: string }).id;
    },
    create: async (metadata) => (await account.drive('POST files', metadata))['id'] as string,
    async open(title = 'Budget') {
      const response = await mock.fetch(sheets, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ properties: { title } }),
      });
      return ((await response.json()) as { spreadsheetId: string }).spreadsheetId;
    },
    async search(query, parameters = 'orderBy=name') {
      const { files } = await account.drive(`GET files?${parameters}&q=${encodeURIComponent(query)}`);
      return (files as unknown as { name: string }[]).map(({ name }) => name);
    },
    download: async (path) => (await mock.fetch(`${drive}/${path}`)).text(),
  };
  return account;
}
