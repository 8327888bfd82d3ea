import type { ServiceManifest } from '../manifest.js';

export const compute: ServiceManifest = {
  rules: {
    'active-standby': {
      description:
        'At most one resource of a group has the `active` role. Setting a `standby` resource to `active` swaps the roles of the two resources, and the formerly active resource drains.',
      options: {
        field: { kind: 'field', description: 'The field with the role.', comparedWith: ['active', 'standby'] },
        active: { kind: 'text', description: 'The value of the active resource.' },
        standby: { kind: 'text', description: 'The value of a standby resource.' },
        group: { kind: 'fields', description: 'The fields that have equal values in all resources of a group.' },
        when: { kind: 'condition', description: 'The resources that the rule applies to.' },
        drain: {
          kind: 'object',
          description: 'How the formerly active resource drains.',
          members: {
            field: { kind: 'field', description: 'The field with the draining state.', comparedWith: ['during', 'after'] },
            during: { kind: 'text', description: 'The value while the resource drains.' },
            after: { kind: 'text', description: 'The value after the resource drained.' },
            parameter: { kind: 'query', description: 'The query parameter with the maximum time in seconds.' },
            when: { kind: 'condition', description: 'When the parameter applies. Otherwise, draining takes no time.' },
          },
        },
      },
      sentence:
        'If {when:condition}, at most one of the resources with the same {group:and} has the {field} {active}. ' +
        'Setting the {field} of a {standby} resource to {active} swaps the roles of the two resources. ' +
        'The {drain.field} of the formerly {active} resource is {drain.during} while its connections drain, and {drain.after} afterwards. ' +
        'Draining takes up to {drain.parameter} seconds if {drain.when:condition}, and no time otherwise.',
      replaces: 'activeStandby',
    },
    'certificate-details': {
      description: 'The server reads the expiration time and the subject alternative names from a PEM-encoded certificate.',
      options: {
        certificates: {
          kind: 'fields',
          description: 'The fields that can contain the certificate. The server reads the first one that does.',
        },
        expires: { kind: 'field', description: 'The field with the expiration time.', type: 'string' },
        names: { kind: 'field', description: 'The list of names.', type: 'list' },
      },
      sentence: 'The server sets {expires} and {names} from the first certificate in {certificates:or}.',
    },
  },
  actions: {
    'guest-attributes': {
      description: 'Returns the guest attributes of an instance that `queryPath` or `variableKey` selects.',
      access: 'read',
      options: {
        field: {
          kind: 'text',
          description: 'The field of the resource that lists the entries, each with `namespace`, `key` and `value`.',
        },
      },
      parameters: ['queryPath', 'variableKey'],
    },
    'usable-subnetworks': {
      description: 'Lists the subnetworks of the project in all regions, each as what a user of it needs.',
      access: 'read',
      options: { subnetworks: { kind: 'pathTemplate', description: 'The path template of the subnetworks.' } },
      hasPages: true,
      acceptsAnyName: true,
    },
  },
};
