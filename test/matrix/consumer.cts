// The same in CommonJS, whose compiler accepts ES modules in `require`.
import dns = require('@discogen/dns-v1');
import methods = require('@discogen/dns-v1/methods');
import values = require('@discogen/dns-v1/values');

const client = dns.createDnsClient({ rootUrl: 'https://dns.example' });
void client.managedZones.get({ project: 'p', managedZone: 'z' }).then(({ name }) => console.log(name, methods.managedZonesGet.scopes));
console.log(values.fromInt64('1'));
