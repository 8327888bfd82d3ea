/** What comparing the methods with recorded traffic of the service showed, for the APIs that were compared. */
import type { ApiSupport, MethodEvidence, MockSupport } from '../../mock/types/support.js';
import { Panel, Table } from '../components/display.js';
import { formatPlural } from '../lib/format.js';
import { useControl } from '../lib/use-load.js';

export function EvidenceView() {
  const { data } = useControl<MockSupport>('support');
  return <>{data?.apis.map((api) => api.evidence && <ApiEvidence key={`${api.name} ${api.version}`} api={api} />)}</>;
}

function ApiEvidence({ api }: { readonly api: ApiSupport }) {
  const title = `Recordings of ${api.name} ${api.version}`;
  return (
    <Panel title={title}>
      {api.evidence?.isOutdated && (
        <p>Compared with an earlier version: the specification, its overlays, or discogen have changed since.</p>
      )}
      <Table
        label={title}
        rows={api.methods}
        getKey={({ id }) => id}
        columns={[
          { title: 'Method', render: ({ id }) => id },
          { title: 'Recordings', render: ({ evidence }) => describeEvidence(evidence) },
          { title: 'Differs in', render: ({ evidence }) => [...(evidence?.outcomes ?? []), ...(evidence?.differs ?? [])].join(', ') },
        ]}
      />
    </Panel>
  );
}

export function describeEvidence(evidence: MethodEvidence | undefined): string {
  return evidence === undefined ? 'never compared' : `compared with ${formatPlural(evidence.scenarios, 'recorded scenario')}`;
}
