/** The form that creates or changes a resource with a method of its API. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CallForm, DryRunError, FormField, PlannedCall } from '../../mock/types/control.js';
import { Button } from '../components/controls.js';
import { Problem } from '../components/display.js';
import { toast } from '../components/toast.js';
import { isEqual } from '../../runtime/values/json.js';
import type { PlainObject } from '../lib/json-lines.js';
import { useControl, useLoad } from '../lib/use-load.js';
import { JsonField } from './json-field.js';
import { callMethod, dryRun, joinMessages, watchOperation, type CallSuccess } from './resource-calls.js';
import { SchemaForm, type FormContext } from './schema-form.js';
import { getField } from './values.js';

interface EditorProps {
  /** The method that the form calls. */
  readonly methodId: string;
  /** The path of the resource, or of the collection of a new one. */
  readonly target: string | undefined;
  readonly resource?: PlainObject;
  /** Called with the result of the call. */
  readonly onDone?: (result: CallSuccess) => void | Promise<void>;
}

const none: PlainObject = {};

export function Editor(props: EditorProps) {
  const { methodId } = props;
  const { data, error, reload } = useControl<CallForm>('form', [methodId], { methodId });
  if (error && !data) return <Problem error={error} onRetry={reload} />;
  return data ? <LoadedEditor key={methodId} {...props} form={data} /> : <p class="hint">Loading…</p>;
}

function LoadedEditor({ form: callForm, methodId, target, resource, onDone }: EditorProps & { readonly form: CallForm }) {
  const [isJsonMode, setJsonMode] = useState(false);
  const draft = useDraft(resource ?? none);
  const { base, value, parameters } = draft;
  const isUpdate = resource !== undefined;
  const schema = callForm.resource;
  const values = { parameters, resource: value, ...(isUpdate && { before: base }) };
  const call = { methodId, ...(target !== undefined && { target }), ...values } as PlannedCall;
  const { errors, rejection, isRejected, isSending, send } = useCall(call, draft);
  const form = useErrorFocus(rejection);
  const parameterForm = selectParameters(callForm, target, errors);
  const isJson = isJsonMode || schema === undefined;
  const createContext = (member: 'field' | 'parameter', from: PlainObject) => ({
    form: callForm,
    errors: selectErrors(errors, member, (place) => rejection !== undefined || getField(from, place) !== undefined),
  });

  const submit = async (): Promise<void> => {
    const result = await send();
    if (!result) return;
    draft.accept();
    if (result.operation) watchOperation(result.operation);
    else toast(isUpdate ? 'Saved' : 'Created');
    await onDone?.(result);
  };

  const changeValue = (changed: unknown): void => draft.change((changed ?? none) as PlainObject);
  const hasRequiredParameters = Object.values(parameterForm.properties ?? {}).some(({ required }) => required);
  const parameterInputs = <ParameterInputs form={parameterForm} draft={draft} context={createContext('parameter', parameters)} />;
  return (
    <form ref={form} class="editor" noValidate onFocusIn={showDescription} onSubmit={(event) => (event.preventDefault(), void submit())}>
      {isRejected && <RejectionNotice errors={errors} parameters={parameterForm} schema={isJson ? undefined : schema} />}
      {draft.isOutdated && draft.isChanged && <OutdatedNotice onDiscard={draft.reset} />}
      {hasRequiredParameters && parameterInputs}
      {isJson ? (
        <JsonField key={draft.resets} label="Resource as JSON" value={value} onChange={changeValue} />
      ) : (
        <SchemaForm
          key={draft.resets}
          context={createContext('field', value)}
          schema={schema}
          value={value}
          path={[]}
          onChange={changeValue}
        />
      )}
      {!hasRequiredParameters && parameterInputs}
      <footer class="actions">
        <DraftButtons draft={draft} isUpdate={isUpdate} isSending={isSending} />
        {schema && (
          <Button kind="quiet" pressed={isJson} onClick={() => setJsonMode(!isJson)}>
            As JSON
          </Button>
        )}
        <code class="muted">{methodId}</code>
      </footer>
    </form>
  );
}

/** Moves the focus to the first error of a form when a request is rejected. Returns the reference for the form. */
function useErrorFocus(rejection: Rejection | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (rejection) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejection]);
  return form;
}

interface RejectionNoticeProps {
  readonly errors: readonly DryRunError[];
  readonly parameters: FormField;
  /** Absent if the form has no fields. */
  readonly schema: FormField | undefined;
}

/** Shows the errors that the form doesn't show at a field or parameter. */
function RejectionNotice({ errors, parameters, schema }: RejectionNoticeProps) {
  const isInForm = ({ field, parameter }: DryRunError): boolean => {
    if (parameter !== undefined) return Object.hasOwn(parameters.properties ?? {}, parameter);
    return field !== undefined && Object.hasOwn(schema?.properties ?? {}, field.split('.')[0] ?? '');
  };
  return (
    <div class="problem" role="alert">
      {joinMessages(errors.filter((error) => !isInForm(error))) || 'The mock rejected the request.'}
    </div>
  );
}

function OutdatedNotice({ onDiscard }: { readonly onDiscard: () => void }) {
  return (
    <div class="notice" role="status">
      <span>The resource has changed since you started.</span> <Button onClick={onDiscard}>Discard my changes</Button>
    </div>
  );
}

interface ParameterInputsProps {
  readonly form: FormField;
  readonly draft: ResourceDraft;
  readonly context: FormContext;
}

