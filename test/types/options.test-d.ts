/** Unknown options are compile errors (`npm run check:types`). */
import { test } from 'vitest';
import { createDnsClient, type DnsClient } from '../../generated/dns-v1/src/index.js';
import { createMock } from '../../generated/dns-v1/src/mock.js';

declare const dns: DnsClient;
const zone = { project: 'p', managedZone: 'z' };

test('rejects an unknown option', () => {
  // @ts-expect-error a client's option
  void (() => createDnsClient({ rootUrl: 'https://dns.example.com', timout: 5 }));
  // @ts-expect-error a member of a client's option
  void (() => createDnsClient({ rootUrl: 'https://dns.example.com', retry: { attemps: 5 } }));
  // @ts-expect-error a call's option
  void (() => dns.managedZones.get(zone, { timout: 5 }));
  // @ts-expect-error a list's option, for another call
  void (() => dns.managedZones.get(zone, { maxItems: 5 }));
  // @ts-expect-error a list's option
  void (() => dns.managedZones.list({ project: 'p' }, { maxItem: 5 }));
  // @ts-expect-error a mock's option
  void (() => createMock({ operationDelays: 5 }));
});
