import type { Entity, Migration } from '@quittance/database';
import { AttemptEntity } from './attempts/attempt.entity.js';
import { Dunning1764000510001 } from './migrations/1764000510001-dunning.js';
import { VoidedPromise1764000510002 } from './migrations/1764000510002-voided-promise.js';
import { History1764000510003 } from './migrations/1764000510003-history.js';
import { AutoRunThroughViews1764000510080 } from './migrations/1764000510080-through-views.js';

export const dunningMigrations: readonly Migration[] = [
  Dunning1764000510001,
  VoidedPromise1764000510002,
  History1764000510003,
  AutoRunThroughViews1764000510080,
];

export const dunningEntities: readonly Entity[] = [AttemptEntity];
