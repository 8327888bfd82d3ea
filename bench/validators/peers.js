import { ajv, ajvWithRules } from './ajv.js';
import { typebox } from './typebox.js';
import { valibot } from './valibot.js';
import { zod } from './zod.js';

/** Each judges a value, and reads all that it finds wrong with one. */
export const peers = { ajv, 'ajv and rules': ajvWithRules, zod, valibot, typebox };
