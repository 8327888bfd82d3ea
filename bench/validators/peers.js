import { ajv, ajvWithRules } from './ajv.js';
import { typebox } from './typebox.js';
import { valibot } from './valibot.js';
import { zod } from './zod.js';

/** Each validates a value and reads all errors of an invalid one. */
export const peers = { ajv, 'ajv and rules': ajvWithRules, zod, valibot, typebox };
