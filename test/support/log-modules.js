// Loaded with `node --import`: writes imported modules to the file in DISCOGEN_MODULES.
import { register } from 'node:module';

register('./log-modules-hooks.js', import.meta.url, { data: process.env.DISCOGEN_MODULES });
