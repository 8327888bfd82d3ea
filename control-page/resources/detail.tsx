/** One resource: its form, its JSON, and its history. */
import { useState } from 'preact/hooks';
import type { PlannedCall, ResourceHistory, ResourceTypeSummary } from '../../mock/types/control.js';
import { Button, Dialog } from '../components/controls.js';
import { Empty, Problem } from '../components/display.js';
import { JsonView } from '../components/json.js';
import { toast } from '../components/toast.js';
import { sequence } from '../lib/live.js';
import { decode, navigate, route, toHash } from '../lib/location.js';
import { useControl } from '../lib/use-load.js';
import type { PlainObject } from '../lib/json-lines.js';
import { Editor } from './editor.js';
import { History } from './history.js';
import { callMethod, joinMessages, watchOperation } from './resource-calls.js';

const tabs = { form: 'Form', json: 'JSON', history: 'History' } as const;
type Tab = keyof typeof tabs;

interface DetailProps {
  readonly path: string;
  readonly types: readonly ResourceTypeSummary[];
}

export function Detail({ path, types }: DetailProps) {
  const { data, error, reload } = useControl<ResourceHistory>('history', [path, sequence.value], { path });
  const { query } = route.value;
  const tab = (Object.hasOwn(tabs, query.get('tab') ?? '') ? query.get('tab') : 'form') as Tab;
  const select = (next: Tab): void => navigate(toHash('resources', [], { ...Object.fromEntries(query), tab: next }), { replace: true });
  const names = Object.keys(tabs) as Tab[];
  const handleKey = (event: KeyboardEvent): void => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = move === undefined ? undefined : names[(names.indexOf(tab) + move + names.length) % names.length];
    if (next === undefined) return;
    event.preventDefault();
    select(next);
    document.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  if (error) return <Problem error={error} onRetry={reload} />;
  const body = data?.versions[0]?.body;
  const type = types.find((each) => each.type === data?.type);
  return (
    <article class="detail" aria-labelledby="resource-name">
      <header>
        <div>
          <h2 id="resource-name" class="mono">
            {getName(path, type)}
          </h2>
          <p class="hint mono">{path}</p>
        </div>
        {body && type?.methods.delete !== undefined && <DeleteButton path={path} type={type} body={body} />}
      </header>
      <div class="tabs" role="tablist" aria-label="Parts of the resource" onKeyDown={handleKey}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            id={`tab-${name}`}
            role="tab"
            aria-selected={name === tab}
            aria-controls="resource-part"
            tabIndex={name === tab ? 0 : -1}
            onClick={() => select(name)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div id="resource-part" class="part" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {data && tab === 'history' && <History versions={data.versions} />}
        {data && tab !== 'history' && <Content path={path} type={type} body={body ?? undefined} isJson={tab === 'json'} />}
      </div>
    </article>
  );
}

interface ContentProps {
  readonly path: string;
  readonly type: ResourceTypeSummary | undefined;
  readonly body: PlainObject | undefined;
  readonly isJson: boolean;
}

function Content({ path, type, body, isJson }: ContentProps) {
  if (!body) return <Empty title="This resource doesn’t exist">Its history shows the versions that the mock keeps.</Empty>;
  if (isJson || !type) return <JsonView value={body} label="Resource as JSON" />;
  const methodId = type.methods.patch ?? type.methods.update;
  if (methodId !== undefined) return <Editor methodId={methodId} target={path} resource={body} />;
  return (
    <>
      <p class="hint">The API has no method that changes this resource.</p>
      <JsonView value={body} label="Resource as JSON" />
    </>
  );
}

function DeleteButton({ path, type, body }: { readonly path: string; readonly type: ResourceTypeSummary; readonly body: PlainObject }) {
  const [isOpen, setOpen] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const close = (): void => {
    setOpen(false);
    setError(undefined);
  };
  const remove = async (): Promise<void> => {
    try {
      const result = await callMethod({ methodId: type.methods.delete ?? '', target: path, before: body } as PlannedCall);
      if (result.errors) return setError(joinMessages(result.errors));
      close();
      if (result.operation) watchOperation(result.operation);
      else toast('Deleted');
    } catch (cause) {
      setError((cause as Error).message);
    }
  };
  const actions = (
    <>
      <Button onClick={close}>Cancel</Button>
      <Button kind="danger" onClick={() => void remove()}>
        Delete
      </Button>
    </>
  );
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        Delete…
      </Button>
      {isOpen && (
        <Dialog title="Delete the resource?" onClose={close} actions={actions}>
          <p class="mono">{path}</p>
          {error !== undefined && (
            <p class="error" role="alert">
              {error}
            </p>
          )}
        </Dialog>
      )}
    </>
  );
}

/** The name in the collection, which may have several segments. */
function getName(path: string, type: ResourceTypeSummary | undefined): string {
  const template = type?.type.split('/') ?? [];
  const length = template.length - 1 - template.findLastIndex((part) => !part.startsWith('{'));
  return path.split('/').slice(-Math.max(1, length)).map(decode).join('/');
}
