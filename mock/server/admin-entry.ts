/** The control routes, and what else of their code the mock uses. It is loaded at first use. */
export { checkAdminToken } from './admin/access.js';
export { respondToPeer } from './admin/all-processes.js';
export { handleAdminRequest } from './admin/control-routes.js';
export { describeSupport } from './admin/describe-support.js';
