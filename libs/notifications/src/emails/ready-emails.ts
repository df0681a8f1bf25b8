import { DomainError, type CompanyId } from '@quittance/kernel';
import type { EmailToRender, RenderOutcome, TemplateTexts } from '../rendering/rendering-job.js';
import type { TemplateRenderer } from '../rendering/template-renderer.js';
import { templateKind } from '../templates/catalogue.js';
import type { EmailData, EmailTemplate } from '../templates/email-template.js';
import { isPrepared, type PreparedEmail, type RefusedEmail } from './prepare-emails.js';

/** What stands in the log where the recipient reads a secret link. */
export const HIDDEN = '•••';

/** E-mails that were rendered before the transaction that queues them, by what they are made of. */
export type ReadyEmails = ReadonlyMap<string, RenderOutcome>;

export const NOTHING_READY: ReadyEmails = new Map();

/** So few e-mails in the words of the product are rendered where they are queued. */
const FEW = 20;

/** The same template with the same data in the same language is the same e-mail. */
export function keyOfRendering({ template, language, data }: PreparedEmail): string {
  const { code, version, updatedAt } = template;
  const words = `${code} ${version} ${updatedAt} ${template.language} ${language}`;
  return `${words} ${JSON.stringify(shownData(template, data))}`;
}

/** What the log shows an e-mail with: without the link that lets its holder in. */
export function shownData({ code }: Pick<EmailTemplate, 'code'>, data: EmailData): EmailData {
  return templateKind(code).secret ? { ...data, link: HIDDEN } : data;
}

/** What is rendered of a template: nothing else of it goes to a thread. */
export function textsToRender({ subject, html, text }: EmailTemplate): TemplateTexts {
  return { subject, html, text };
}

export function toRender({ template, language, data }: PreparedEmail): EmailToRender {
  const shown = JSON.stringify(shownData(template, data));
  return { texts: textsToRender(template), data: shown, locale: language };
}

/**
 * Renders e-mails while no transaction is open, so that they can be queued in one. What cannot be
 * rendered now is not among the answers: it is queued as it is, and rendered when it is sent.
 */
export async function renderAhead(
  renderer: TemplateRenderer,
  owner: CompanyId,
  prepared: readonly (PreparedEmail | RefusedEmail)[],
): Promise<ReadyEmails> {
  const wanted = prepared.filter(isPrepared);
  const isOurs = ({ template }: PreparedEmail) => template.source === 'default';
  const own = wanted.length < FEW ? wanted.filter((each) => !isOurs(each)) : wanted;
  if (own.length === 0) return NOTHING_READY;
  try {
    const outcomes = await renderer.render(owner, own.map(toRender));
    return new Map(own.map((each, i) => [keyOfRendering(each), outcomes[i] as RenderOutcome]));
  } catch (error) {
    if (error instanceof DomainError) return NOTHING_READY;
    throw error;
  }
}
