/** Which programs at loopback addresses are emulators. */
import { expect, test } from 'vitest';
import { connectTarget } from '../../../../fidelity/prove/http-target.js';
import { isEmulator } from '../../../../fidelity/prove/emulator.js';

const named = { PUBSUB_EMULATOR_HOST: 'localhost:8085' };

test.each([
  ['named and responding', named, 'Ok\n', true],
  ['named with a scheme', { STORAGE_EMULATOR_HOST: 'http://localhost:8085' }, 'Ok', true],
  ['not named', {}, 'Ok', false],
  ['named at another port', { PUBSUB_EMULATOR_HOST: 'localhost:8086' }, 'Ok', false],
  ['a tunnel to a service, at the address of an emulator', named, '<title>Error 404 (Not Found)!!1</title>', false],
] as const)('%s', async (_, environment, text, expected) => {
  const fetchRoot: typeof fetch = (url) =>
    Promise.resolve(new Response(text, { status: new URL(String(url)).pathname === '/' ? 200 : 404 }));
  const target = await connectTarget({ url: 'http://localhost:8085', fetch: fetchRoot });
  expect(await isEmulator(target, environment)).toBe(expected);
});
