export { emailHeadMembers, emailNoun } from './emails/email.description.js';
export { mayReadEmailsOf } from './emails/email-rights.js';
export { type EmailHead, emailList, findEmail } from './emails/email.queries.js';
export type { AttachmentRef, SecretRef } from './emails/email.js';
export { RemoveBodies } from './emails/remove-bodies.js';
export { RetryEmail } from './emails/retry-email.js';
export { MailSink } from './mailbox/mail-sink.js';
export { Mailbox, type MailboxEntry } from './mailbox/mailbox.js';
export {
  emailBodyRemoved,
  emailNotRetryable,
  emailTemplateExists,
  emailTemplateInUse,
  emailTemplateLimitReached,
  emailTemplateInvalid,
  templateRenderingBusy,
} from './notifications.errors.js';
export { notificationsMigrations } from './notifications.schema.js';
export { AttachmentSource } from './sending/attachment-source.port.js';
export {
  type CarriedMail,
  type MailAttachment,
  MailCarrier,
  type OutgoingMail,
} from './sending/mail-carrier.port.js';
export { EmailOccasions, type LeavingEmail } from './sending/email-occasions.port.js';
export { SecretLinks } from './sending/secret-links.port.js';
export { SendEmails } from './sending/send-emails.js';
export { SmtpCarrier } from './sending/smtp-carrier.js';
export {
  emailTemplateNoun,
  emailTextMembers,
  emailTranslationMembers,
} from './templates/email-template.description.js';
export { EmailTemplateQueries } from './templates/email-template.queries.js';
export { OWN_TEMPLATE_CODE } from './templates/catalogue.js';
export { findTemplates } from './templates/email-template.repository.js';
export type { RenderedEmail } from './templates/email-template.js';
export type { EmailTemplateView } from './templates/email-template.view.js';
export {
  type EmailPreviewInput,
  PreviewEmailTemplate,
} from './templates/preview-email-template.js';
export { ResetEmailTemplate } from './templates/reset-email-template.js';
export { DeleteEmailTemplate } from './templates/delete-email-template.js';
export { CreateEmailTemplate } from './templates/create-email-template.js';
export { SaveEmailTemplate } from './templates/save-email-template.js';
export type { OfferedVariable } from './templates/variables.js';
