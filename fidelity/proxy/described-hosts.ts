/** The hosts of the described APIs, whose connections a proxy decrypts. */
export class DescribedHosts {
  /** Sorted names. `*.example.com` stands for all subdomains. */
  readonly names: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #ports: ReadonlySet<number>;

  /** `hosts`: names such as `dns.googleapis.com`, `*.example.com`, or `localhost:8443`. */
  constructor(hosts: Iterable<string>) {
    const all = [...hosts];
    this.#names = new Set(all.map((host) => host.replace(/:\d+$/, '')));
    this.#ports = new Set([80, 443, ...all.flatMap((host) => /:(\d+)$/.exec(host)?.[1] ?? []).map(Number)]);
    this.names = [...this.#names].sort();
  }

  /** Returns whether an API is at a host. `port`: the port of the connection. Default: any. */
  has(host: string, port?: number): boolean {
    const name = host.toLowerCase().replace(/\.$/, '');
    if (port !== undefined && !this.#ports.has(port)) return false;
    if (this.#names.has(name)) return true;
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) if (this.#names.has(`*${name.slice(dot)}`)) return true;
    return false;
  }

  /** The names to which a certificate authority is limited. Each includes its subdomains. */
  get domains(): readonly string[] {
    return this.names.map((name) => name.replace(/^\*\./, ''));
  }
}

/** Lists the hosts of an API, with ports other than the default. `urls`: the root URL of the API, then the addresses of its locations. */
export function listHosts(urls: readonly string[]): readonly string[] {
  const hosts = urls.flatMap((url) => (URL.canParse(url) ? new URL(url).host : []));
  const name = /^([\w-]+)\.googleapis\.com$/.exec(hosts[0] ?? '')?.[1];
  // The hosts for certificate-bound access, and for older clients.
  return name === undefined ? hosts : [...hosts, `${name}.mtls.googleapis.com`, 'www.googleapis.com'];
}
