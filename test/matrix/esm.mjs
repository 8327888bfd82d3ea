// Node, Deno and Bun, ES modules. Arguments: address of the mock, name of the session. Prints the result as JSON.
import { conformance } from './conformance.mjs';
import * as modules from './modules.mjs';

const [rootUrl, session] = process.argv.slice(2);
console.log(JSON.stringify(await conformance({ ...modules, rootUrl, session })));
