import type { Tx } from '@quittance/database';
import type { defineProblem } from '@quittance/kernel';
import type { MailAvailability } from '../mail-availability.js';
import {
  emailNotAvailable,
  emailRecipientMissing,
  emailTemplateUnusable,
} from '../notifications.errors.js';
import type { EmailId } from './email.js';
import type { EmailRefusal, NewEmail } from './prepare-emails.js';
import { queueEmail } from './queue-email.js';

const REFUSALS: Readonly<Record<EmailRefusal, ReturnType<typeof defineProblem>>> = {
  recipient_missing: emailRecipientMissing,
  template_missing: emailTemplateUnusable,
  template_inactive: emailTemplateUnusable,
  template_broken: emailTemplateUnusable,
};

/**
 * Queues an e-mail that its cause is nothing without: thrown within the transaction, so that
 * nothing of it stays.
 * @param account whom it is for, by name
 * @throws DomainError email_not_available, email_recipient_missing, email_template_unusable
 */
export async function requireQueued(
  tx: Tx,
  mail: MailAvailability,
  email: NewEmail,
  account: string,
): Promise<EmailId> {
  if (!mail.available) throw emailNotAvailable();
  const queued = await queueEmail(tx, email);
  if ('emailId' in queued) return queued.emailId;
  throw REFUSALS[queued.refused]({ account, template: email.templateCode });
}
