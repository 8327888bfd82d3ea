import { ajv } from './ajv.js';
import { typebox } from './typebox.js';
import { valibot } from './valibot.js';
import { zod } from './zod.js';

export const peers = { ajv, zod, valibot, typebox };
