import type { Entity, Migration } from '@quittance/database';
import { EmailEntity } from './emails/email.entity.js';
import { Notifications1764000700001 } from './migrations/1764000700001-notifications.js';
import { EmailTemplateEntity } from './templates/email-template.entity.js';

export { EMAIL_STATUSES, mailAddress } from './emails/email.js';
export type { AttachmentRef, EmailId, EmailStatus, SecretRef } from './emails/email.js';
export {
  queueEmail,
  type EmailRefusal,
  type NewEmail,
  type QueuedEmail,
} from './emails/queue-email.js';
export { emailNotRetryable, emailTemplateInvalid } from './notifications.errors.js';
export { EMAIL_TEMPLATE_CODES, type EmailTemplateCode } from './templates/catalogue.js';
export type { EmailData, EmailTemplate, RenderedEmail } from './templates/email-template.js';
export { findTemplate } from './templates/email-template.repository.js';
export { renderTemplate } from './templates/render-template.js';

export const notificationsMigrations: readonly Migration[] = [Notifications1764000700001];
export const notificationsEntities: readonly Entity[] = [EmailTemplateEntity, EmailEntity];
