import { Module } from '@nestjs/common';
import { ChangePassword } from './passwords/change-password.js';
import { IssuePasswordToken } from './passwords/issue-password-token.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { RequestPasswordReset } from './passwords/request-password-reset.js';
import { ResetPassword } from './passwords/reset-password.js';
import { PurgeSessions } from './sessions/purge-sessions.js';
import { RefreshSession } from './sessions/refresh-session.js';
import { SignOut } from './sessions/sign-out.js';
import { SignIn } from './sign-in/sign-in.js';

const OPERATIONS = [
  ChangePassword,
  IssuePasswordToken,
  PasswordHasher,
  PurgeSessions,
  RefreshSession,
  RequestPasswordReset,
  ResetPassword,
  SignIn,
  SignOut,
];

/** Signing staff in and out. Needs `TokensModule.forHost` in the same application. */
@Module({ providers: OPERATIONS, exports: OPERATIONS })
export class IdentityModule {}
