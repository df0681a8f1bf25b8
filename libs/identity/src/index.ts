export { deviceStore, type KnownDevice } from './devices/device-store.js';
export { changeDirectory, findDirectory } from './directories/directory.queries.js';
export type { SignInTables } from './directories/sign-in-tables.js';
export { signInRefused } from './identity.errors.js';
export { IdentityModule } from './identity.module.js';
export { HashThreads } from './passwords/hash-threads.js';
export { PasswordHasher } from './passwords/password-hasher.js';
export {
  endPasswordTokens,
  issuePasswordToken,
  type PasswordToken,
} from './passwords/password-token.js';
export { checkNewPassword } from './passwords/password.js';
export { ShownLinks } from './passwords/shown-links.port.js';
export type { PresentedToken } from './sessions/refresh.js';
export { refreshing } from './sessions/refreshing.js';
export { endSessions } from './sessions/session.js';
export { decoys } from './sign-in/decoy.js';
export { lockOut } from './sign-in/counting.js';
export type { LockState, LockVerdict } from './sign-in/lock-out.js';
export { publicCtx, type Visitor } from './sign-in/visitor.js';
export { type AccessClaims, AccessTokens, areWhole, AUDIENCES } from './tokens/access-tokens.js';
export { formatToken, hashToken, newOpaqueToken, parseToken } from './tokens/opaque-token.js';
export { TokensModule } from './tokens/tokens.module.js';
export { managersAbove } from './users/managers.js';
export {
  findUser,
  holdUsers,
  insertUser,
  lockUser,
  openAccount,
  type StaffUser,
  updateUser,
} from './users/user.repository.js';
