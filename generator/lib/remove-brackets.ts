/** Returns the address of an IPv6 host without the brackets that it has in URLs: `::1` for `[::1]`. Returns any other host unchanged. */
export const removeBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');
