/** Prints one JSON line for each step of a client: `{ step, value }` or `{ step, failed }`. */

/** @param {string} step @param {() => Promise<unknown>} work */
export async function reportStep(step, work) {
  let line;
  try {
    line = { step, value: (await work()) ?? null };
  } catch (error) {
    line = { step, failed: readFailure(error) };
  }
  console.log(JSON.stringify(line, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
}

/** Returns the status and the reason of an error of any client. */
function readFailure(error) {
  const body = error.response?.data?.error ?? parseJson(error.message)?.error ?? error;
  return { status: body.code ?? error.code, reason: body.errors?.[0]?.reason ?? body.status ?? error.message };
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
