/** Reads the arguments of `net.connect` and `tls.connect`. */

export interface ConnectTarget {
  readonly host?: string | undefined;
  readonly port?: string | number | undefined;
}

export type ConnectArguments = unknown[];

/** Returns the options of `connect(options)` and `connect(port, host, options)`, with the host and the port. */
export function mergeOptions(args: ConnectArguments): ConnectTarget & Record<string, unknown> {
  const [first, second] = args;
  const options = args.filter((value) => typeof value === 'object' && value !== null);
  return Object.assign(
    {},
    typeof first === 'object' ? {} : { port: first, ...(typeof second === 'string' && { host: second }) },
    ...options,
  ) as ConnectTarget & Record<string, unknown>;
}
