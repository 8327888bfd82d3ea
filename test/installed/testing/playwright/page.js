import { createDnsClient } from '@discogen/dns-v1';
import { createMock } from '@discogen/dns-v1/mock';
import { handlers } from 'discogen/msw';
import { setupWorker } from 'msw/browser';

const rootUrl = 'https://dns.example.com';
const mock = createMock();
await setupWorker(...handlers(mock, { rootUrls: [rootUrl] })).start({ onUnhandledRequest: 'bypass', quiet: true });
const body = JSON.stringify({ name: 'z', dnsName: 'example.com.' });
const { status } = await fetch(`${rootUrl}/dns/v1/projects/p/managedZones`, { method: 'POST', body });
const zone = await createDnsClient({ rootUrl }).managedZones.get({ project: 'p', managedZone: 'z' });
const { from } = await (await fetch('/api')).json();
const results = document.createElement('pre');
const received = mock.requests.map(({ methodId }) => methodId);
results.textContent = JSON.stringify({ created: status, zone: zone.dnsName, other: from, received });
document.body.append(results);
