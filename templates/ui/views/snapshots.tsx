/** The view `snapshots`. */
import { Empty } from '../components/display.js';

export function Snapshots() {
  return <Empty title="This view is not built yet." />;
}
