/** The settings of a session. */

/**
 * Which of the parameters, fields, and headers that the mock doesn't implement lead to 501. `select`: those that select what the response contains
 * or what the request changes. `warn`: none. `all`: all of them. The mock ignores and reports the others.
 */
export type IgnoredMode = 'select' | 'warn' | 'all';

/** The settings of a session. */
export interface MockSettings {
  /** Which ignored parts of a request the mock rejects with 501. */
  readonly ignored: IgnoredMode;
}

/** Settings to change. Absent settings keep their values. */
export type MockSettingsChange = { readonly [Name in keyof MockSettings]?: MockSettings[Name] | undefined };

/** Reads and changes the settings of a session. */
export interface MockSettingsControl {
  get(): Promise<MockSettings>;
  /** Changes the given settings. Absent settings keep their values. */
  set(settings: MockSettingsChange): Promise<void>;
}
