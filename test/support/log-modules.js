// Loaded with `node --import`: writes what is imported to the file that DISCOGEN_MODULES names.
import { register } from 'node:module';

register('./log-modules-hooks.js', import.meta.url, { data: process.env.DISCOGEN_MODULES });
