/** The form of a fault rule, with a preview of what the rule matches. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { FaultPreview, IndexedEntry } from '../../mock/types/control.js';
import type { FaultRule } from '../../mock/types/mock.js';
import { Button, CheckField, Form, TextField } from '../components/controls.js';
import { Panel, Status } from '../components/display.js';
import { useMethods, type MethodWithRules } from '../lib/apis.js';
import { createExamplePatterns } from '../lib/example-patterns.js';
import { formatPlural } from '../lib/format.js';
import { toHash } from '../lib/location.js';
import { getControl, parseJson, sendControl } from '../lib/requests.js';
import { useLoad } from '../lib/use-load.js';

/** The fields of the form as texts, and the effects that are selected. */
type FormTexts = Readonly<Record<(typeof textMembers)[number] | 'operation' | 'unreachable', string>>;
type FaultEffect = 'latencyMs' | 'error' | 'drop' | 'operation' | 'unreachable';

const textMembers = ['id', 'method', 'path', 'status', 'reason', 'message', 'latencyMs', 'times', 'probability'] as const;
const numberMembers: ReadonlySet<string> = new Set(['status', 'latencyMs', 'times', 'probability']);
const effectLabels: Readonly<Record<FaultEffect, string>> = {
  error: 'Respond with an error',
  latencyMs: 'Wait before the response',
  drop: 'Close the connection',
  operation: 'Accept the request, and fail its operation',
  unreachable: 'Report scopes of a list as unreachable',
};
/** The members of a rule that belong to an effect. The others apply to all rules. */
const effectsByMember: Readonly<Record<string, FaultEffect>> = {
  status: 'error',
  reason: 'error',
  message: 'error',
  latencyMs: 'latencyMs',
};
const sampleOperation = '{\n  "errors": [{ "code": "QUOTA_EXCEEDED", "message": "Too many." }],\n  "httpErrorStatusCode": 403\n}';
const reasons = ['rateLimitExceeded', 'backendError', 'internalError', 'quotaExceeded', 'notFound', 'forbidden', 'conditionNotMet'];

function toTexts(rule: FaultRule | undefined): FormTexts {
  return {
    ...(Object.fromEntries(
      textMembers.map((name) => [name, String(rule?.[name] ?? (!rule && name === 'status' ? 503 : ''))]),
    ) as FormTexts),
    operation: rule?.operation ? JSON.stringify(rule.operation, undefined, 2) : sampleOperation,
    unreachable: rule?.unreachable?.join(', ') ?? '',
  };
}

function toEffects(rule: FaultRule | undefined): ReadonlySet<FaultEffect> {
  if (!rule) return new Set(['error']);
  const { status, reason, latencyMs, drop, operation, unreachable } = rule;
  const present = { error: status ?? reason, latencyMs, drop: drop || undefined, operation, unreachable };
  return new Set((Object.keys(present) as FaultEffect[]).filter((effect) => present[effect] !== undefined));
}

/** Returns the rule of the form, with a text in place of a member that isn't valid, which the mock rejects with an explanation. */
function toRule(texts: FormTexts, effects: ReadonlySet<FaultEffect>): FaultRule {
  const entries = textMembers.flatMap((name) => {
    const text = texts[name].trim();
    const effect = effectsByMember[name];
    if (text === '' || (effect !== undefined && !effects.has(effect))) return [];
    return [[name, numberMembers.has(name) && !Number.isNaN(Number(text)) ? Number(text) : text]];
  });
  return {
    ...(Object.fromEntries(entries) as FaultRule),
    ...(effects.has('drop') && { drop: true }),
    ...(effects.has('operation') && { operation: parseJson(texts.operation) as FaultRule['operation'] }),
    ...(effects.has('unreachable') && { unreachable: texts.unreachable.split(/[\s,]+/).filter(Boolean) }),
  };
}

interface FaultFormProps {
  /** The rule to edit. Absent for a new one. */
  readonly original: FaultRule | undefined;
  readonly onSave: (rule: FaultRule) => void;
  readonly onClose: () => void;
}

