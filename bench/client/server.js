// Responds to every request with one zone and prints its address.
import { createServer } from 'node:http';

const body = JSON.stringify({
  kind: 'dns#managedZone',
  name: 'z',
  dnsName: 'example.com.',
  id: '1',
  visibility: 'public',
  nameServers: ['a.', 'b.', 'c.', 'd.'],
});
const headers = { 'content-type': 'application/json; charset=UTF-8', 'content-length': Buffer.byteLength(body) };
const server = createServer((request, response) => response.writeHead(200, headers).end(body));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
