/** The view `resources`. */
import { Empty } from '../components/display.js';

export function Resources() {
  return <Empty title="This view is not built yet." />;
}
