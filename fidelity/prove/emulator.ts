/** Emulators at loopback addresses, which can receive all requests, as mocks do. A tunnel to a service can't. */
import { getNumber } from '../../generator/lib/json.js';
import type { HttpTarget } from './http-target.js';

/**
 * Returns whether a target is an emulator: the user's environment names exactly its address for clients (`PUBSUB_EMULATOR_HOST`), and it responds
 * to `GET /` as emulators of the Google Cloud CLI do: with the text `Ok`, or with 404 and a bare google.rpc.Status (Spanner).
 */
export async function isEmulator(
  { origin, send }: Pick<HttpTarget, 'origin' | 'send'>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const { host } = new URL(origin);
  const names = Object.keys(environment).filter((name) => /^[A-Z][A-Z_]*_EMULATOR_HOST$/.test(name));
  if (!names.some((name) => environment[name]?.replace(/^https?:\/\//, '') === host)) return false;
  const { status, body } = await send({ method: 'GET', path: '/', headers: {} });
  if (body?.kind === 'json') return status === 404 && getNumber(body.value, 'code') === 5;
  return status === 200 && body?.kind === 'text' && body.text.trim() === 'Ok';
}
