import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { invalidField, type Ctx } from '@quittance/kernel';
import { emailTemplateExists } from '../notifications.errors.js';
import { TemplateRenderer } from '../rendering/template-renderer.js';
import { isOwnTemplate } from './catalogue.js';
import type { EmailTemplateInput } from './email-template.description.js';
import { findTemplate } from './email-template.repository.js';
import { TemplateUsage } from './template-usage.js';
import { templateView, type EmailTemplateView } from './email-template.view.js';
import { checkTexts, putTemplate } from './save-email-template.js';

export interface NewEmailTemplate extends EmailTemplateInput {
  /** `OWN_` and a name in capital letters. */
  readonly code: string;
}

/** Writes a template of the company's own, for its workflow rules. */
@Injectable()
export class CreateEmailTemplate {
  constructor(
    private readonly db: Database,
    private readonly renderer: TemplateRenderer,
    private readonly usage: TemplateUsage,
  ) {}

  /**
   * @throws DomainError validation_failed, email_template_exists, email_template_limit_reached,
   *   email_template_invalid, template_rendering_busy, right_beyond_own
   */
  async execute(ctx: Ctx, { code, ...input }: NewEmailTemplate): Promise<EmailTemplateView> {
    if (!isOwnTemplate(code)) {
      const message = 'must be OWN_ and at most 56 capital letters, digits and underscores';
      throw invalidField('/code', 'pattern', message);
    }
    await checkTexts(ctx, this.renderer, { code, ...input });
    return this.db.write(ctx, async (tx) => {
      if (await findTemplate(tx, code)) throw emailTemplateExists({ code });
      return templateView(await putTemplate(tx, this.usage, { code, ...input }));
    });
  }
}
