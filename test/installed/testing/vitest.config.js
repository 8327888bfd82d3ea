// Creating a mock from a specification takes a while on a busy machine.
export default { test: { testTimeout: 60_000 } };
