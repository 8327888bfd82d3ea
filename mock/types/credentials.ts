/** The files of credentials that clients load: application default credentials whose token endpoints are the mock's. */

/** What a file of credentials contains. */
export interface CredentialsOptions {
  /**
   * The identity: the `user` of a token in the seed, or any user if `auth` is `off`. Default: the first user in the seed's
   * `tokens`, sorted by token, or else `mock@mock-project.iam.gserviceaccount.com`.
   */
  readonly user?: string | undefined;
  /** The kind of credentials. Default: `service_account`. */
  readonly type?: CredentialsType | undefined;
  /** The origin of the token endpoints. Default: the address at which the mock listens, or else `http://localhost`. */
  readonly rootUrl?: string | undefined;
}

export type CredentialsType = 'service_account' | 'authorized_user' | 'external_account';

/** The file of a type of credentials. */
export type CredentialsFile<Type extends CredentialsType = CredentialsType> = {
  readonly service_account: ServiceAccountKey;
  readonly authorized_user: AuthorizedUser;
  readonly external_account: ExternalAccount;
}[Type];

/** The key file of a service account. */
export interface ServiceAccountKey {
  readonly type: 'service_account';
  readonly project_id: string;
  readonly private_key_id: string;
  /** PKCS #8 as PEM text. */
  readonly private_key: string;
  readonly client_email: string;
  readonly client_id: string;
  readonly token_uri: string;
  readonly universe_domain: string;
}

/** The credentials of a person, with a refresh token. */
export interface AuthorizedUser {
  readonly type: 'authorized_user';
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
  readonly token_uri: string;
  readonly account: string;
  readonly quota_project_id: string;
  readonly universe_domain: string;
}

/** The configuration of workload identity federation. The metadata server of the mock issues the subject token. */
export interface ExternalAccount {
  readonly type: 'external_account';
  readonly audience: string;
  readonly subject_token_type: string;
  readonly token_url: string;
  readonly credential_source: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly format: { readonly type: 'text' };
  };
  readonly quota_project_id: string;
  readonly universe_domain: string;
}
