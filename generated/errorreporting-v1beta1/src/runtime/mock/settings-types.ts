/** The types of the settings of a mock. */

/** How the mock handles unimplemented parts of requests. Each session has its own settings. */
export interface MockSettings {
  /** Whether the mock rejects a request with ignored parts with 501. */
  readonly strict: boolean;
}

/** Settings to change. The others keep their values. */
export type MockSettingsChange = { readonly [Name in keyof MockSettings]?: MockSettings[Name] | undefined };

export interface MockSettingsControl {
  get(): Promise<MockSettings>;
  /** Changes the given settings. */
  set(settings: MockSettingsChange): Promise<void>;
}
