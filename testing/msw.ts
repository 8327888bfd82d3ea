/** The entry `discogen/msw`: request handlers for MSW, in Node and in browsers. */
import { http, HttpResponse, type HttpHandler } from 'msw';
import type { AnySession } from '../mock/index.js';
import { listRootUrls, toMockUrl } from './root-urls.js';

export interface HandlersOptions {
  /**
   * The URLs below which the mock handles requests, such as `https://dns.example.com`. Default: the addresses of the mock's APIs. An API
   * whose description has no address needs this option.
   */
  readonly rootUrls?: readonly string[] | undefined;
}

/**
 * Returns request handlers for MSW (`setupServer` or `setupWorker`) that pass requests to the APIs of the mock, or of a session of one, to
 * the mock. MSW handles all other requests.
 *
 * @throws TypeError If a URL is malformed, or if the APIs have no addresses and `rootUrls` is absent.
 */
export function handlers(mock: Pick<AnySession, 'apis' | 'fetch'>, { rootUrls }: HandlersOptions = {}): HttpHandler[] {
  const urls = listRootUrls(mock, rootUrls);
  if (urls.length === 0) {
    const names = mock.apis.map(({ name }) => name).join(', ');
    throw new TypeError(
      `handlers: the APIs of the mock (${names}) have no addresses; set the option rootUrls, such as ['https://service.example.com']`,
    );
  }
  return urls.map((rootUrl) =>
    http.all(toPattern(rootUrl), async ({ request }) => {
      const url = toMockUrl(request.url, rootUrl, mock);
      // MSW would turn a rejection, as of a fault that closes the connection, into a response with the status 500.
      return mock.fetch(url === request.url ? request : new Request(url, request)).catch(() => HttpResponse.error());
    }),
  );
}

function toPattern(rootUrl: string): RegExp {
  return new RegExp(`^${rootUrl.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`);
}
