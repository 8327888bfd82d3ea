// So that `npx vitest FILE` works.
export { default } from './test/vitest.config.js';
