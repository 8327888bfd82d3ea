// A worker that runs the checks for `?rootUrl=…&session=…` and returns the result.
import { conformance } from './conformance.mjs';
import * as modules from './modules.mjs';

export default {
  async fetch(request) {
    const { searchParams } = new URL(request.url);
    const result = await conformance({ ...modules, rootUrl: searchParams.get('rootUrl'), session: searchParams.get('session') });
    return new Response(JSON.stringify(result));
  },
};
