export {
  EMAIL_STATUSES,
  mailAddress,
  type AttachmentRef,
  type EmailId,
  type EmailStatus,
  type SecretRef,
} from './emails/email.js';
export { emailList, findEmail, type EmailHead, type EmailView } from './emails/email.queries.js';
export {
  prepareEmails,
  type EmailRefusal,
  type NewEmail,
  type PreparedEmail,
  type RefusedEmail,
} from './emails/prepare-emails.js';
export { queueEmail, queueEmails, type QueuedEmail } from './emails/queue-email.js';
export { renderAhead, toRender, type ReadyEmails } from './emails/ready-emails.js';
export { RetryEmail } from './emails/retry-email.js';
export { MailAvailability } from './mail-availability.js';
export { MailSink } from './mailbox/mail-sink.js';
export { Mailbox, type MailboxEntry } from './mailbox/mailbox.js';
export {
  emailNotRetryable,
  emailTemplateInvalid,
  templateRenderingBusy,
} from './notifications.errors.js';
export { NotificationsModule } from './notifications.module.js';
export { RenderingShare } from './rendering/rendering-share.js';
export { TemplateRenderer } from './rendering/template-renderer.js';
export { AttachmentSource } from './sending/attachment-source.port.js';
export { emailBacklog } from './sending/email-backlog.js';
export {
  MailCarrier,
  type CarriedMail,
  type MailAttachment,
  type OutgoingMail,
} from './sending/mail-carrier.port.js';
export { RenderQueued } from './sending/render-queued.js';
export { SecretLinks } from './sending/secret-links.port.js';
export { SendEmails } from './sending/send-emails.js';
export { SmtpCarrier, type SmtpSettings } from './sending/smtp-carrier.js';
export {
  EMAIL_TEMPLATE_CODES,
  isSecretTemplate,
  offeredNames,
  type EmailTemplateCode,
} from './templates/catalogue.js';
export type { EmailData, EmailTemplate, RenderedEmail } from './templates/email-template.js';
export { EmailTemplateQueries } from './templates/email-template.queries.js';
export { findTemplate, findTemplates } from './templates/email-template.repository.js';
export type { EmailTemplateView } from './templates/email-template.view.js';
export {
  PreviewEmailTemplate,
  type EmailPreviewInput,
} from './templates/preview-email-template.js';
export { ResetEmailTemplate } from './templates/reset-email-template.js';
export { SaveEmailTemplate, type EmailTemplateInput } from './templates/save-email-template.js';
export type { OfferedVariable } from './templates/variables.js';
export { notificationsMigrations, notificationsEntities } from './notifications.schema.js';
