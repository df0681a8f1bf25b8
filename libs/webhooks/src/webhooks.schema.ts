import type { Entity, Migration } from '@quittance/database';
import { EndpointEntity } from './endpoints/endpoint.entity.js';
import { AttemptEntity, MessageEntity } from './messages/message.entity.js';
import { Webhooks1764000710001 } from './migrations/1764000710001-webhooks.js';

export const webhooksMigrations: readonly Migration[] = [Webhooks1764000710001];

export const webhooksEntities: readonly Entity[] = [EndpointEntity, MessageEntity, AttemptEntity];
