import type { Entity, Migration } from '@quittance/database';
import { Role1764000120001 } from './migrations/1764000120001-role.js';
import { ActorMetadataVersion1764000120002 } from './migrations/1764000120002-metadata-version.js';
import { ActorsOnCitus1764000120020 } from './migrations/1764000120020-actors-on-citus.js';
import { ActorsBySession1764000120030 } from './migrations/1764000120030-actors-by-session.js';
import { AccessViews1764000120080 } from './migrations/1764000120080-published-views.js';
import { RoleRow } from './roles/role.entity.js';

export const accessMigrations: readonly Migration[] = [
  Role1764000120001,
  ActorMetadataVersion1764000120002,
  ActorsOnCitus1764000120020,
  ActorsBySession1764000120030,
  AccessViews1764000120080,
];

export const accessEntities: readonly Entity[] = [RoleRow];
