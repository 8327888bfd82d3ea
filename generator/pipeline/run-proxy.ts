/** Runs a proxy for the hosts of APIs, which records exchanges, mirrors them to mocks, or has a mock respond. */
import type { Api } from '../model/model.js';
import { createProxyAuthority } from '../lib/certificates.js';
import type { Effects } from '../lib/effects.js';
import { removeBrackets } from '../lib/remove-brackets.js';
import { UsageError } from '../lib/usage-error.js';
import { isLoopbackHost, listHostPatterns } from '../../mock/shared.js';
import { AddressGuard } from '../../fidelity/proxy/address-guard.js';
import { createCaptureLimits, type SentExchange } from '../../fidelity/proxy/capture.js';
import { DescribedHosts } from '../../fidelity/proxy/described-hosts.js';
import { startProxy } from '../../fidelity/proxy/proxy-server.js';
import type { Recorder } from '../../fidelity/proxy/recorder.js';
import type { Shadow } from '../../fidelity/proxy/shadow.js';
import { openRecorder, type TapeOptions } from './open-recorder.js';
import { type TrustFiles, writeTrustFiles } from './trust-files.js';

/** What `/__admin/proxy` returns. */
export interface ProxyDescription {
  readonly url: string;
  readonly mode: 'mock' | 'record' | 'shadow';
  readonly hosts: readonly string[];
  readonly only: boolean;
  /** Absent for a reverse proxy. */
  readonly trust?: TrustFiles;
  /** Present if a mock responds. */
  readonly credentials?: { readonly keyFile: string; readonly folder: string; readonly project?: string };
}

/** What a proxy uses of the descriptions of APIs. */
export interface ProxiedApis {
  readonly hosts: readonly string[];
  /** The words in the paths of methods, which redaction keeps. */
  readonly words: ReadonlySet<string>;
}

export interface ProxyOptions {
  readonly host: string;
  readonly port: number;
  /** The service of a reverse proxy. */
  readonly target: URL | undefined;
  readonly apis: ProxiedApis;
  /** Hosts that several APIs have. A mock responds at them. Otherwise, requests to them pass unobserved. */
  readonly commonHosts: readonly string[];
  /** Further addresses that the proxy may connect to. */
  readonly allow: readonly string[];
  /** Whether the proxy refuses all other hosts. */
  readonly only: boolean;
  /** The maximum size of a captured body in bytes. */
  readonly maxBody: number;
  readonly tape: TapeOptions | undefined;
  readonly mock: { readonly url: string; readonly credentials: NonNullable<ProxyDescription['credentials']> } | undefined;
  readonly shadow: Shadow | undefined;
}

export interface ProxyRun<T> {
  readonly result: T;
  /** The counts of the tape. */
  readonly counts: Recorder['counts'] | undefined;
}

/** `folder`: where the proxy writes its certificates. `use`: the proxy stops when its promise settles. */
export async function runProxy<T>(
  options: ProxyOptions,
  { folder, use, warn }: { folder: string; use: (proxy: ProxyDescription) => Promise<T>; warn: (message: string) => void },
  effects: Effects,
): Promise<ProxyRun<T>> {
  const { host, port, target, apis, commonHosts, allow, only, maxBody, tape, mock, shadow } = options;
  if (target === undefined && apis.hosts.length === 0)
    throw new UsageError('no described API has an address; set it with --var NAME=URL or --hosts, or use --target URL');
  const hosts = new DescribedHosts([...apis.hosts, ...(mock ? commonHosts : [])]);
  const recorder = tape && openRecorder(tape, { words: apis.words, warn }, effects);
  try {
    const authority = target === undefined ? await createProxyAuthority(hosts.domains, effects.now()) : undefined;
    const description: ProxyDescription = {
      url: '',
      mode: mock ? 'mock' : shadow ? 'shadow' : 'record',
      hosts: hosts.names,
      // Otherwise, other machines could reach any host through the proxy.
      only: only || !isLoopback(host),
      ...(authority && { trust: writeTrustFiles(authority.ca, folder, effects) }),
      ...(mock && { credentials: mock.credentials }),
    };
    const observe = (exchange: SentExchange): void => {
      const line = recorder?.record(exchange);
      shadow?.add(exchange, line);
    };
    const proxy = await startProxy({
      host,
      port,
      guard: new AddressGuard([...allow, ...(target ? [removeBrackets(target.hostname)] : [])]),
      hosts,
      unobserved: new DescribedHosts(commonHosts.filter((name) => !apis.hosts.includes(name))),
      only: description.only,
      target,
      authority,
      mock: mock && new URL(mock.url),
      now: effects.now,
      limits: createCaptureLimits(maxBody),
      observe: recorder || shadow ? observe : undefined,
      ...(recorder && { waitForSpace: () => recorder.waitForSpace() }),
      describe: () => ({ ...description, url: proxy.url }),
      warn,
    });
    try {
      return { result: await use({ ...description, url: proxy.url }), counts: recorder?.counts };
    } finally {
      await proxy.close();
      await recorder?.finish();
    }
  } finally {
    await recorder?.close();
  }
}

const isLoopback = (host: string): boolean => isLoopbackHost(host.includes(':') ? `[${host}]` : host);

export function describeProxiedApis(apis: readonly Api[]): ProxiedApis {
  const hosts = apis.flatMap(({ rootUrl, endpoints }) =>
    listHostPatterns([...(rootUrl === undefined ? [] : [rootUrl]), ...endpoints.map(({ url }) => url)]),
  );
  return { hosts, words: new Set(apis.flatMap(({ methods }) => methods.flatMap(({ route }) => route.match(/[\w-]+/g) ?? []))) };
}
