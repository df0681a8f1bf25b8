import { Injectable } from '@nestjs/common';
import { requireAdministrator } from '@quittance/access';
import { audit, changedFields } from '@quittance/audit';
import { Database, checkVersion, type Tx } from '@quittance/database';
import { notFound, type Ctx, type FieldError } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { emailTemplateInvalid, emailTemplateLimitReached } from '../notifications.errors.js';
import type { CheckAnswer, TemplateTexts } from '../rendering/rendering-job.js';
import { RenderingShare } from '../rendering/rendering-share.js';
import { TemplateRenderer } from '../rendering/template-renderer.js';
import {
  MOST_OWN_TEMPLATES,
  fixedMembers,
  isOwnTemplate,
  isSecretTemplate,
  offeredNames,
  templateKind,
  type EmailTemplateCode,
} from './catalogue.js';
import type { EmailTemplate, EmailTemplateInput } from './email-template.description.js';
import {
  findTemplates,
  lockOwnTemplate,
  lockTemplate,
  storeTemplate,
} from './email-template.repository.js';
import { TemplateUsage } from './template-usage.js';
import { templateCode, templateView, type EmailTemplateView } from './email-template.view.js';
import { checkLanguages } from './translations.js';
import { sampleData } from './variables.js';

/** Puts the company's own template in force for a code. */
@Injectable()
export class SaveEmailTemplate {
  constructor(
    private readonly db: Database,
    private readonly renderer: TemplateRenderer,
    private readonly usage: TemplateUsage,
  ) {}

  /**
   * @throws DomainError not_found, administrator_required, right_beyond_own,
   *   email_template_invalid, template_rendering_busy, validation_failed, precondition_failed
   */
  async execute(
    ctx: Ctx,
    name: string,
    input: EmailTemplateInput,
    expectedVersion: number | null = null,
  ): Promise<EmailTemplateView> {
    const code = templateCode(name);
    requireRightsOfTemplate(ctx, code);
    await checkTexts(ctx, this.renderer, { code, ...input });
    return this.db.write(ctx, async (tx) => {
      // Whoever takes an own one away locks it: what is gone by then is not written anew.
      if (isOwnTemplate(code) && !(await lockOwnTemplate(tx, code))) {
        throw notFound({ object: 'e-mail template' });
      }
      return templateView(await putTemplate(tx, this.usage, { code, ...input }, expectedVersion));
    });
  }
}

/**
 * Renders texts with sample data, in each language: what is saved must not fail when it is sent. No
 * transaction is open.
 * @param share of a request that brings several
 * @throws DomainError email_template_invalid, template_rendering_busy, validation_failed
 */
export async function checkTexts(
  { companyId }: Pick<Ctx, 'companyId'>,
  renderer: TemplateRenderer,
  input: EmailTemplateInput & { readonly code: EmailTemplateCode },
  share = new RenderingShare(),
): Promise<void> {
  checkLanguages(input);
  const { code, translations = [] } = input;
  const job = {
    data: JSON.stringify(sampleData(templateKind(code).variables)),
    locale: 'en',
    offered: offeredNames(code),
    members: fixedMembers(code),
    secret: isSecretTemplate(code),
  };
  const check = async ({ subject, html, text }: TemplateTexts, at: string) => {
    const faults =
      share.work === 0
        ? [BEYOND_SHARE]
        : faultsOf(
            await renderer.check(companyId, { ...job, texts: { subject, html, text } }, share),
          );
    const errors = faults.map((each) => ({ ...each, pointer: `${at}${each.pointer}` }));
    if (errors.length > 0) throw emailTemplateInvalid({}, { errors });
  };
  await check(input, '');
  for (const [i, each] of translations.entries()) await check(each, `/translations/${i}`);
}

/** What is not looked at any more, as those before it have cost what one request may. */
export const BEYOND_SHARE: FieldError = {
  pointer: '',
  code: 'request_too_costly',
  message: 'costs more work, with those before it, than one request may: bring it in by another',
};

const faultsOf = (answer: CheckAnswer) => ('faults' in answer ? answer.faults : []);

/**
 * Whoever writes what carries a link that lets its holder in decides where administrators, too, are
 * led with it: that takes all that they reach. @throws DomainError administrator_required
 */
export function requireRightsOfTemplate(ctx: Ctx, code: EmailTemplateCode): void {
  if (!isSecretTemplate(code)) return;
  requireAdministrator(ctx, 'change an e-mail with a link that lets its holder in');
}

/** @throws DomainError email_template_limit_reached */
async function requireRoom(tx: Tx): Promise<void> {
  const own = (await findTemplates(tx)).filter(({ code }) => isOwnTemplate(code));
  if (own.length >= MOST_OWN_TEMPLATES)
    throw emailTemplateLimitReached({ most: MOST_OWN_TEMPLATES });
}

/**
 * Puts checked texts in force. What sends the template is asked behind its lock: a rule that comes
 * to name one of the company's own waits until then.
 * @throws DomainError administrator_required, right_beyond_own, precondition_failed,
 *   email_template_limit_reached
 */
export async function putTemplate(
  tx: Tx,
  usage: TemplateUsage,
  { code, ...input }: EmailTemplateInput & { readonly code: EmailTemplateCode },
  expectedVersion: number | null = null,
): Promise<EmailTemplate> {
  requireRightsOfTemplate(tx.ctx, code);
  const before = await lockTemplate(tx, code);
  await usage.requireRights(tx, code);
  checkVersion(before.version, expectedVersion);
  if (before.version === 0 && isOwnTemplate(code)) await requireRoom(tx);
  const { language, translations, active } = before;
  const after = await storeTemplate(tx, before, { language, translations, active, ...input });
  announceTemplate(tx, 'email_template.saved', before, after);
  return after;
}

/** Logs and announces that another template is in force. */
export function announceTemplate(
  tx: Tx,
  action: string,
  before: EmailTemplate,
  after: EmailTemplate,
): void {
  const record = { object: 'email-template', recordId: after.code };
  audit(tx, { action, ...record, ...changedFields({ ...before }, { ...after }) });
  emit(tx, { type: 'record.updated', ...record, data: { ...after } });
}
