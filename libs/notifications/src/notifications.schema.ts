import type { Migration } from '@quittance/database';
import { Notifications1764000700001 } from './migrations/1764000700001-notifications.js';
import { NotificationViews1764000700080 } from './migrations/1764000700080-published-views.js';
import { TranslatedTemplate1764001900001 } from './migrations/1764001900001-translated-template.js';
import { RemovedBody1764002260001 } from './migrations/1764002260001-removed-body.js';

export const notificationsMigrations: readonly Migration[] = [
  Notifications1764000700001,
  NotificationViews1764000700080,
  TranslatedTemplate1764001900001,
  RemovedBody1764002260001,
];
