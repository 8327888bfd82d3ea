/** Reads the query parameters of a list that service modules implement. It is loaded at first use. */
import type { EngineCall } from '../call.js';
import { HandlerAccess } from '../handler-access.js';
import { createHandlerCall } from '../handlers.js';
import { getParameter } from '../call.js';
import { copyJson, type Json, type JsonObject } from '../../lib/json.js';
import type { ListSelection } from '../../types/services.js';

/** What service modules change in a list. */
export interface ServiceSelection {
  /** The parameters with their values, on which page tokens depend. */
  readonly parameters: readonly (readonly [name: string, value: Json])[];
  readonly filter?: (resource: JsonObject) => boolean;
  readonly compare?: (one: JsonObject, other: JsonObject) => number;
}

/** Returns the selection that the parameters of the call request. Rejects if a parameter rejects its value. */
export async function readServiceSelection(call: EngineCall): Promise<ServiceSelection> {
  const { serviceParameters = {}, serviceOrder } = call.method;
  const parameters: (readonly [string, Json])[] = [];
  const selections: ListSelection[] = [];
  for (const [name, select] of Object.entries(serviceParameters)) {
    const value = getParameter(call, name);
    if (value === undefined) continue;
    parameters.push([name, value]);
    if (select === true) continue;
    const access = new HandlerAccess(`the parameter ${name} of ${call.method.id}`);
    const selection = await select(copyJson(value) as never, createHandlerCall(call, access));
    access.end();
    if (selection) selections.push(selection);
  }
  const filters = selections.flatMap(({ filter }) => filter ?? []);
  const [compare = serviceOrder] = selections.flatMap((selection) => selection.compare ?? []);
  return {
    parameters,
    ...(filters.length > 0 && { filter: (resource) => filters.every((test) => test(resource)) }),
    ...(compare && { compare }),
  };
}
