/** A mock that listens on a port. */

/** The options of `listen`. */
export interface ListenOptions {
  /** The port. 0 selects a free port. Default: 0. */
  readonly port?: number | undefined;
  /** The address to listen on. Default: `127.0.0.1`. */
  readonly host?: string | undefined;
  /**
   * Host names for which control routes respond, in addition to `localhost`, its subdomains, and loopback addresses. `*.example.com`
   * matches all subdomains of `example.com`.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins, such as `https://app.example.com`, whose pages can use the control routes, in addition to the mock's own origin. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /**
   * The proxies whose headers `X-Forwarded-Proto`, `X-Forwarded-Host`, and `X-Forwarded-Prefix` determine the address at which links to the
   * mock start: IP addresses, networks (`10.0.0.0/8`), and `loopback`. `true` trusts every sender. Default: none.
   */
  readonly trustProxy?: boolean | readonly string[] | undefined;
  /** A certificate, followed by intermediate ones if any, and its key, as PEM text. The mock then serves HTTPS. Default: HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

/** A mock that listens on a port. */
export interface RunningServer {
  /** The base URL without a trailing slash: `http://127.0.0.1:8787`. */
  readonly url: string;
  /** Stops listening after the requests in progress are complete. Closes connections that are still open after four seconds. */
  close(): Promise<void>;
}
