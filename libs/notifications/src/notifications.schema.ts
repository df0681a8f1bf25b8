import type { Entity, Migration } from '@quittance/database';
import { EmailEntity } from './emails/email.entity.js';
import { Notifications1764000700001 } from './migrations/1764000700001-notifications.js';
import { NotificationViews1764000700080 } from './migrations/1764000700080-published-views.js';
import { EmailTemplateEntity } from './templates/email-template.entity.js';

export const notificationsMigrations: readonly Migration[] = [
  Notifications1764000700001,
  NotificationViews1764000700080,
];

export const notificationsEntities: readonly Entity[] = [EmailTemplateEntity, EmailEntity];
