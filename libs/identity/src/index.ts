export { IdentityModule } from './identity.module.js';
export { PasswordHasher } from './passwords/password-hasher.js';
export {
  endPasswordTokens,
  issuePasswordToken,
  type PasswordToken,
} from './passwords/password-token.js';
export { checkNewPassword } from './passwords/password.js';
export { ShownLinks } from './passwords/shown-links.port.js';
export { endSessions } from './sessions/session.js';
export { type AccessClaims, AccessTokens, areWhole, AUDIENCES } from './tokens/access-tokens.js';
export { formatToken, hashToken, newOpaqueToken, parseToken } from './tokens/opaque-token.js';
export { TokensModule } from './tokens/tokens.module.js';
export {
  findUser,
  holdUsers,
  insertUser,
  lockUser,
  openAccount,
  type StaffUser,
  updateUser,
} from './users/user.repository.js';
