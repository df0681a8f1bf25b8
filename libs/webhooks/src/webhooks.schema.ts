import type { Entity, Migration } from '@quittance/database';
import { EndpointEntity } from './endpoints/endpoint.entity.js';
import { AttemptEntity, MessageEntity } from './messages/message.entity.js';
import { LanesAndLimits1764000710030 } from './migrations/1764000710030-lanes-and-limits.js';
import { Webhooks1764000710001 } from './migrations/1764000710001-webhooks.js';
import { MessageObject1764000710040 } from './migrations/1764000710040-message-object.js';
import { DueOnCitus1764000710020 } from './migrations/1764000710020-due-on-citus.js';

export const webhooksMigrations: readonly Migration[] = [
  Webhooks1764000710001,
  DueOnCitus1764000710020,
  LanesAndLimits1764000710030,
  MessageObject1764000710040,
];

export const webhooksEntities: readonly Entity[] = [EndpointEntity, MessageEntity, AttemptEntity];
