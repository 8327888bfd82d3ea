// Imports modules in a process and reports side effects.
const watched = {
  globalThis,
  'Object.prototype': Object.prototype,
  'Array.prototype': Array.prototype,
  'Function.prototype': Function.prototype,
};
const snapshot = () =>
  JSON.stringify(Object.entries(watched).map(([name, object]) => [name, Reflect.ownKeys(object).map(String), 'polluted' in object]));

process.on('message', async (urls) => {
  const before = snapshot();
  try {
    for (const url of urls) await import(url);
    const after = snapshot();
    process.send?.({ problem: after === before ? undefined : `importing changed global objects:  ${after}` });
  } catch (error) {
    process.send?.({ problem: `importing failed: ${String(error?.stack ?? error)}` });
  }
});
