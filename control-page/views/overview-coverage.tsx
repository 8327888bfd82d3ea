/** A picture of the methods by resource and of their rules, colored by whether requests have called or triggered them. */
import { useRef, useState } from 'preact/hooks';
import type { ApiSummary, Coverage, RuleSummary } from '../../mock/types/control.js';
import type { MockSupport, SupportLevel } from '../../mock/types/support.js';
import { ShareBar } from '../components/charts.js';
import { Badge, Empty, Panel, Status } from '../components/display.js';
import { RuleText } from '../components/rule.js';
import { useMethods, type MethodWithRules } from '../lib/apis.js';
import { formatCount, formatPlural, formatShare } from '../lib/format.js';
import { toHash } from '../lib/location.js';
import { useControl } from '../lib/use-load.js';
import { describeEvidence } from './overview-evidence.js';

/** The methods of a collection. */
interface CollectionRow {
  readonly collection: string;
  readonly methods: readonly MethodWithRules[];
}

function toRows(methods: readonly MethodWithRules[]): readonly CollectionRow[] {
  const rows = Map.groupBy(methods, ({ collections }) => collections.join('.'));
  return [...rows].map(([collection, members]) => ({ collection, methods: members }));
}

export function CoverageView({ apis, coverage }: { readonly apis: readonly ApiSummary[]; readonly coverage: Coverage }) {
  const methods = useMethods();
  if (!methods) return null;
  return (
    <>
      {apis.map((api) => (
        <ApiCoverage
          key={`${api.name} ${api.version}`}
          api={api}
          methods={methods.filter((method) => method.api === api.name && method.version === api.version)}
          coverage={coverage}
        />
      ))}
    </>
  );
}

interface ApiCoverageProps {
  readonly api: ApiSummary;
  readonly methods: readonly MethodWithRules[];
  readonly coverage: Coverage;
}

function ApiCoverage({ api, methods, coverage }: ApiCoverageProps) {
  const [selected, setSelected] = useState<string>();
  const reached = methods.filter(({ id }) => Object.hasOwn(coverage.methods, id)).length;
  const method = methods.find(({ id }) => id === selected);
  const title = `Coverage of ${api.name} ${api.version}`;
  if (methods.length === 0)
    return (
      <Panel title={title}>
        <Empty title="This API has no methods" />
      </Panel>
    );
  return (
    <Panel
      title={title}
      actions={
        <p class="coverage-sum">
          {formatCount(reached)} of {formatPlural(methods.length, 'method')} called ({formatShare(reached, methods.length)})
          <ShareBar share={reached / methods.length} kind="good" />
        </p>
      }
    >
      <div class="coverage">
        <MethodTable api={api} methods={methods} coverage={coverage} selected={selected} onSelect={setSelected} />
        {method && <MethodDetails method={method} coverage={coverage} />}
      </div>
    </Panel>
  );
}

interface MethodTableProps extends ApiCoverageProps {
  readonly selected: string | undefined;
  readonly onSelect: (methodId: string | undefined) => void;
}

