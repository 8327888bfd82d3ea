/** The inputs that all steps of a release use. */
import type { Config } from '../config/generate-options.js';
import type { Effects } from '../lib/effects.js';
import type { NpmContext } from './npm.js';

export interface ReleaseContext {
  readonly config: Config;
  /** The path of the config, as the user named it. */
  readonly configPath: string;
  readonly effects: Effects;
  readonly npm: NpmContext;
}
