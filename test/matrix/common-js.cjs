// Node and Bun, CommonJS: `require` takes the packages although they are ES modules. As esm.mjs otherwise.
const { conformance } = require('./conformance.mjs');

const [rootUrl, session] = process.argv.slice(2);
const modules = {
  compute: require('@discogen/compute-v1'),
  dns: require('@discogen/dns-v1'),
  dnsMethods: require('@discogen/dns-v1/methods'),
  dnsMock: require('@discogen/dns-v1/mock'),
  dnsValidators: require('@discogen/dns-v1/validators'),
  values: require('@discogen/dns-v1/values'),
};
conformance({ ...modules, rootUrl, session }).then((result) => console.log(JSON.stringify(result)));
