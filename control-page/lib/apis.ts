/** The APIs of the mock, their methods, and the rules of the methods. */
import { signal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ApiList, ApiSummary, MethodList, MethodSummary, RuleSummary } from '../../mock/types/control.js';
import { getControl } from './requests.js';

/** A value that doesn't change while the mock runs, so the page loads it once. */
interface LoadedValue<Value> {
  readonly current: Signal<Value | undefined>;
  loading?: Promise<void> | undefined;
}

const apis: LoadedValue<readonly ApiSummary[]> = { current: signal(undefined) };
const methods: LoadedValue<readonly MethodWithRules[]> = { current: signal(undefined) };

function useConstant<Value>(constant: LoadedValue<Value>, load: () => Promise<Value>): Value | undefined {
  useEffect(() => {
    constant.loading ??= load().then(
      (value) => void (constant.current.value = value),
      () => (constant.loading = undefined),
    );
  }, []);
  return constant.current.value;
}

/** Returns the APIs of the mock, or `undefined` until they are loaded. */
export const useApis = (): readonly ApiSummary[] | undefined => useConstant(apis, async () => (await getControl<ApiList>('apis')).apis);

/** A method with its rules instead of their indexes. */
export interface MethodWithRules extends Omit<MethodSummary, 'rules'> {
  readonly rules: readonly RuleSummary[];
}

/** Returns the methods of all APIs, or `undefined` until they are loaded. */
export const useMethods = (): readonly MethodWithRules[] | undefined => useConstant(methods, loadMethods);

async function loadMethods(): Promise<readonly MethodWithRules[]> {
  const list = await getControl<MethodList>('methods');
  return list.methods.map((method) => ({ ...method, rules: method.rules.flatMap((index) => list.rules[index] ?? []) }));
}

/** Returns the documentation of the API of a method, if its address is known. */
export function useDocumentationLink(method: Pick<MethodSummary, 'api' | 'version'>): string | undefined {
  return useApis()?.find(({ name, version }) => name === method.api && version === method.version)?.documentationLink;
}
