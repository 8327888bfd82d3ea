/** The control page, a document with its script and style. Its source is `templates/ui/`. */
import { AdminResponse, type AdminRoute } from './admin-call.js';

export const serveControlPage: AdminRoute = async () => {
  const { page, contentSecurityPolicy } = await import('../../ui.js');
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
  };
  return new AdminResponse(null, { text: page, headers });
};
