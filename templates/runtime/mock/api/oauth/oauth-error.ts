/** The errors of token endpoints (RFC 6749, section 5.2). */
import type { HttpResult } from '../../lib/http-result.js';

type OAuthErrorCode = 'invalid_request' | 'invalid_grant' | 'invalid_scope' | 'unsupported_grant_type';

export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthError';
    this.code = code;
  }
}

/** Runs `work` and turns an `OAuthError` into a response. */
export async function catchOAuthErrors(work: () => Promise<HttpResult>): Promise<HttpResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message } = error;
    return {
      status: 400,
      body: { error: code, error_description: message },
      note: { rejection: { rule: 'oauth', reason: code, message } },
    };
  }
}
