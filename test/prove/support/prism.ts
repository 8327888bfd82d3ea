/** Validates exchanges with the proxy of Prism against exported OpenAPI documents, if `npm ci --prefix bench` has installed it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { getList, getMember, getText, parseJson } from '../../../generator/lib/json.js';
import type { SentExchange } from './sent-exchange.js';

const root = join(import.meta.dirname, '../../..');
const prism = join(root, 'bench/node_modules/@stoplight/prism-cli');

/** The version that is installed. */
export const prismVersion = existsSync(prism)
  ? getText(parseJson(readFileSync(join(prism, 'package.json'), 'utf8')), 'version')
  : undefined;

export class PrismProxy {
  readonly #violations = new Map<string, Promise<ReadonlySet<string>>>();
  /** The response that the upstream server sends next. */
  #response: Pick<SentExchange, 'status' | 'responseBody'> | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #url = '';
  #child: ChildProcess | undefined;
  readonly #upstream: Server;

  private constructor() {
    this.#upstream = createServer((request, response) => {
      const { status = 500, responseBody = '' } = this.#response ?? {};
      request.resume().once('end', () => {
        response.writeHead(status, { 'content-type': parseJson(responseBody) === undefined ? 'text/plain' : 'application/json' });
        response.end(responseBody);
      });
    });
  }

  /** `name`: the generated package, such as `dns-v1`. */
  static async start(name: string): Promise<PrismProxy> {
    const proxy = new PrismProxy();
    await new Promise<void>((resolve) => proxy.#upstream.listen(0, '127.0.0.1', resolve));
    const address = proxy.#upstream.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const document = join(root, 'generated', name, 'openapi.json');
    const words = [join(prism, 'dist/index.js'), 'proxy', document, `http://127.0.0.1:${port}`, '-p', '0', '-h', '127.0.0.1'];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    proxy.#child = child;
    proxy.#url = await new Promise<string>((resolve, reject) => {
      let output = '';
      child.once('exit', () => reject(new Error(`Prism ended: ${output}`)));
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (proxy.#url !== '') return;
        output += text;
        const [, url] = /listening on (http:\S+)/.exec(output) ?? [];
        if (url !== undefined) resolve(url);
      });
    });
    return proxy;
  }

  /** Returns the violations that Prism reports for a request and its response. */
  listViolations(exchange: SentExchange): Promise<ReadonlySet<string>> {
    const key = JSON.stringify(exchange);
    const known = this.#violations.get(key) ?? this.#enqueue(() => this.#send(exchange));
    this.#violations.set(key, known);
    return known;
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #send({ method, path, body, ...response }: SentExchange): Promise<ReadonlySet<string>> {
    this.#response = response;
    const hasBody = body !== undefined && method !== 'GET';
    const { headers, status } = await fetch(`${this.#url}${path}`, {
      method,
      redirect: 'manual',
      headers: hasBody ? { 'content-type': 'application/json' } : {},
      ...(hasBody && { body }),
    });
    // Prism sends an error of its own for a request that it can't pass on.
    if (status !== response.status) return new Set([`status ${status}`]);
    const violations = parseJson(headers.get('sl-violations') ?? '[]');
    return new Set(
      (Array.isArray(violations) ? violations : []).map((violation) =>
        [...getList(violation, 'location'), getMember(violation, 'code') ?? '', getText(violation, 'message') ?? ''].join(' '),
      ),
    );
  }

  stop(): void {
    this.#child?.removeAllListeners('exit');
    this.#child?.kill();
    this.#upstream.close();
    this.#upstream.closeAllConnections();
  }
}
