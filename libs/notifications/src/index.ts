export { type AttachmentRef, type EmailId, mailAddress } from './emails/email.js';
export {
  type EmailRefusal,
  type NewEmail,
  type PreparedEmail,
  prepareEmails,
  type RefusedEmail,
} from './emails/prepare-emails.js';
export { letterLimit } from './emails/letter-limit.js';
export { mailedAbout } from './emails/mailed-about.js';
export { requireQueued } from './emails/require-queued.js';
export { queueEmail, queueEmails, emailRefusals } from './emails/queue-email.js';
export { type ReadyEmails, renderAhead, toRender } from './emails/ready-emails.js';
export { MailAvailability } from './mail-availability.js';
export {
  emailNotAvailable,
  emailRecipientMissing,
  emailTemplateUnusable,
} from './notifications.errors.js';
export { NotificationsModule } from './notifications.module.js';
export { RenderingShare } from './rendering/rendering-share.js';
export { TemplateRenderer } from './rendering/template-renderer.js';
export { emailBacklog } from './sending/email-backlog.js';
export { renderQueued } from './sending/render-queued.js';
export {
  type EmailTemplateCode,
  isOwnTemplate,
  isSecretTemplate,
  offeredNames,
} from './templates/catalogue.js';
export { TemplateUsage, type TemplateUser } from './templates/template-usage.js';
export {
  findTemplate,
  holdTemplate,
  templatesThatShow,
} from './templates/email-template.repository.js';
export type { EmailData } from './templates/email-template.js';
