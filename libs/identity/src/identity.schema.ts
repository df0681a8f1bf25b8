import type { Entity, Migration } from '@quittance/database';
import { StaffUser1764000110001 } from './migrations/1764000110001-staff-user.js';
import { Session1764000110002 } from './migrations/1764000110002-session.js';
import { PasswordToken1764000110003 } from './migrations/1764000110003-password-token.js';
import { KnownDevice1764000110030 } from './migrations/1764000110030-known-device.js';
import { IdentityViews1764000110080 } from './migrations/1764000110080-published-views.js';
import { TriesInLock1764000110090 } from './migrations/1764000110090-tries-in-lock.js';
import { DirectoryView1764000110091 } from './migrations/1764000110091-published-directory.js';
import { UserManager1764001400500 } from './migrations/1764001400500-user-manager.js';
import { UserLanguage1764001730001 } from './migrations/1764001730001-user-language.js';
import { StaffUserRow } from './users/user.entity.js';

export const identityMigrations: readonly Migration[] = [
  StaffUser1764000110001,
  Session1764000110002,
  PasswordToken1764000110003,
  KnownDevice1764000110030,
  IdentityViews1764000110080,
  TriesInLock1764000110090,
  DirectoryView1764000110091,
  UserManager1764001400500,
  UserLanguage1764001730001,
];

export const identityEntities: readonly Entity[] = [StaffUserRow];
