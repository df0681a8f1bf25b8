import { Injectable } from '@nestjs/common';
import { readCompany } from '@quittance/company';
import { printedLanguage } from '@quittance/documents';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { companyData } from '../emails/prepare-emails.js';
import { languageOf, senderOf } from '../emails/sender.js';
import { emailTemplateInvalid } from '../notifications.errors.js';
import { TemplateRenderer } from '../rendering/template-renderer.js';
import { fixedMembers, templateKind, isSecretTemplate, offeredNames } from './catalogue.js';
import type { EmailTexts } from './email-template.description.js';
import { inLanguage } from './default-templates.js';
import { LOGO } from './email-layout.js';
import type { EmailData, EmailTemplate, RenderedEmail } from './email-template.js';
import { readTemplate } from './email-template.repository.js';
import { templateCode } from './email-template.view.js';
import { sampleData } from './variables.js';

/** Texts and data that are tried out; what is absent is that in force and the samples. */
export interface EmailPreviewInput extends EmailTexts {
  readonly data?: EmailData;
}

/** Shows an e-mail as a recipient would get it. Saves and sends nothing. */
@Injectable()
export class PreviewEmailTemplate {
  constructor(
    private readonly db: Database,
    private readonly renderer: TemplateRenderer,
  ) {}

  /** @throws DomainError not_found, email_template_invalid, template_rendering_busy */
  async execute(ctx: Ctx, name: string, input: EmailPreviewInput): Promise<RenderedEmail> {
    const code = templateCode(name);
    const { data = {}, ...texts } = input;
    const [inForce, company] = await this.db.read(ctx, (tx) =>
      Promise.all([readTemplate(tx, code), readCompany(tx)]),
    );
    // As customers get it who have no language of their own.
    const spoken = texts.language ?? printedLanguage(company, null);
    const template: EmailTemplate = { ...inLanguage(inForce, spoken), ...texts };
    const samples = sampleData(templateKind(code).variables);
    const own = { company: companyData(company, senderOf(company)) };
    const shown = merged({ ...samples, ...own }, data);
    const { subject, html, text } = template;
    const answer = await this.renderer.check(ctx.companyId, {
      texts: { subject, html, text },
      data: JSON.stringify(shown),
      locale: languageOf(template, company),
      offered: offeredNames(code),
      members: fixedMembers(code),
      secret: isSecretTemplate(code),
    });
    if ('faults' in answer) throw emailTemplateInvalid({}, { errors: answer.faults });
    // A page has no parts: there the picture stands in it.
    const { html: shownHtml } = answer.rendered;
    const logo = company.logo ?? '';
    return { ...answer.rendered, html: shownHtml.replaceAll(LOGO, () => logo) };
  }
}

/** Objects are merged member by member; everything else takes the place of the sample. */
function merged(samples: EmailData, data: EmailData): EmailData {
  const entries = Object.entries(data).map(([key, value]) => {
    const sample = Object.hasOwn(samples, key) ? samples[key] : undefined;
    return [key, isObject(sample) && isObject(value) ? merged(sample, value) : value];
  });
  return { ...samples, ...Object.fromEntries(entries) };
}

function isObject(value: unknown): value is EmailData {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
