/** The view `operations`. */
import { Empty } from '../components/display.js';

export function Operations() {
  return <Empty title="This view is not built yet." />;
}
