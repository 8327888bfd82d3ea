/** One entry of the journal: its messages, the rule that rejected it, and what to do with it. */
import { useState } from 'preact/hooks';
import type { IndexedEntry, RequestPage } from '../../mock/types/control.js';
import type { JournalMessage } from '../../mock/types/mock.js';
import { Button, Dialog, Field } from '../components/controls.js';
import { Badge, Problem, Status, Time } from '../components/display.js';
import { JsonDiff, JsonView } from '../components/json.js';
import { RuleText, SourceText } from '../components/rule.js';
import { runAction, toast } from '../components/toast.js';
import { useMethods, type MethodWithRules } from '../lib/apis.js';
import { formatBytes, formatDuration, formatPlural } from '../lib/format.js';
import { toHash } from '../lib/location.js';
import { toApiCall, toCurl, toTypeScript } from '../lib/request-texts.js';
import { callApi, getControl } from '../lib/requests.js';
import { useLoad } from '../lib/use-load.js';

interface DetailsProps {
  readonly index: number;
  /** Opens another entry. */
  readonly onOpen: (index: number) => void;
  readonly onClose: () => void;
}

interface LoadedEntry {
  readonly entry: IndexedEntry;
  /** The last earlier request with the same path, or else of the same method. */
  readonly previous: IndexedEntry | undefined;
}

async function loadEntry(index: number, signal: AbortSignal): Promise<LoadedEntry> {
  const entry = await getControl<IndexedEntry>(`requests/${index}`, { signal });
  const { methodId, path, method } = entry;
  const findPrevious = async (query: Readonly<Record<string, string | undefined>>): Promise<IndexedEntry | undefined> => {
    const { requests } = await getControl<RequestPage>('requests', { query: { ...query, before: index, limit: 5 }, signal });
    return requests.findLast((request) => request.method === method);
  };
  const previous = (await findPrevious({ methodId, path })) ?? (methodId === undefined ? undefined : await findPrevious({ methodId }));
  return { entry, previous };
}

export function RequestDetails({ index, onOpen, onClose }: DetailsProps) {
  const { data, error } = useLoad((signal) => loadEntry(index, signal), [index]);
  const [isComparing, setComparing] = useState(false);
  const method = useMethods()?.find(({ id }) => id === data?.entry.methodId);
  return (
    <section class="request-details" aria-label="Selected request">
      {error && <Problem error={error} />}
      {data && (
        <>
          <Heading entry={data.entry} onClose={onClose} />
          <Actions entry={data.entry} method={method} onOpen={onOpen}>
            {data.previous && (
              <Button pressed={isComparing} onClick={() => setComparing(!isComparing)}>
                Compare with previous
              </Button>
            )}
          </Actions>
          <RejectionText entry={data.entry} method={method} />
          {data.entry.failure !== undefined && <pre class="failure">{data.entry.failure}</pre>}
          {data.entry.ignored && <p class="hint">Ignored by the mock: {data.entry.ignored.join(', ')}</p>}
          {isComparing && data.previous && <PreviousLink previous={data.previous} onOpen={onOpen} />}
          <Message title="Request" message={data.entry.request} previous={isComparing ? data.previous?.request : undefined} />
          <Message title="Response" message={data.entry.response} previous={isComparing ? data.previous?.response : undefined} />
        </>
      )}
    </section>
  );
}

function Heading({ entry, onClose }: { readonly entry: IndexedEntry; readonly onClose: () => void }) {
  const { method, path, status, time, durationMs, methodId, replayed, handler, fault } = entry;
  return (
    <header>
      <div class="request-title">
        <h2>
          <Status status={status} /> <span class="mono">{`${method} ${path}`}</span>
        </h2>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <p class="muted request-facts">
        <Time value={time} />
        <span>{formatDuration(durationMs)}</span>
        {methodId === undefined ? (
          <span>no method matched</span>
        ) : (
          <a href={toHash('requests', [String(entry.index)], { methodId })}>{methodId}</a>
        )}
        {replayed && <Badge kind="info">replayed</Badge>}
        {handler && <Badge kind="info">handler</Badge>}
        {fault !== undefined && <Badge kind="warn">{`fault ${fault}`}</Badge>}
      </p>
    </header>
  );
}

interface ActionsProps {
  readonly entry: IndexedEntry;
  readonly method: MethodWithRules | undefined;
  readonly onOpen: (index: number) => void;
  readonly children: preact.ComponentChildren;
}

