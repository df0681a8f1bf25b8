import { headerLine } from '../emails/email.js';
import type { EmailData, EmailTemplate, RenderedEmail } from './email-template.js';
import { htmlEngine, textEngine } from './liquid.js';

export const LONGEST_SUBJECT = 250;

/**
 * The e-mail that a template gives with this data. Escaped in the HTML; the subject is one line,
 * whatever the data holds.
 * @throws Error for a text that is not valid, or costs more time or memory than it may
 */
export function renderTemplate(
  template: Pick<EmailTemplate, 'subject' | 'html' | 'text' | 'language'>,
  data: EmailData,
  locale: string = template.language ?? 'en',
): RenderedEmail {
  const subject = textEngine.render(template.subject, data, locale);
  return {
    subject: headerLine(subject, LONGEST_SUBJECT),
    html: htmlEngine.render(template.html, data, locale),
    text: textEngine.render(template.text, data, locale),
  };
}
