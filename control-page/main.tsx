/**
 * The control page of mocks, `/__admin/ui`. discogen's build bundles it as one document (`bundleControlPage` in `generator/build.js`).
 *
 * To add or complete a view, edit `views/NAME.tsx`, which exports one component without properties, and add it to `views` in `shell.tsx`:
 *
 * - Its address is `#/NAME/…?…`. `route` (`lib/location.ts`) has what follows the name; `toHash` and `navigate` change it.
 * - `useControl<Statistics>('statistics', [dependencies])` loads data of the selected session, and loads it again after a lost
 *   connection. Depend on `sequence.value` (`lib/live.ts`) to load again when the state changes. `onRequests` delivers live requests.
 * - `sendControl('POST', 'clock', { body })` changes the mock, and `callApi` calls a method of an API. `runAction` shows an error as a toast.
 * - The page doesn't interpret specifications: `useApis` and `useMethods` (`lib/apis.ts`) return the APIs with their methods and rules, the
 *   route `form` returns the fields of a method's requests, and `dryRun` (`resources/resource-calls.ts`) the request of a call and its errors.
 * - `components/` has buttons, fields, dialogs, tables, virtual lists, JSON with differences, times, statuses, and empty states. Styles that
 *   one view needs are in `views/NAME.css`, below a class with the name of the view.
 * - The policy of the page forbids `style` attributes: use classes, or `setStyle` of `components/style.ts`. Texts of the mock are children of
 *   elements, never HTML. Types of control routes come from `mock/types/control.ts`.
 */
import { render } from 'preact';
import { Shell } from './shell.js';

render(<Shell />, document.querySelector('#app') as Element);
