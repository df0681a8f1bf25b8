import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SetupParts } from '@quittance/configuration';
import { RetryEmail } from './emails/retry-email.js';
import { MailAvailability } from './mail-availability.js';
import { TemplateRenderer } from './rendering/template-renderer.js';
import { emailTemplatePart } from './templates/email-template-part.js';
import { EmailTemplateQueries } from './templates/email-template.queries.js';
import { PreviewEmailTemplate } from './templates/preview-email-template.js';
import { ResetEmailTemplate } from './templates/reset-email-template.js';
import { DeleteEmailTemplate } from './templates/delete-email-template.js';
import { TemplateUsage } from './templates/template-usage.js';
import { CreateEmailTemplate } from './templates/create-email-template.js';
import { SaveEmailTemplate } from './templates/save-email-template.js';

const operations = [
  EmailTemplateQueries,
  CreateEmailTemplate,
  DeleteEmailTemplate,
  SaveEmailTemplate,
  ResetEmailTemplate,
  PreviewEmailTemplate,
  RetryEmail,
  MailAvailability,
  TemplateRenderer,
  TemplateUsage,
];

/** Templates and the log; what sends is wired by the worker, which knows the mail server. */
@Module({ imports: [CompanyModule], providers: operations, exports: operations })
export class NotificationsModule {
  constructor(parts: SetupParts, renderer: TemplateRenderer, usage: TemplateUsage) {
    parts.register(emailTemplatePart(renderer, usage));
  }
}
