/**
 * Where a directory keeps what signing in needs. Staff and the directories of the portals have
 * tables of their own with columns of the same names, so that one text of a statement serves both.
 */
export interface SignInTables {
  /** Who holds the password, with the count of failures. */
  readonly account: string;
  /** A family of refresh tokens is a session. */
  readonly family: string;
  readonly token: string;
  readonly device: string;
  /** The column of families and devices that names the account. */
  readonly holder: string;
}

export const STAFF_TABLES: SignInTables = {
  account: 'identity.staff_user',
  family: 'identity.refresh_family',
  token: 'identity.refresh_token',
  device: 'identity.known_device',
  holder: 'user_id',
};
