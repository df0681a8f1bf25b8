import type { Company } from '@quittance/company';
import type { EmailTemplate } from '../templates/email-template.js';
import { headerLine, mailAddress } from './email.js';

/** In whose name an e-mail goes out; the address itself is the installation's. */
export interface Sender {
  readonly name: string;
  readonly replyTo: string | null;
}

const LONGEST_NAME = 120;

/** What a company's customers know it by, and its contact address for their answers. */
export function senderOf({
  legalName,
  tradeName,
  contact,
}: Pick<Company, 'legalName' | 'tradeName' | 'contact'>): Sender {
  return {
    name: headerLine(tradeName ?? legalName, LONGEST_NAME),
    replyTo: mailAddress(contact.email) ?? null,
  };
}

/**
 * The language that money and dates are written in: the template's, as the company writes it where
 * it is its own too, else the company's. The built-in texts are English, so there only an English
 * locale counts.
 */
export function languageOf(
  { language, source }: Pick<EmailTemplate, 'language' | 'source'>,
  { locale }: Pick<Company, 'locale'>,
): string {
  const isOwn = language === null || locale.toLowerCase().startsWith(`${language}-`);
  if (!isOwn) return language;
  if (language !== null) return locale;
  return source === 'saved' || /^en\b/i.test(locale) ? locale : 'en';
}
