export { DeviceSeals } from './devices/device-seals.js';
export type { Directory, DirectoryPatch } from './directories/directory.queries.js';
export { UpdateDirectory } from './directories/update-directory.js';
export {
  accountLocked,
  emailTaken,
  invalidCredentials,
  passwordTokenInvalid,
  refreshTokenInvalid,
  signInBusy,
} from './identity.errors.js';
export { identityEntities, identityMigrations } from './identity.schema.js';
export { ChangePassword } from './passwords/change-password.js';
export { IssuePasswordToken } from './passwords/issue-password-token.js';
export { SHORTEST_PASSWORD } from './passwords/password.js';
export { RequestPasswordReset } from './passwords/request-password-reset.js';
export { ResetPassword } from './passwords/reset-password.js';
export { EndOtherSessions } from './sessions/end-other-sessions.js';
export { EndSession } from './sessions/end-session.js';
export { PurgeSessions } from './sessions/purge-sessions.js';
export { ReadSessions } from './sessions/read-sessions.js';
export { RefreshSession } from './sessions/refresh-session.js';
export type { SessionView } from './sessions/session.queries.js';
export { startSession, type TokenPair } from './sessions/session.js';
export { SignOut } from './sessions/sign-out.js';
export { type SignedInPair, SignIn } from './sign-in/sign-in.js';
export { ACCESS_TOKEN_SECONDS, type Audience } from './tokens/access-tokens.js';
export { findUserByEmail } from './users/user.repository.js';
