import { isIP } from 'node:net';

/** The hosts of the described APIs, whose connections a proxy decrypts. */
export class DescribedHosts {
  /** Sorted names. `*.example.com` stands for all subdomains, and any other `*` for letters, digits, and hyphens. */
  readonly names: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #patterns: readonly RegExp[];
  readonly #ports: ReadonlySet<number>;

  /** `hosts`: names such as `dns.googleapis.com`, `*-run.googleapis.com`, `*.example.com`, or `localhost:8443`. */
  constructor(hosts: Iterable<string>) {
    const all = [...hosts];
    this.#names = new Set(all.map((host) => host.replace(/:\d+$/, '')));
    this.#patterns = [...this.#names].filter(isPattern).map(toExpression);
    this.#ports = new Set([80, 443, ...all.flatMap((host) => /:(\d+)$/.exec(host)?.[1] ?? []).map(Number)]);
    this.names = [...this.#names].sort();
  }

  /** Returns whether an API is at a host. `port`: the port of the connection. Default: any. */
  has(host: string, port?: number): boolean {
    const name = host.toLowerCase().replace(/\.$/, '');
    if (port !== undefined && !this.#ports.has(port)) return false;
    if (this.#names.has(name)) return true;
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) if (this.#names.has(`*${name.slice(dot)}`)) return true;
    return this.#patterns.some((pattern) => pattern.test(name));
  }

  /** The names to which a certificate authority is limited. Each includes its subdomains. */
  get domains(): readonly string[] {
    const domains = this.names.map((name) => (isPattern(name) ? name.slice(name.indexOf('.', name.lastIndexOf('*')) + 1) : name));
    return [...new Set(domains.map((name) => name.replace(/^\*\./, '')).filter((name) => !isIP(name)))];
  }
}

/** Whether a name has a `*` that stands for a part of its subdomain. */
const isPattern = (name: string): boolean => name.includes('*') && !/^\*\.[^*]*$/.test(name);

/** `name`: a pattern of host names, whose other characters are letters, digits, hyphens, and dots. */
const toExpression = (name: string): RegExp => new RegExp(`^${name.replaceAll(/[^\w*-]/g, '\\$&').replaceAll('*', '[a-z\\d-]+')}$`);
