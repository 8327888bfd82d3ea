/** A user's program with every entry point of the OS Config package. */
import { createOsConfigClient, type EffectiveGuestPolicy } from '@discogen/osconfig-v1beta';
import { projectsZonesInstancesLookupEffectiveGuestPolicy } from '@discogen/osconfig-v1beta/methods';
import { createMock } from '@discogen/osconfig-v1beta/mock';
import { validateEffectiveGuestPolicy } from '@discogen/osconfig-v1beta/validators';

const mock = createMock();
const osconfig = createOsConfigClient({ rootUrl: 'http://osconfig.example/', fetch: mock.fetch });
const policy: EffectiveGuestPolicy = await osconfig.projects.zones.instances.lookupEffectiveGuestPolicy({
  instance: 'projects/p/zones/z/instances/i',
  requestBody: { osShortName: 'debian', osVersion: '12', osArchitecture: 'x86_64' },
});

console.log(
  JSON.stringify({
    method: projectsZonesInstancesLookupEffectiveGuestPolicy.id,
    valid: validateEffectiveGuestPolicy(policy),
    invalid: validateEffectiveGuestPolicy({ packages: 1 }),
  }),
);
