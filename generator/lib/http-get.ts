/** Requests to mocks. Unlike `fetch`, they can trust a certificate authority that is known only at run time. */
import { get as getInsecurely } from 'node:http';
import { get as getSecurely } from 'node:https';
import type { HttpGetOptions, HttpText } from './effects.js';

/** The time after which a server that doesn't respond is considered to be down, in milliseconds. */
const timeout = 10_000;

export function httpGet(url: string, { headers, certificates }: HttpGetOptions = {}): Promise<HttpText> {
  const options = { headers: { ...headers }, timeout };
  return new Promise((resolve, reject) => {
    const request = url.startsWith('https:') ? getSecurely(url, { ...options, ca: certificates }) : getInsecurely(url, options);
    request.on('error', reject);
    request.on('timeout', () => request.destroy(Object.assign(new Error('the server does not respond'), { code: 'ETIMEDOUT' })));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
}
