import type { ServiceManifest } from '../manifest.js';

export const osconfig: ServiceManifest = {
  actions: {
    'effective-policy': {
      description: 'Merges the policies of a project and its ancestors that apply to the resource.',
      access: 'read',
      options: {
        policies: {
          kind: 'list',
          description: 'The path templates of the policies: of projects, and of each kind of ancestor.',
          item: { kind: 'pathTemplate', description: 'A path template of policies.' },
        },
        lists: {
          kind: 'responseFields',
          description: 'Fields of the response.',
          value: {
            kind: 'object',
            description: 'The origin of a list.',
            members: {
              from: { kind: 'field', description: 'The field of the policy.', in: 'member', of: 'policies' },
              as: { kind: 'text', description: 'The member that wraps each entry.' },
            },
          },
        },
      },
      fields: ['osShortName', 'osVersion', 'osArchitecture'],
      acceptsAnyName: true,
    },
  },
};
