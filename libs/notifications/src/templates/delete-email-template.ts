import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { checkVersion, Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { emailTemplateInUse } from '../notifications.errors.js';
import { isOwnTemplate } from './catalogue.js';
import { lockOwnTemplate, removeTemplate } from './email-template.repository.js';
import { templateCode } from './email-template.view.js';
import { TemplateUsage } from './template-usage.js';

/** Of what uses a template so many are named. */
const MOST_NAMED = 10;

/** Takes a template of the company's own away that nothing sends any more. */
@Injectable()
export class DeleteEmailTemplate {
  constructor(
    private readonly db: Database,
    private readonly usage: TemplateUsage,
  ) {}

  /** @throws DomainError not_found, precondition_failed, email_template_in_use */
  execute(ctx: Ctx, name: string, expectedVersion: number | null = null): Promise<void> {
    const code = templateCode(name);
    if (!isOwnTemplate(code)) throw notFound({ object: 'e-mail template of your own' });
    return this.db.write(ctx, async (tx) => {
      const before = await lockOwnTemplate(tx, code);
      if (!before) throw notFound({ object: 'e-mail template' });
      checkVersion(before.version, expectedVersion);
      // Whoever names it holds it until they have: behind the lock all of them are seen.
      const uses = await this.usage.usesOf(tx, code);
      if (uses.length > 0) {
        const named = uses.slice(0, MOST_NAMED).join(', ');
        throw emailTemplateInUse({ code, count: uses.length, uses: named });
      }
      await removeTemplate(tx, code);
      const record = { object: 'email-template', recordId: code };
      audit(tx, { action: 'email_template.deleted', ...record, before: { ...before } });
      emit(tx, { type: 'record.deleted', ...record, data: { ...before } });
    });
  }
}