function MethodTable({ api, methods, coverage, selected, onSelect }: MethodTableProps) {
  const table = useRef<HTMLTableElement>(null);
  /** Arrow keys move between the methods, which are one stop of the Tab key. */
  const handleKey = (event: KeyboardEvent): void => {
    const next = findNext(table.current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  const focusable = selected ?? methods[0]?.id;
  return (
    <div class="table" role="group" aria-label={`Methods of ${api.name}`} tabIndex={-1}>
      <table ref={table} onKeyDown={handleKey}>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            <th scope="col">Methods</th>
            <th scope="col">Triggered rules</th>
          </tr>
        </thead>
        <tbody>
          {toRows(methods).map((row) => (
            <tr key={row.collection}>
              <th scope="row">{row.collection || api.name}</th>
              <td>
                <ul class="methods">
                  {row.methods.map(({ id, name }) => (
                    <li key={id}>
                      <MethodButton
                        name={name}
                        statuses={coverage.methods[id] ?? {}}
                        isSelected={id === selected}
                        isFocusable={id === focusable}
                        onClick={() => onSelect(id === selected ? undefined : id)}
                      />
                    </li>
                  ))}
                </ul>
              </td>
              <td>
                <RuleDots row={row} coverage={coverage} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function findNext(table: HTMLTableElement | null, key: string): HTMLElement | undefined {
  const buttons = [...(table?.querySelectorAll<HTMLElement>('button') ?? [])];
  const current = buttons.indexOf(document.activeElement as HTMLElement);
  if (current < 0) return undefined;
  const row = buttons[current]?.closest('tr');
  const isOther = (button: HTMLElement): boolean => button.closest('tr') !== row;
  if (key === 'ArrowRight') return buttons[current + 1];
  if (key === 'ArrowLeft') return buttons[current - 1];
  if (key === 'ArrowDown') return buttons.slice(current).find(isOther);
  if (key === 'ArrowUp') return buttons.slice(0, current).findLast(isOther)?.closest('tr')?.querySelector('button') ?? undefined;
  if (key === 'Home') return buttons[0];
  return key === 'End' ? buttons.at(-1) : undefined;
}

type Statuses = Readonly<Record<string, number>>;

const countAll = (statuses: Statuses): number => Object.values(statuses).reduce((sum, count) => sum + count, 0);

interface MethodButtonProps {
  readonly name: string;
  readonly statuses: Statuses;
  readonly isSelected: boolean;
  readonly isFocusable: boolean;
  readonly onClick: () => void;
}

function MethodButton({ name, statuses, isSelected, isFocusable, onClick }: MethodButtonProps) {
  const total = countAll(statuses);
  const hasSuccess = Object.keys(statuses).some((status) => status.startsWith('2') || status.startsWith('3'));
  const kind = total === 0 ? 'idle' : hasSuccess ? 'reached' : 'failed';
  const state = { idle: 'not called', failed: 'errors only', reached: '' }[kind];
  return (
    <button type="button" class={`method ${kind}`} aria-expanded={isSelected} tabIndex={isFocusable ? 0 : -1} onClick={onClick}>
      {name} {total > 0 && <span class="number">{formatCount(total)}</span>}
      {state !== '' && <span class="visually-hidden">{state}</span>}
    </button>
  );
}

/** One square per rule of the methods in a row. */
function RuleDots({ row, coverage }: { readonly row: CollectionRow; readonly coverage: Coverage }) {
  const names = [...new Set(row.methods.flatMap(({ rules }) => rules.map(({ name }) => name)))].sort();
  const triggered = new Set(row.methods.flatMap(({ id }) => Object.keys(coverage.rules[id] ?? {})));
  if (names.length === 0) return <span class="muted">none</span>;
  const active = names.filter((name) => triggered.has(name));
  const label = `${active.length} of ${formatPlural(names.length, 'rule')} triggered${active.length > 0 ? `: ${active.join(', ')}` : ''}`;
  return (
    <svg class="dots" role="img" aria-label={label} width={names.length * 12} height={12}>
      {names.map((name, index) => (
        <rect key={name} class={triggered.has(name) ? 'triggered' : ''} x={index * 12 + 1} y={1} width={9} height={9} rx={2}>
          <title>{name}</title>
        </rect>
      ))}
    </svg>
  );
}

const supportTexts = {
  implemented: 'Implemented: the specification states the behavior.',
  convention: 'Convention: the behavior is inferred from the specification.',
  handler: 'Handler: code of the mock responds.',
  notImplemented: 'Not implemented: the mock responds with 501.',
} as const satisfies Record<SupportLevel, string>;

/** How the mock supports a method, and what comparing it with recordings showed. */
function MethodSupportText({ methodId }: { readonly methodId: string }) {
  const { data } = useControl<MockSupport>('support');
  const found = data?.apis.flatMap(({ methods }) => methods).find(({ id }) => id === methodId);
  if (!found) return null;
  const { support, note, selecting, evidence } = found;
  const ignored = found.ignored.filter((name) => !selecting.includes(name));
  return (
    <>
      <p>
        {supportTexts[support]} {note}
      </p>
      {selecting.length > 0 && <p class="hint">Not implemented: {selecting.join(', ')}</p>}
      {ignored.length > 0 && <p class="hint">Ignored: {ignored.join(', ')}</p>}
      <p class="hint">Evidence: {describeEvidence(evidence)}</p>
    </>
  );
}

function MethodDetails({ method, coverage }: { readonly method: MethodWithRules; readonly coverage: Coverage }) {
  const { rules } = method;
  const statuses = Object.entries(coverage.methods[method.id] ?? {});
  const counts = coverage.rules[method.id] ?? {};
  /** The mock counts all validations together. */
  const isCounted = ({ name, expression }: RuleSummary): boolean =>
    Object.hasOwn(counts, name) && (expression === undefined || rules.filter((rule) => rule.name === name).length === 1);
  const others = Object.entries(counts).filter(([name]) => !rules.some((rule) => rule.name === name && isCounted(rule)));
  return (
    <section class="method-details" aria-label={method.id} aria-live="polite">
      <h3 class="mono">{method.id}</h3>
      {method.description !== undefined && <p>{method.description}</p>}
      <MethodSupportText methodId={method.id} />
      <p>
        {statuses.length === 0 && 'Not called yet.'}
        {statuses.map(([status, count]) => (
          <span key={status} class="status-count">
            <Status status={Number(status)} /> {formatCount(count)}
          </span>
        ))}
        {statuses.length > 0 && <a href={toHash('requests', [], { methodId: method.id })}>Show requests</a>}
      </p>
      {others.length > 0 && (
        <p class="hint">Checks that rejected calls: {others.map(([name, count]) => `${name} (${formatCount(count)})`).join(', ')}</p>
      )}
      {rules.length === 0 && <p class="hint">The specification has no rules for this method.</p>}
      <ul class="rules">
        {rules.map((rule, index) => (
          <li key={index}>
            <RuleText method={method} rule={rule}>
              {isCounted(rule) && <Badge kind="good">{`triggered ${formatCount(counts[rule.name] ?? 0)}×`}</Badge>}{' '}
            </RuleText>
          </li>
        ))}
      </ul>
    </section>
  );
}
