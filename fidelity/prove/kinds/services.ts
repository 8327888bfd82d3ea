/** Rules of single services, each of which has a scenario of its own. */
import type { ServiceRule } from '../../../runtime/services.js';
import type { ActiveStandbyRule, CertificateDetailsRule } from '../../../services/compute/rules.js';
import type { RecordDataRule } from '../../../services/dns/rules.js';
import type { ReopenRule } from '../../../services/errorreporting/rules.js';
import { getAt, type Json, type JsonObject } from '../../../generator/lib/json.js';
import type { Plan, Planner } from '../planner.js';
import { ensureInstance, prepareCall } from '../prepare.js';
import { getBody, isAccepted } from '../reference-mock.js';
import { ScenarioError, type ScenarioBuilder } from '../scenario-builder.js';
import { setAt } from '../field-paths.js';
import { createWith, toLink, listResources, readInstance, satisfyCondition } from './resources.js';
import { certificateText } from './certificate.js';

type BuildScenario = (builder: ScenarioBuilder, planner: Planner) => Promise<boolean>;

/** Valid and invalid record data by record type. */
const records: Readonly<Record<string, readonly [valid: readonly string[], invalid: readonly string[]]>> = {
  A: [['192.0.2.1'], ['192.0.2', '2001:db8::1', 'example.com.']],
  AAAA: [['2001:db8::1'], ['192.0.2.1', '::::']],
  CNAME: [['target.example.'], ['target', '']],
  MX: [['10 mail.example.'], ['mail.example.', '10']],
  TXT: [['"text"'], ['"open']],
  SRV: [['1 2 443 target.example.'], ['1 2 target.example.']],
  CAA: [['0 issue "ca.example"'], ['issue']],
};

const getResource = ({ testedRule, index }: Planner) => {
  const [first] = testedRule.place.in === 'schema' ? listResources(index, testedRule.place.schema) : [];
  if (first === undefined) throw new ScenarioError('no resource has the schema');
  return first.resource;
};

const scenarioBuilders: Readonly<Record<string, BuildScenario>> = {
  'dns/record-data': async (builder, planner) => {
    const { type, data } = (planner.testedRule.value as unknown as RecordDataRule).options;
    const resource = getResource(planner);
    const method = builder.index.findCreation(resource);
    const [field = ''] = data;
    if (method === undefined) throw new ScenarioError('no method creates the resource');
    for (const [name, [valid, invalid]] of Object.entries(records)) {
      for (const text of invalid) {
        const base = await prepareCall(builder, method);
        const call = { ...base, body: setAt(setAt(base.body, [type], name), [field], [text]) };
        if (!isAccepted(await builder.try(call))) await builder.call(call, { fields: [] });
      }
      await createWith(builder, resource, { [type]: name, [field]: valid });
    }
    return true;
  },
  'dns/dnssec-key': async (builder, planner) => {
    const resource = getResource(planner);
    const list = builder.index.findMethod(resource, 'list');
    if (list === undefined) throw new ScenarioError('no method lists the keys');
    await ensureInstance(builder, resource);
    const reply = await builder.mustCall(await prepareCall(builder, list), { fields: [''] });
    return getBody(reply) !== undefined;
  },
  'compute/certificate-details': async (builder, planner) => {
    const { certificates, expires, names } = (planner.testedRule.value as unknown as CertificateDetailsRule).options;
    const resource = getResource(planner);
    for (const field of certificates)
      for (const text of [certificateText.repeat(2), undefined]) {
        const change = text === undefined ? {} : (setAt({}, field.split('.'), text) as JsonObject);
        const instance = await createWith(builder, resource, change);
        await readInstance(builder, instance, [expires, names]);
      }
    return true;
  },
  'compute/active-standby': async (builder, planner) => {
    const { field, active, standby, group, when, drain } = (planner.testedRule.value as unknown as ActiveStandbyRule).options;
    const resource = getResource(planner);
    const patch = builder.index.findMethod(resource, 'patch');
    if (patch === undefined) throw new ScenarioError('no method changes the resource');
    const shared: JsonObject = {
      ...satisfyCondition(when),
      ...(group.includes('network') && { network: toLink(builder, 'n1') }),
    };
    const watched = [field, drain.field];
    const first = await createWith(builder, resource, { ...shared, [field]: active, ipCidrRange: '10.1.0.0/24' });
    const method = builder.index.findCreation(resource);
    if (method !== undefined) {
      const another = await prepareCall(builder, method, { ...shared, [field]: standby, ipCidrRange: '10.2.0.0/24' });
      const second = { ...another, body: setAt(another.body, [field], active) };
      if (!isAccepted(await builder.try(second))) await builder.call(second, { fields: [] });
    }
    const other = await createWith(builder, resource, { ...shared, [field]: standby, ipCidrRange: '10.2.0.0/24' });
    const reply = await readInstance(builder, other, watched);
    const etag = reply && builder.refer(reply, ['fingerprint']);
    const call = builder.createCall(patch, other);
    await builder.mustCall({ ...call, body: { [field]: active, ...(etag !== undefined && { fingerprint: etag }) } }, { fields: [] });
    await readInstance(builder, first, watched);
    await readInstance(builder, other, watched);
    return true;
  },
  'errorreporting/reopen': async (builder, planner) => {
    const { status, from } = (planner.testedRule.value as unknown as ReopenRule).options;
    const resource = getResource(planner);
    const methods = builder.index.api.methods;
    const report = methods.find(({ action }) => action.kind === 'service' && action.module === 'errorreporting/report-event');
    const list = methods.find(({ action }) => action.kind === 'service' && action.module === 'errorreporting/list-group-stats');
    const [get, update] = [builder.index.findMethod(resource, 'get'), builder.index.findMethod(resource, 'update')];
    if (report === undefined || list === undefined || get === undefined || update === undefined)
      throw new ScenarioError('the methods of error groups are absent');
    const event: Json = { message: 'Cannot pay', serviceContext: { service: 'shop' } };
    const base = { ...builder.createCall(report, undefined), body: event };
    await builder.mustCall(base, { fields: [] });
    const reply = await builder.mustCall(builder.createCall(list, undefined));
    const pointer = ['errorGroupStats', 0, 'group', 'name'];
    const name = builder.refer(reply, pointer);
    if (name === undefined || getAt(getBody(reply) ?? {}, pointer) === undefined) throw new ScenarioError('the mock lists no group');
    const path = `${resource.path.split('/')[0] ?? ''}/${name}`;
    const target = { method: get, path, query: {}, ...(base.headers && { headers: base.headers }) };
    for (const value of [...from, 'MUTED']) {
      await builder.mustCall({ ...target, method: update, body: { name, [status]: value } });
      await builder.mustCall({ ...base, body: { ...event, message: 'Something else' } });
      await builder.mustCall(target, { fields: [status] });
      await builder.mustCall(base);
      await builder.mustCall(target, { fields: [status] });
    }
    return true;
  },
};

export async function planService(planner: Planner): Promise<Plan> {
  const { module } = planner.testedRule.value as unknown as ServiceRule;
  const isPlanned = await planner.plan(async (builder) => (await scenarioBuilders[module]?.(builder, planner)) ?? false);
  return isPlanned ? { kind: 'planned' } : { kind: 'untested', reason: planner.reasons[0] ?? 'no known scenario tests the rule' };
}
