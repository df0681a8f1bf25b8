import type { Company } from '@quittance/company';
import { headerLine, mailAddress } from './email.js';

/** In whose name an e-mail goes out; the address itself is the installation's. */
export interface Sender {
  readonly name: string;
  readonly replyTo: string | null;
}

const LONGEST_NAME = 120;

/** The name and reply address of a company: what it has set, else its legal name and none. */
export function senderOf(
  company: Pick<Company, 'legalName'> &
    Partial<Record<'emailSenderName' | 'emailReplyTo', string | null>>,
): Sender {
  const { legalName, emailSenderName, emailReplyTo } = company;
  return {
    name: headerLine(emailSenderName ?? legalName, LONGEST_NAME),
    replyTo: mailAddress(emailReplyTo) ?? null,
  };
}
