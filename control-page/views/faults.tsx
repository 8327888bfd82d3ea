/** The view `faults`: the fault rules, and a form that shows what a rule matches before it is saved. */
import { useState } from 'preact/hooks';
import type { FaultRule } from '../../mock/types/mock.js';
import { Button } from '../components/controls.js';
import { Empty, Panel, Problem, Table } from '../components/display.js';
import { runAction, toast } from '../components/toast.js';
import { formatPlural, formatShare } from '../lib/format.js';
import { isEqual } from '../../runtime/values/json.js';
import { sequence } from '../lib/live.js';
import { getControl, sendControl } from '../lib/requests.js';
import { useControl } from '../lib/use-load.js';
import { FaultForm } from './faults-form.js';

/** What the form edits: a rule of the list, or a new one. */
interface FaultDraft {
  readonly original?: FaultRule;
}

export function Faults() {
  const { data: rules, error, reload } = useControl<readonly FaultRule[]>('faults', [sequence.value]);
  const [draft, setDraft] = useState<FaultDraft>();
  if (error && !rules) return <Problem error={error} onRetry={reload} />;
  if (!rules) return null;
  const save = async (rule: FaultRule): Promise<void> => {
    await (draft?.original ? replaceRule(draft.original, [rule]) : sendControl('POST', 'faults', { body: [rule] }));
    setDraft(undefined);
    toast('Saved the rule');
    reload();
  };
  const remove = async (rule: FaultRule): Promise<void> => {
    await replaceRule(rule, []);
    if (draft?.original === rule) setDraft(undefined);
    toast('Removed the rule');
    reload();
  };
  const clear = async (): Promise<void> => {
    await sendControl('DELETE', 'faults');
    setDraft(undefined);
    reload();
  };
  return (
    <div class={`fault-panels ${draft ? 'split' : ''}`}>
      <Panel
        title="Rules"
        actions={
          <div class="actions">
            {rules.length > 0 && (
              <Button kind="danger" onClick={() => void runAction(clear)}>
                Remove all
              </Button>
            )}
            <Button kind="primary" onClick={() => setDraft({})}>
              Add rule
            </Button>
          </div>
        }
      >
        {rules.length === 0 ? (
          <Empty title="No faults">
            A rule makes matching requests fail, wait, or lose their connection. The journal shows which rule responded.
          </Empty>
        ) : (
          <RuleTable rules={rules} onEdit={(original) => setDraft({ original })} onRemove={(rule) => void runAction(() => remove(rule))} />
        )}
      </Panel>
      {draft && (
        <FaultForm
          key={JSON.stringify(draft)}
          original={draft.original}
          onSave={(rule) => void runAction(() => save(rule))}
          onClose={() => setDraft(undefined)}
        />
      )}
    </div>
  );
}

/** Replaces a rule in the current list, whatever was added since, or however often the rule has applied. */
async function replaceRule(original: FaultRule, replacement: readonly FaultRule[]): Promise<void> {
  const rules = await getControl<readonly FaultRule[]>('faults');
  const toIdentity = ({ times: _times, ...rule }: FaultRule): Omit<FaultRule, 'times'> => rule;
  const index = rules.findIndex((rule) => isEqual(toIdentity(rule), toIdentity(original)));
  if (index < 0) throw new Error('The mock no longer has this rule: it has applied to its last request, or another client removed it.');
  await sendControl('PUT', 'faults', { body: rules.toSpliced(index, 1, ...replacement) });
}

interface RuleTableProps {
  readonly rules: readonly FaultRule[];
  readonly onEdit: (rule: FaultRule) => void;
  readonly onRemove: (rule: FaultRule) => void;
}

function RuleTable({ rules, onEdit, onRemove }: RuleTableProps) {
  const rows = rules.map((rule, index) => ({ rule, name: rule.id ?? `Rule ${index + 1}` }));
  return (
    <Table
      label="Fault rules"
      rows={rows}
      getKey={({ rule, name }) => `${name} ${JSON.stringify(rule)}`}
      columns={[
        {
          title: 'Rule',
          render: ({ rule: { method, path }, name }) => (
            <>
              <p>{name}</p>
              <p class="mono muted fault-target">{[method, path].filter((text) => text !== undefined).join(' at ') || 'all requests'}</p>
            </>
          ),
        },
        {
          title: 'Effect',
          render: ({ rule }) => (
            <>
              <p>{describeEffects(rule).join(', ')}</p>
              <p class="hint">{describeAmount(rule)}</p>
            </>
          ),
        },
        {
          title: 'Actions',
          isTitleHidden: true,
          render: ({ rule, name }) => (
            <div class="actions fault-actions">
              <Button title={`Edit rule ${name}`} onClick={() => onEdit(rule)}>
                Edit
              </Button>
              <Button kind="danger" title={`Remove rule ${name}`} onClick={() => onRemove(rule)}>
                Remove
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}

function describeEffects({ status, reason, latencyMs, drop, operation, unreachable }: FaultRule): readonly string[] {
  return [
    ...(latencyMs === undefined ? [] : [`waits ${latencyMs} ms`]),
    ...(drop ? ['closes the connection'] : []),
    ...(status === undefined && reason === undefined
      ? []
      : [`responds with ${[status, reason].filter((part) => part !== undefined).join(' ')}`]),
    ...(operation ? ['fails the operation'] : []),
    ...(unreachable ? [`reports ${unreachable.join(', ')} as unreachable`] : []),
  ];
}

function describeAmount({ times, probability }: FaultRule): string {
  const amount = times === undefined ? 'all requests' : `the next ${formatPlural(times, 'request')}`;
  return probability === undefined ? amount : `${formatShare(probability, 1)} of ${amount}`;
}
