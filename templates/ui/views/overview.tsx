/** The view `overview`. */
import { Empty } from '../components/display.js';

export function Overview() {
  return <Empty title="This view is not built yet." />;
}