function Actions({ entry, method, onOpen, children }: ActionsProps) {
  /** A text that the browser doesn't allow the page to copy, as on a page without HTTPS on another host. */
  const [shown, setShown] = useState<{ readonly format: string; readonly text: string }>();
  const copy = async (format: string, text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(`Copied as ${format}`);
    } catch {
      setShown({ format, text });
    }
  };
  const { seed } = entry;
  const isTruncated = entry.request.truncated !== undefined;
  return (
    <div class="actions">
      <Button kind="primary" disabled={isTruncated} onClick={() => void runAction(() => sendAgain(entry, onOpen))}>
        Send again
      </Button>
      <Button disabled={isTruncated} onClick={() => void copy('curl', toCurl(entry))}>
        Copy as curl
      </Button>
      <Button disabled={isTruncated} onClick={() => void copy('TypeScript', toTypeScript(entry, method))}>
        Copy as TypeScript
      </Button>
      <Button
        disabled={seed === undefined}
        onClick={() => void copy('seed', `${JSON.stringify(seed, null, 2)}\n`)}
        title={
          seed
            ? 'A seed document with the resource'
            : 'The request neither read nor changed a resource, or the mock no longer has that state'
        }
      >
        Copy as seed
      </Button>
      {children}
      {isTruncated && <p class="hint">The journal doesn't have the whole body, so the request can't be repeated.</p>}
      {shown && (
        <Dialog title={`Copy as ${shown.format}`} onClose={() => setShown(undefined)}>
          <Field label="Text" hint="The browser doesn't allow this page to copy. Select the text and copy it.">
            {(attributes) => (
              <textarea {...attributes} rows={14} readOnly value={shown.text} onFocus={(event) => event.currentTarget.select()} />
            )}
          </Field>
        </Dialog>
      )}
    </div>
  );
}

/** Sends the request and opens its new entry. */
async function sendAgain(entry: IndexedEntry, onOpen: (index: number) => void): Promise<void> {
  const { status } = await callApi(toApiCall(entry));
  toast(`Sent again: status ${status}`);
  const [path = ''] = entry.path.split('?');
  const { requests } = await getControl<RequestPage>('requests', { query: { path, limit: 1 } });
  const newest = requests[0];
  if (newest && newest.index > entry.index) onOpen(newest.index);
}

interface RejectionProps {
  readonly entry: IndexedEntry;
  readonly method: MethodWithRules | undefined;
}

/** The rule that rejected the request, with its text, or else the field that it names. */
function RejectionText({ entry: { rejection, explanation }, method }: RejectionProps) {
  if (!rejection) return null;
  const { rules = [], fields = [], source } = explanation ?? {};
  return (
    <section class="rejection" aria-label="Rejection">
      <p>
        Rejected by <strong>{rejection.rule}</strong> <span class="muted">({rejection.reason})</span>
      </p>
      <p>{rejection.message}</p>
      {method && rules.map((rule, index) => <RuleText key={index} method={method} rule={rule} />)}
      {method &&
        fields.map(({ location, description, source: fieldSource }) => (
          <div key={location} class="rule">
            <p class="mono">{location}</p>
            {description !== undefined && <p>{description}</p>}
            <SourceText method={method} source={fieldSource} />
          </div>
        ))}
      {method && rules.length === 0 && fields.length === 0 && <SourceText method={method} source={source} />}
    </section>
  );
}

function PreviousLink({ previous, onOpen }: { readonly previous: IndexedEntry; readonly onOpen: (index: number) => void }) {
  return (
    <p class="hint">
      Compared with{' '}
      <button type="button" class="link" onClick={() => onOpen(previous.index)}>
        {`${previous.method} ${previous.path}`}
      </button>{' '}
      of <Time value={previous.time} />
    </p>
  );
}

interface MessageProps {
  readonly title: string;
  readonly message: JournalMessage;
  readonly previous: JournalMessage | undefined;
}

function Message({ title, message, previous }: MessageProps) {
  const headers = Object.entries(message.headers);
  return (
    <section class="message" aria-label={title}>
      <h3>{title}</h3>
      {previous ? (
        <JsonDiff label={`Changes of the ${title.toLowerCase()} headers`} before={previous.headers} after={message.headers} />
      ) : (
        <details>
          <summary>{formatPlural(headers.length, 'header')}</summary>
          <dl class="facts mono">
            {headers.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {message.truncated && <p class="hint">The journal has the first 1 MiB of this body ({formatBytes(message.truncated.bytes)}).</p>}
      {previous ? (
        <JsonDiff label={`Changes of the ${title.toLowerCase()} body`} before={previous.body} after={message.body} />
      ) : message.body === undefined ? (
        <p class="hint">No body</p>
      ) : (
        <Body label={`${title} body`} body={message.body} />
      )}
    </section>
  );
}

/** A body as JSON. Text that isn't JSON is shown as it is. */
function Body({ label, body }: { readonly label: string; readonly body: unknown }) {
  if (typeof body !== 'string') return <JsonView label={label} value={body} />;
  return (
    <div class="json">
      <pre role="region" aria-label={label} tabIndex={0}>
        <div class="line">{body}</div>
      </pre>
    </div>
  );
}
