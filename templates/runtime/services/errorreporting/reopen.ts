/** Reopens a resolved error group when another event of the group occurs. */
import { getTextMember, withMember } from '../../mock/lib/json.js';
import type { ReopenRule } from '../../service-rules.js';
import type { ServiceModule } from '../service-module.js';

export const reopen: ServiceModule<ReopenRule> = {
  handleEvent: (body, { options: { status, from, to } }) =>
    from.includes(getTextMember(body, status) ?? '') ? withMember(body, status, to) : body,
};
