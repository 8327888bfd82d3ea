/** The form that creates or changes a resource with a method of its API. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CallForm, DryRunError, FormField, PlannedCall } from '../../runtime/mock/types/control.js';
import { Button } from '../components/controls.js';
import { Problem } from '../components/display.js';
import { toast } from '../components/toast.js';
import { isSameJson } from '../lib/json-lines.js';
import { useControl, useLoad } from '../lib/use-load.js';
import { JsonField } from './json-field.js';
import { callMethod, dryRun, joinMessages, watchOperation, type CallSuccess } from './resource-calls.js';
import { SchemaForm } from './schema-form.js';
import { getField, type JsonObject } from './values.js';

interface EditorProps {
  /** The method that the form calls. */
  readonly methodId: string;
  /** The path of the resource, or of the collection of a new one. */
  readonly target: string | undefined;
  readonly resource?: JsonObject;
  /** Called with the result of the call. */
  readonly onDone?: (result: CallSuccess) => void;
}

const none: JsonObject = {};

export function Editor(props: EditorProps) {
  const { methodId } = props;
  const { data, error, reload } = useControl<CallForm>('form', [methodId], { methodId });
  if (error && !data) return <Problem error={error} onRetry={reload} />;
  return data ? <LoadedEditor key={methodId} {...props} form={data} /> : <p class="hint">Loading…</p>;
}

function LoadedEditor({ form: callForm, methodId, target, resource, onDone }: EditorProps & { readonly form: CallForm }) {
  const before = resource ?? none;
  const [base, setBase] = useState(before);
  const [draft, setDraft] = useState(before);
  const [parameters, setParameters] = useState(none);
  const [mode, setMode] = useState({ isJson: false, reset: 0 });
  const [isSending, setSending] = useState(false);
  const [rejection, setRejection] = useState<Rejection | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const isUpdate = resource !== undefined;
  const schema = callForm.resource;
  const isChanged = !isSameJson(base, draft) || !isSameJson(parameters, none);
  const isOutdated = !isSameJson(base, before);
  const values = { parameters, resource: draft, ...(isUpdate && { before: base }) };
  const call = { methodId, ...(target !== undefined && { target }), ...values } as PlannedCall;
  const key = JSON.stringify(call);
  const preview = useLoad(async (signal) => (isChanged ? (await dryRun(call, signal)).errors : []), [key]);
  const reset = (): void => {
    setBase(before);
    setDraft(before);
    setRejection(undefined);
    setMode({ ...mode, reset: mode.reset + 1 });
  };
  useEffect(() => {
    if (isOutdated && !isChanged) reset();
  });
  // Shows the first error of a request.
  useEffect(() => {
    if (rejection) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejection]);

  const isRejected = rejection?.key === key;
  const errors = isRejected ? rejection.errors : (preview.data ?? []);
  const missing = errors.flatMap(({ reason, parameter }) => (reason === 'required' && parameter !== undefined ? [parameter] : []));
  const parameterForm = selectParameters(callForm, target, missing);
  const parameterFields = Object.values(parameterForm.properties ?? {});
  const hasRequiredParameters = parameterFields.some(({ required }) => required);
  const isJson = mode.isJson || schema === undefined;
  const isInForm = ({ field, parameter }: DryRunError): boolean => {
    if (parameter !== undefined) return Object.hasOwn(parameterForm.properties ?? {}, parameter);
    return field !== undefined && !isJson && Object.hasOwn(schema.properties ?? {}, field.split('.')[0] ?? '');
  };
  /** Absent values are errors once a request was rejected. */
  const selectErrors = (member: 'field' | 'parameter', values: JsonObject): ReadonlyMap<string, string> =>
    new Map(
      errors.flatMap((error): (readonly [string, string])[] => {
        const place = error[member];
        return place !== undefined && (rejection || getField(values, place) !== undefined) ? [[place, error.message]] : [];
      }),
    );

  const submit = async (): Promise<void> => {
    setSending(true);
    try {
      const result = await callMethod(call);
      if (result.errors) return setRejection({ key, errors: result.errors });
      setRejection(undefined);
      setParameters(none);
      setBase(draft);
      if (result.operation) watchOperation(result.operation);
      else toast(isUpdate ? 'Saved' : 'Created');
      onDone?.(result);
    } catch (error) {
      setRejection({ key, errors: [{ reason: '', message: (error as Error).message }] });
    } finally {
      setSending(false);
    }
  };

  const changeDraft = (value: unknown): void => setDraft((value ?? none) as JsonObject);
  const context = { form: callForm };
  const parameterInputs = parameterFields.length > 0 && (
    <fieldset class="parameters">
      <legend>Parameters</legend>
      <SchemaForm
        key={`${mode.reset} ${parameterFields.length}`}
        context={{ ...context, errors: selectErrors('parameter', parameters) }}
        schema={parameterForm}
        value={parameters}
        path={[]}
        onChange={(value) => setParameters(value as JsonObject)}
      />
    </fieldset>
  );
  return (
    <form ref={form} class="editor" noValidate onFocusIn={showDescription} onSubmit={(event) => (event.preventDefault(), void submit())}>
      {isRejected && (
        <div class="problem" role="alert">
          {joinMessages(errors.filter((error) => !isInForm(error))) || 'The mock rejected the request.'}
        </div>
      )}
      {isOutdated && isChanged && (
        <div class="notice" role="status">
          <span>The resource has changed since you started.</span> <Button onClick={reset}>Discard my changes</Button>
        </div>
      )}
      {hasRequiredParameters && parameterInputs}
      {isJson ? (
        <JsonField key={mode.reset} label="Resource as JSON" value={draft} onChange={changeDraft} />
      ) : (
        <SchemaForm
          key={mode.reset}
          context={{ ...context, errors: selectErrors('field', draft) }}
          schema={schema}
          value={draft}
          path={[]}
          onChange={changeDraft}
        />
      )}
      {!hasRequiredParameters && parameterInputs}
      <footer class="actions">
        <Button type="submit" kind="primary" disabled={isSending || (isUpdate && !isChanged)}>
          {isUpdate ? 'Save' : 'Create'}
        </Button>
        {isUpdate && (
          <Button onClick={reset} disabled={!isChanged}>
            Discard
          </Button>
        )}
        {schema && (
          <Button kind="quiet" pressed={isJson} onClick={() => setMode({ isJson: !isJson, reset: mode.reset + 1 })}>
            As JSON
          </Button>
        )}
        <code class="muted">{methodId}</code>
      </footer>
    </form>
  );
}

/**
 * Returns a form with the parameters of the query, and those of the path without a known value: all of a new resource without a collection,
 * otherwise those that are missing.
 */
function selectParameters({ parameters }: CallForm, target: string | undefined, missing: readonly string[]): FormField {
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
