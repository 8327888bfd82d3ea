/** The one method of the guest policy lookup. */
import { expect } from 'vitest';
import { malformedBody, readStored, type CaseTable } from '../case.js';
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
        expect(await readStored(mock, path)).toMatchObject({ packages: [policy.packages?.[0]?.package] });
      },
      unknown: {
        existsBecause: 'the lookup needs no instance',
        run: async (client) => {
          const instances = client.projects.zones.instances;
          expect(await instances.lookupEffectiveGuestPolicy({ instance: 'projects/q/zones/z/instances/vm', requestBody: {} })).toEqual({});
        },
      },
      malformed: malformedBody(
        `/v1beta/${instance}:lookupEffectiveGuestPolicy`,
        { description: 'a name that is not a string', body: { osShortName: 7 }, reason: 'invalid', location: 'osShortName' },
        { description: 'an unknown field', body: { osColour: 'red' }, reason: 'invalid', location: 'osColour' },
      ),
    },
  },
};
