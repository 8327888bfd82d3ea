/** A user's program that reads the descriptions in the packages. */
import computeOpenApi from '@discogen/compute-v1/openapi.json' with { type: 'json' };
import compute from '@discogen/compute-v1/spec.json' with { type: 'json' };
import dnsOpenApi from '@discogen/dns-v1/openapi.json' with { type: 'json' };
import dns from '@discogen/dns-v1/spec.json' with { type: 'json' };
import errorReportingOpenApi from '@discogen/errorreporting-v1beta1/openapi.json' with { type: 'json' };
import errorReporting from '@discogen/errorreporting-v1beta1/spec.json' with { type: 'json' };
import osConfigOpenApi from '@discogen/osconfig-v1beta/openapi.json' with { type: 'json' };
import osConfig from '@discogen/osconfig-v1beta/spec.json' with { type: 'json' };

const names: string[] = [compute.name, dns.name, errorReporting.name, osConfig.name];
const versions: string[] = [computeOpenApi, dnsOpenApi, errorReportingOpenApi, osConfigOpenApi].map(({ openapi }) => openapi);
console.log(JSON.stringify({ names, versions }));
