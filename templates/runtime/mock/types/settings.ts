/** The settings of a session. */

/** The settings of a session. */
export interface MockSettings {
  /** Whether the mock rejects a request with 501 if it contains a parameter, field, or header that the mock ignores. */
  readonly strict: boolean;
}

/** Settings to change. Absent settings keep their values. */
export type MockSettingsChange = { readonly [Name in keyof MockSettings]?: MockSettings[Name] | undefined };

/** Reads and changes the settings of a session. */
export interface MockSettingsControl {
  get(): Promise<MockSettings>;
  /** Changes the given settings. Absent settings keep their values. */
  set(settings: MockSettingsChange): Promise<void>;
}
