import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { findTemplate, findTemplates } from './email-template.repository.js';
import { templateView, type EmailTemplateView } from './email-template.view.js';

/** The templates in force, saved or built in. */
@Injectable()
export class EmailTemplateQueries {
  constructor(private readonly db: Database) {}

  list(ctx: Ctx): Promise<EmailTemplateView[]> {
    return this.db.read(ctx, async (tx) => (await findTemplates(tx)).map(templateView));
  }

  /** @throws DomainError not_found */
  find(ctx: Ctx, code: string): Promise<EmailTemplateView> {
    return this.db.read(ctx, async (tx) => {
      const template = await findTemplate(tx, code);
      if (!template) throw notFound({ object: 'e-mail template' });
      return templateView(template);
    });
  }
}
