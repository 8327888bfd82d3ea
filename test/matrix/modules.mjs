// The packages as an ES module resolves them.
export * as compute from '@discogen/compute-v1';
export * as dns from '@discogen/dns-v1';
export * as dnsMethods from '@discogen/dns-v1/methods';
export * as dnsMock from '@discogen/dns-v1/mock';
export * as dnsValidators from '@discogen/dns-v1/validators';
export * as values from '@discogen/dns-v1/values';
