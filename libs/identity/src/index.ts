export { findDirectory, type Directory } from './directories/directory.queries.js';
export { UpdateDirectory, type DirectoryPatch } from './directories/update-directory.js';
export {
  accountLocked,
  emailTaken,
  invalidCredentials,
  passwordTokenInvalid,
  refreshTokenInvalid,
  signInBusy,
} from './identity.errors.js';
export { IdentityModule } from './identity.module.js';
export { ChangePassword } from './passwords/change-password.js';
export { IssuePasswordToken } from './passwords/issue-password-token.js';
export { PasswordHasher } from './passwords/password-hasher.js';
export {
  endPasswordTokens,
  issuePasswordToken,
  type PasswordToken,
} from './passwords/password-token.js';
export { SHORTEST_PASSWORD, checkNewPassword } from './passwords/password.js';
export { RequestPasswordReset } from './passwords/request-password-reset.js';
export { ResetPassword } from './passwords/reset-password.js';
export { EndOtherSessions } from './sessions/end-other-sessions.js';
export { EndSession } from './sessions/end-session.js';
export { PurgeSessions } from './sessions/purge-sessions.js';
export { RefreshSession } from './sessions/refresh-session.js';
export { ReadSessions } from './sessions/read-sessions.js';
export { endSessions, startSession, type TokenPair } from './sessions/session.js';
export type { SessionView } from './sessions/session.queries.js';
export { SignOut } from './sessions/sign-out.js';
export { SignIn, type Credentials, type SignedInPair } from './sign-in/sign-in.js';
export {
  ACCESS_TOKEN_SECONDS,
  AUDIENCES,
  AccessTokens,
  areWhole,
  type AccessClaims,
  type Audience,
} from './tokens/access-tokens.js';
export { formatToken, hashToken, newOpaqueToken, parseToken } from './tokens/opaque-token.js';
export { TokensModule } from './tokens/tokens.module.js';
export {
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  openAccount,
  updateUser,
  type NewUser,
  type StaffUser,
} from './users/user.repository.js';
export { identityMigrations, identityEntities } from './identity.schema.js';
