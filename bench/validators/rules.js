// The rules between the fields of a Subnetwork in JSON Schema: conditions as if and then, the rest as custom keywords.
const only = (condition, field, values) => ({ if: condition, then: { properties: { [field]: { enum: values } } } });
const has = (field, value) => ({ properties: { [field]: value }, required: [field] });
const isTrue = { const: true };

export function withRules(schema) {
  const { logConfig } = schema.properties;
  const isConfigured = { anyOf: ['aggregationInterval', 'flowSampling', 'metadata', 'filterExpr'].map((field) => ({ required: [field] })) };
  const logged = {
    ...logConfig,
    allOf: [
      only(isConfigured, 'enable', [true, null]),
      {
        if: { required: ['metadataFields'] },
        then: { properties: { enable: { enum: [true, null] }, metadata: { const: 'CUSTOM_METADATA' } }, required: ['metadata'] },
      },
    ],
  };
  const balanced = ['GLOBAL_MANAGED_PROXY', 'REGIONAL_MANAGED_PROXY', 'INTERNAL_HTTPS_LOAD_BALANCER'];
  const loggable = ['PRIVATE', 'GLOBAL_MANAGED_PROXY', 'PRIVATE_SERVICE_CONNECT', 'INTERNAL_HTTPS_LOAD_BALANCER', null];
  return {
    ...schema,
    properties: {
      ...schema.properties,
      logConfig: logged,
      secondaryIpRanges: { ...schema.properties.secondaryIpRanges, uniqueBy: 'rangeName' },
    },
    disjoint: ['ipCidrRange', 'secondaryIpRanges'],
    allOf: [
      only(has('enableFlowLogs', isTrue), 'purpose', ['PRIVATE', 'PRIVATE_SERVICE_CONNECT', null]),
      only(has('logConfig', { type: 'object', ...has('enable', isTrue) }), 'purpose', loggable),
      { if: { required: ['role'] }, then: has('purpose', { enum: balanced }) },
    ],
  };
}
