/** The form that creates or changes a resource with a method of its API. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../components/controls.js';
import { toast } from '../components/toast.js';
import { isSameJson } from '../lib/json-lines.js';
import { callApi, type ApiResponse } from '../lib/requests.js';
import type { PlacedMethod } from '../lib/api-documents.js';
import { createCall, createChange, watchOperation } from './resource-calls.js';
import { createPath, findBodyForm, isFixed, listFormParameters, type JsonObject, type ResourceType } from './resource-types.js';
import { JsonField } from './json-field.js';
import { SchemaForm } from './schema-form.js';
import { findField, getField, isRequired, readServerErrors, validateValue, type Errors } from './validate-value.js';

interface EditorProps {
  readonly type: ResourceType;
  /** The method that the form calls. Undefined if none changes such resources. */
  readonly method: PlacedMethod | undefined;
  /** The path of the resource, or of the collection of a new one. */
  readonly target: string | undefined;
  readonly resource?: JsonObject;
  /** Called with the path of the call. */
  readonly onDone?: (response: ApiResponse, path: string) => void;
}

const noErrors: Errors = new Map();
const none: JsonObject = {};

export function Editor({ type, method, target, resource, onDone }: EditorProps) {
  const before = resource ?? none;
  const [base, setBase] = useState(before);
  const [draft, setDraft] = useState(before);
  const [parameters, setParameters] = useState(none);
  const [mode, setMode] = useState({ isJson: false, reset: 0 });
  /** How often a request had errors and wasn't sent. */
  const [rejectedAttempts, setRejectedAttempts] = useState(0);
  const [isSending, setSending] = useState(false);
  const [rejection, setRejection] = useState<Rejection | undefined>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const isUpdate = resource !== undefined;
  const { schema, wrapper } = method ? findBodyForm(type, method) : { schema: type.document.schemas?.[type.schema ?? ''] };
  const parameterForm = useMemo(() => (method ? listFormParameters({ type, placed: method, target }) : {}), [type, method, target]);
  const isChanged = !isSameJson(base, draft) || !isSameJson(parameters, none);
  const isOutdated = !isSameJson(base, before);
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
    if (rejection || rejectedAttempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejection, rejectedAttempts]);

  const isChecked = rejectedAttempts > 0;
  const context = { document: type.document, methodId: method?.method.id ?? '', hasAllFields: isChecked && !isUpdate };
  const isSent = (name: string): boolean => !isUpdate || !method || !isFixed(name, schema?.properties?.[name] ?? {}, method.method);
  const sentDraft = Object.fromEntries(Object.entries(draft).filter(([name]) => isSent(name)));
  const errors = method && schema ? validateValue(context, { schema, value: sentDraft }) : noErrors;
  const parameterErrors = method
    ? validateValue({ ...context, hasAllFields: isChecked }, { schema: parameterForm, value: parameters })
    : noErrors;

  const submit = async (): Promise<void> => {
    if (!method) return;
    const complete = { ...context, hasAllFields: !isUpdate };
    const found = [
      ...validateValue(complete, { schema: schema ?? {}, value: sentDraft }),
      ...validateValue({ ...complete, hasAllFields: true }, { schema: parameterForm, value: parameters }),
    ];
    setRejection(undefined);
    setRejectedAttempts(found.length > 0 ? rejectedAttempts + 1 : 0);
    if (found.length > 0) return;
    const path = createPath({ type, placed: method, target }, parameters);
    if (path === undefined) return reject('Enter the path parameters.');
    const change = isUpdate ? createChange(method, schema, { before: base, after: draft }) : { parameters: {}, body: draft };
    const values = {
      parameters: { ...change.parameters, ...parameters },
      ...(method.method.request && { body: wrapper === undefined ? (change.body as JsonObject) : { [wrapper]: change.body } }),
    };
    setSending(true);
    try {
      const response = await callApi(createCall(method, path, values));
      if (response.error !== undefined) return rejectWithErrors(response, response.error);
      setParameters(none);
      setBase(draft);
      if (!watchOperation(response.body)) toast(isUpdate ? 'Saved' : 'Created');
      onDone?.(response, path);
    } catch (error) {
      reject((error as Error).message);
    } finally {
      setSending(false);
    }
  };
  const reject = (message: string, errors = noErrors, ofParameters = noErrors): void =>
    setRejection({ message, errors, parameterErrors: ofParameters, draft, parameters });
  const rejectWithErrors = ({ body }: ApiResponse, message: string): void => {
    const [fields, ofParameters] = [new Map<string, string>(), new Map<string, string>()];
    const rest: string[] = [];
    for (const { location, isParameter, message: text } of readServerErrors(body, message)) {
      const inside = wrapper !== undefined && location?.startsWith(`${wrapper}.`) ? location.slice(wrapper.length + 1) : location;
      const field =
        inside === undefined || isParameter ? undefined : findField(type.document, { schema: schema ?? {}, value: draft }, inside);
      const parameter = inside === undefined ? undefined : findField(type.document, { schema: parameterForm, value: parameters }, inside);
      if (field !== undefined) fields.set(field, text);
      else if (parameter !== undefined) ofParameters.set(parameter, text);
      else rest.push(text);
    }
    reject(rest.join(' ') || 'The mock rejected the request.', fields, ofParameters);
  };

  const changeDraft = (value: unknown): void => setDraft((value ?? none) as JsonObject);
  const toContext = (found: Errors, sent: Errors) => ({
    document: type.document,
    method: method?.method,
    isUpdate,
    errors: new Map([...sent, ...found]),
  });
  const isSame = rejection && isSameJson(rejection.draft, draft) && isSameJson(rejection.parameters, parameters);
  const parameterSchemas = Object.values(parameterForm.properties ?? {});
  const hasParameters = parameterSchemas.length > 0;
  const hasRequiredParameters = parameterSchemas.some((each) => isRequired(each, method?.method.id ?? ''));
  const parameterFields = hasParameters && (
    <fieldset class="parameters">
      <legend>Parameters</legend>
      <SchemaForm
        key={mode.reset}
        context={toContext(parameterErrors, rejection ? keepErrors(rejection.parameterErrors, rejection.parameters, parameters) : noErrors)}
        schema={parameterForm}
        value={parameters}
        path={[]}
        onChange={(value) => setParameters(value as JsonObject)}
      />
    </fieldset>
  );
  const isJson = mode.isJson || schema === undefined;
  return (
    <form ref={form} class="editor" noValidate onFocusIn={showDescription} onSubmit={(event) => (event.preventDefault(), void submit())}>
      {isSame && (
        <div class="problem" role="alert">
          {rejection.message}
        </div>
      )}
      {isOutdated && isChanged && (
        <div class="notice" role="status">
          <span>The resource has changed since you started.</span> <Button onClick={reset}>Discard my changes</Button>
        </div>
      )}
      {hasRequiredParameters && parameterFields}
      {isJson && method ? (
        <JsonField key={mode.reset} label="Resource as JSON" value={draft} onChange={changeDraft} />
      ) : (
        schema && (
          <SchemaForm
            key={mode.reset}
            context={toContext(errors, rejection ? keepErrors(rejection.errors, rejection.draft, draft) : noErrors)}
            schema={schema}
            value={draft}
            path={[]}
            onChange={changeDraft}
          />
        )
      )}
      {!hasRequiredParameters && parameterFields}
      {method && (
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
          <code class="muted">{method.method.id}</code>
        </footer>
      )}
    </form>
  );
}

/** Why the mock rejected a request. The message is about the whole request. The errors are about the values that were sent. */
interface Rejection {
  readonly message: string;
  readonly errors: Errors;
  readonly parameterErrors: Errors;
  readonly draft: JsonObject;
  readonly parameters: JsonObject;
}

/** Omits the errors of fields that have changed since they were sent. */
function keepErrors(errors: Errors, sent: JsonObject, current: JsonObject): Errors {
  return new Map([...errors].filter(([key]) => isSameJson(getField(sent, key), getField(current, key))));
}

/**
 * Shows the whole description of a field from when it has the focus. If the description were cut again, or shown for a button, the form would
 * move while a button is clicked.
 */
function showDescription({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches('input, select, textarea')) target.closest('.field')?.classList.add('read');
}
