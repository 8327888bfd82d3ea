/** The view `requests`. */
import { Empty } from '../components/display.js';

export function Requests() {
  return <Empty title="This view is not built yet." />;
}