export function FaultForm({ original, onSave, onClose }: FaultFormProps) {
  const [texts, setTexts] = useState(() => toTexts(original));
  const [effects, setEffects] = useState(() => toEffects(original));
  const methods = useMethods();
  const examples = createExamplePatterns(methods);
  const patterns = useMemo(() => listPatterns(methods ?? []), [methods]);
  const rule = toRule(texts, effects);
  const preview = useLoad((signal) => sendControl<FaultPreview>('POST', 'faults/preview', { body: rule, signal }), [JSON.stringify(rule)]);
  const set = (name: keyof FormTexts) => (text: string) => setTexts({ ...texts, [name]: text });
  const field: CreateField = (name, label, more = {}) => <TextField label={label} value={texts[name]} onInput={set(name)} {...more} />;
  return (
    <Panel title={original ? 'Edit rule' : 'New rule'}>
      <Form class="fault-form" onSubmit={() => preview.data?.error === undefined && onSave(rule)}>
        {field('method', 'Method', {
          placeholder: `all, or ${examples.method}`,
          suggestions: patterns.filter((id) => id.includes(texts.method)).slice(0, 50),
        })}
        {field('path', 'Path', { placeholder: `all, or ${examples.path}` })}
        <Preview preview={preview.data} error={preview.error} />
        <EffectFields effects={effects} onChange={setEffects} field={field} />
        <div class="fault-fields">
          {field('times', 'Times', { placeholder: 'unlimited' })}
          {field('probability', 'Probability', { placeholder: '1' })}
          {field('id', 'ID', { placeholder: 'optional' })}
        </div>
        <div class="actions">
          <Button type="submit" kind="primary" disabled={preview.data === undefined || preview.data.error !== undefined}>
            {original ? 'Save rule' : 'Add this rule'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Panel>
  );
}

type CreateField = (
  name: keyof FormTexts,
  label: string,
  more?: { readonly placeholder?: string; readonly suggestions?: readonly string[]; readonly lines?: number },
) => ComponentChildren;

interface EffectFieldsProps {
  readonly effects: ReadonlySet<FaultEffect>;
  readonly onChange: (effects: ReadonlySet<FaultEffect>) => void;
  readonly field: CreateField;
}

/** The effects, and the fields of those that are selected. */
function EffectFields({ effects, onChange, field }: EffectFieldsProps) {
  const fields: Readonly<Record<FaultEffect, ComponentChildren>> = {
    error: (
      <>
        {field('status', 'Status', { placeholder: 'from the reason' })}
        {field('reason', 'Reason', { placeholder: 'from the status', suggestions: reasons })}
        {field('message', 'Message')}
      </>
    ),
    latencyMs: field('latencyMs', 'Latency in milliseconds', { placeholder: '500' }),
    drop: null,
    operation: field('operation', 'Error of the operation (JSON)', { lines: 5 }),
    unreachable: field('unreachable', 'Scopes', { placeholder: 'regions/r, global' }),
  };
  const toggle = (effect: FaultEffect) => (isSelected: boolean) =>
    onChange(new Set(isSelected ? [...effects, effect] : [...effects].filter((other) => other !== effect)));
  return (
    <fieldset>
      <legend>Effects</legend>
      {(Object.keys(effectLabels) as FaultEffect[]).map((effect) => (
        <div key={effect}>
          <CheckField label={effectLabels[effect]} checked={effects.has(effect)} onChange={toggle(effect)} />
          {effects.has(effect) && fields[effect] !== null && <div class="fault-fields effect">{fields[effect]}</div>}
        </div>
      ))}
    </fieldset>
  );
}

/** The ids of all methods, and the prefixes of their collections. */
function listPatterns(methods: readonly MethodWithRules[]): readonly string[] {
  const ids = methods.map(({ id }) => id);
  return [...new Set(ids.flatMap((id) => [`${id.slice(0, id.lastIndexOf('.'))}.*`, id]))];
}

/** How many methods and requests the preview names. */
const shownMethods = 4;
const shownRequests = 3;

function Preview({ preview, error }: { readonly preview: FaultPreview | undefined; readonly error: Error | undefined }) {
  const problem = preview?.error ?? error?.message;
  const { methods = [], requests = [] } = preview ?? {};
  const newest = requests.slice(-shownRequests).reverse();
  const examples = useLoad(
    (signal) => Promise.all(newest.map((index) => getControl<IndexedEntry>(`requests/${index}`, { signal }))),
    [newest.join()],
  );
  return (
    <section class="fault-preview" aria-label="Preview" aria-live="polite">
      {problem === undefined ? (
        <>
          <p>
            Matches {formatPlural(methods.length, 'method')} and {formatPlural(requests.length, 'request')} in the journal.
          </p>
          <ul class="fault-methods">
            {methods.slice(0, shownMethods).map((id) => (
              <li key={id} class="mono">
                {id}
              </li>
            ))}
            {methods.length > shownMethods && <li class="hint">and {methods.length - shownMethods} more</li>}
          </ul>
          <ul>
            {newest.length > 0 &&
              examples.data?.map(({ index, status, method, path }) => (
                <li key={index} class="truncate mono">
                  <Status status={status} /> <a href={toHash('requests', [String(index)])}>{`${method} ${path}`}</a>
                </li>
              ))}
          </ul>
        </>
      ) : (
        <p class="error">{problem}</p>
      )}
    </section>
  );
}
