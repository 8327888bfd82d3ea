/** The view `faults`. */
import { Empty } from '../components/display.js';

export function Faults() {
  return <Empty title="This view is not built yet." />;
}
