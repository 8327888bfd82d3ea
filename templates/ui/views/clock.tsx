/** The view `clock`. */
import { Empty } from '../components/display.js';

export function Clock() {
  return <Empty title="This view is not built yet." />;
}
