import { Module } from '@nestjs/common';
import { UpdateDirectory } from './directories/update-directory.js';
import { ChangePassword } from './passwords/change-password.js';
import { HashThreads } from './passwords/hash-threads.js';
import { IssuePasswordToken } from './passwords/issue-password-token.js';
import { PasswordHasher } from './passwords/password-hasher.js';
import { RequestPasswordReset } from './passwords/request-password-reset.js';
import { ResetPassword } from './passwords/reset-password.js';
import { EndOtherSessions } from './sessions/end-other-sessions.js';
import { EndSession } from './sessions/end-session.js';
import { PurgeSessions } from './sessions/purge-sessions.js';
import { ReadSessions } from './sessions/read-sessions.js';
import { RefreshSession } from './sessions/refresh-session.js';
import { SignOut } from './sessions/sign-out.js';
import { SignIn } from './sign-in/sign-in.js';

const OPERATIONS = [
  ChangePassword,
  EndOtherSessions,
  EndSession,
  HashThreads,
  IssuePasswordToken,
  PasswordHasher,
  PurgeSessions,
  ReadSessions,
  RefreshSession,
  RequestPasswordReset,
  ResetPassword,
  SignIn,
  SignOut,
  UpdateDirectory,
];

/** Signing staff in and out. Needs `TokensModule.forHost` in the same application. */
@Module({ providers: OPERATIONS, exports: OPERATIONS })
export class IdentityModule {}
