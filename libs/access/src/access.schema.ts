import type { Entity, Migration } from '@quittance/database';
import { Role1764000120001 } from './migrations/1764000120001-role.js';
import { AccessViews1764000120080 } from './migrations/1764000120080-published-views.js';
import { RoleFields1764001100700 } from './migrations/1764001100700-role-fields.js';
import { ApiKeyView1764001310001 } from './migrations/1764001310001-api-key-view.js';
import { LossReasonOfRoles1764001500301 } from './migrations/1764001500301-loss-reason.js';
import { RoleRow } from './roles/role.entity.js';

export const accessMigrations: readonly Migration[] = [
  Role1764000120001,
  AccessViews1764000120080,
  RoleFields1764001100700,
  ApiKeyView1764001310001,
  LossReasonOfRoles1764001500301,
];

export const accessEntities: readonly Entity[] = [RoleRow];