function ParameterInputs({ form, draft, context }: ParameterInputsProps) {
  const count = Object.keys(form.properties ?? {}).length;
  if (count === 0) return null;
  return (
    <fieldset class="parameters">
      <legend>Parameters</legend>
      <SchemaForm
        key={`${draft.resets} ${count}`}
        context={context}
        schema={form}
        value={draft.parameters}
        path={[]}
        onChange={(changed) => draft.changeParameters(changed as PlainObject)}
      />
    </fieldset>
  );
}

interface DraftButtonsProps {
  readonly draft: ResourceDraft;
  readonly isUpdate: boolean;
  readonly isSending: boolean;
}

function DraftButtons({ draft: { isChanged, reset }, isUpdate, isSending }: DraftButtonsProps) {
  return (
    <>
      <Button type="submit" kind="primary" disabled={isSending || (isUpdate && !isChanged)}>
        {isUpdate ? 'Save' : 'Create'}
      </Button>
      {isUpdate && (
        <Button onClick={reset} disabled={!isChanged}>
          Discard
        </Button>
      )}
    </>
  );
}

interface ResourceDraft {
  /** The resource when the draft began. */
  readonly base: PlainObject;
  readonly value: PlainObject;
  readonly parameters: PlainObject;
  readonly isChanged: boolean;
  /** Whether the resource has changed since the draft began. */
  readonly isOutdated: boolean;
  /** How often the draft was reset. The inputs of a form then begin anew. */
  readonly resets: number;
  readonly change: (value: PlainObject) => void;
  readonly changeParameters: (parameters: PlainObject) => void;
  readonly reset: () => void;
  /** Makes the draft the base of the next one. */
  readonly accept: () => void;
}

/** The changes of a resource that aren't sent yet. Without changes, the draft follows the resource. */
function useDraft(resource: PlainObject): ResourceDraft {
  const [base, setBase] = useState(resource);
  const [value, change] = useState(resource);
  const [parameters, changeParameters] = useState(none);
  const [resets, setResets] = useState(0);
  const isChanged = !isEqual(base, value) || !isEqual(parameters, none);
  const isOutdated = !isEqual(base, resource);
  const reset = (): void => {
    setBase(resource);
    change(resource);
    setResets(resets + 1);
  };
  useEffect(() => {
    if (isOutdated && !isChanged) reset();
  });
  const accept = (): void => {
    changeParameters(none);
    setBase(value);
  };
  return { base, value, parameters, isChanged, isOutdated, resets, change, changeParameters, reset, accept };
}

interface CallState {
  /** Why the mock would reject the call, or why it did. */
  readonly errors: readonly DryRunError[];
  readonly rejection: Rejection | undefined;
  /** Whether the mock has rejected the call as it is now. */
  readonly isRejected: boolean;
  readonly isSending: boolean;
  /** Returns `undefined` if the mock rejects the call. */
  readonly send: () => Promise<CallSuccess | undefined>;
}

/** Checks a call whenever it changes, and sends it. */
function useCall(call: PlannedCall, { isChanged, resets }: Pick<ResourceDraft, 'isChanged' | 'resets'>): CallState {
  const [isSending, setSending] = useState(false);
  const [rejection, setRejection] = useState<Rejection | undefined>(undefined);
  const key = JSON.stringify(call);
  const preview = useLoad(async (signal) => (isChanged ? (await dryRun(call, signal)).errors : []), [key]);
  useEffect(() => setRejection(undefined), [resets]);
  const send = async (): Promise<CallSuccess | undefined> => {
    setSending(true);
    try {
      const result = await callMethod(call);
      setRejection(result.errors && { key, errors: result.errors });
      return result.errors ? undefined : result;
    } catch (error) {
      setRejection({ key, errors: [{ reason: '', message: (error as Error).message }] });
      return undefined;
    } finally {
      setSending(false);
    }
  };
  const isRejected = rejection?.key === key;
  return { errors: isRejected ? rejection.errors : (preview.data ?? []), rejection, isRejected, isSending, send };
}

/** Returns the messages of the errors to show, by their fields or parameters. */
function selectErrors(
  errors: readonly DryRunError[],
  member: 'field' | 'parameter',
  isShown: (place: string) => boolean,
): ReadonlyMap<string, string> {
  return new Map(
    errors.flatMap((error): (readonly [string, string])[] => {
      const place = error[member];
      return place !== undefined && isShown(place) ? [[place, error.message]] : [];
    }),
  );
}

/**
 * Returns a form with the parameters of the query, and those of the path without a known value: all of a new resource without a collection,
 * otherwise those that are missing.
 */
function selectParameters({ parameters }: CallForm, target: string | undefined, errors: readonly DryRunError[]): FormField {
  const missing = errors.flatMap(({ reason, parameter }) => (reason === 'required' && parameter !== undefined ? [parameter] : []));
  const shown = Object.entries(parameters).filter(
    ([name, { location }]) => location !== 'path' || target === undefined || missing.includes(name),
  );
  return { type: 'object', properties: Object.fromEntries(shown) };
}

/** Why the mock rejected a request. */
interface Rejection {
  /** The call as JSON. */
  readonly key: string;
  readonly errors: readonly DryRunError[];
}

/**
 * Shows the whole description of a field from when it has the focus. If the description were cut again, or shown for a button, the form would
 * move while a button is clicked.
 */
function showDescription({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches('input, select, textarea')) target.closest('.field')?.classList.add('read');
}
