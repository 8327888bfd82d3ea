/** The one method of the guest policy lookup. */
import { expect } from 'vitest';
import { malformedBody, stored, type CaseTable } from '../case.js';
import type { OsConfigClient } from '../packages.js';

const instance = 'projects/p/zones/z/instances/vm';
const path = '/v1beta/projects/p/guestPolicies/tools';

export const osConfigCases: CaseTable<OsConfigClient> = {
  seed: { resources: { [path]: { name: 'projects/p/guestPolicies/tools', packages: [{ name: 'curl', desiredState: 'INSTALLED' }] } } },
  methods: {
    'osconfig.projects.zones.instances.lookupEffectiveGuestPolicy': {
      succeeds: async ({ client, mock }) => {
        const requestBody = { osShortName: 'debian', osVersion: '12', osArchitecture: 'x86_64' };
        const policy = await client.projects.zones.instances.lookupEffectiveGuestPolicy({ instance, requestBody });
        expect(policy).toEqual({
          packages: [{ source: 'projects/p/guestPolicies/tools', package: { name: 'curl', desiredState: 'INSTALLED' } }],
        });
        expect(await stored(mock, path)).toMatchObject({ packages: [policy.packages?.[0]?.package] });
      },
      unknown: {
        exists: 'the lookup needs no instance',
        ask: async (client) => {
          const instances = client.projects.zones.instances;
          expect(await instances.lookupEffectiveGuestPolicy({ instance: 'projects/q/zones/z/instances/vm', requestBody: {} })).toEqual({});
        },
      },
      malformed: malformedBody(
        `/v1beta/${instance}:lookupEffectiveGuestPolicy`,
        { because: 'a name that is no text', body: { osShortName: 7 }, reason: 'invalid', location: 'osShortName' },
        { because: 'a field that does not exist', body: { osColour: 'red' }, reason: 'invalid', location: 'osColour' },
      ),
    },
  },
};
