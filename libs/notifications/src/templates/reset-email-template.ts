import { Injectable } from '@nestjs/common';
import { Database, checkVersion } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { isOwnTemplate } from './catalogue.js';
import { defaultTemplate } from './default-templates.js';
import { lockTemplate, removeTemplate } from './email-template.repository.js';
import { templateCode, templateView, type EmailTemplateView } from './email-template.view.js';
import { announceTemplate } from './save-email-template.js';
import { TemplateUsage } from './template-usage.js';

/** Puts the built-in template in force again; without a saved one it changes nothing. */
@Injectable()
export class ResetEmailTemplate {
  constructor(
    private readonly db: Database,
    private readonly usage: TemplateUsage,
  ) {}

  /** @throws DomainError not_found, right_beyond_own, precondition_failed */
  execute(
    ctx: Ctx,
    name: string,
    expectedVersion: number | null = null,
  ): Promise<EmailTemplateView> {
    const code = templateCode(name);
    if (isOwnTemplate(code)) throw notFound({ object: 'built-in e-mail template' });
    const builtIn = defaultTemplate(code);
    return this.db.write(ctx, async (tx) => {
      const before = await lockTemplate(tx, code);
      checkVersion(before.version, expectedVersion);
      if (before.source === 'saved') {
        await this.usage.requireRights(tx, code);
        await removeTemplate(tx, code);
        announceTemplate(tx, 'email_template.reset', before, builtIn);
      }
      return templateView(builtIn);
    });
  }
}
