/** `npm test` leaves out slow tests that a change rarely breaks alone. `npm run test:all`, and vitest with the name of a file, run them. */
export const isQuickRun = process.env['npm_lifecycle_event'] === 'test';
/** Also what takes minutes, such as the examples of all pages. */
export const isCompleteRun = ['test:all', 'test:docs'].includes(process.env['npm_lifecycle_event'] ?? '');
