import type { Entity, Migration } from '@quittance/database';
import { AttemptEntity } from './messages/attempt.entity.js';
import { Webhooks1764000710001 } from './migrations/1764000710001-webhooks.js';

export const webhooksMigrations: readonly Migration[] = [Webhooks1764000710001];

export const webhooksEntities: readonly Entity[] = [AttemptEntity];
