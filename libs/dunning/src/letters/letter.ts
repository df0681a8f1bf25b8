import { daysBetween, type LocalDate } from '@quittance/calendar';
import { formatMinor } from '@quittance/money';
import type { EmailTemplateCode, NewEmail } from '@quittance/notifications';
import type { DunningAction } from '../schedule/dunning-schedule.js';
import { openAmount, type OverdueInvoice } from '../run/overdue-invoice.js';

/** Which letter an action sends; the others send none. */
export const LETTERS: Partial<Readonly<Record<DunningAction, EmailTemplateCode>>> = {
  payment_retry: 'DUNNING_PAYMENT_RETRY',
  reminder: 'DUNNING_REMINDER',
  warning: 'DUNNING_WARNING',
};

/** What a letter needs besides the invoice. */
export interface LetterFacts {
  readonly templateCode: EmailTemplateCode;
  readonly to: string | null;
  readonly accountName: string;
  readonly paymentLink: string | null;
  readonly asOf: LocalDate;
}

/** A letter about an overdue invoice; it asks for what nobody objects to. Pure. */
export function letterOf(invoice: OverdueInvoice, facts: LetterFacts): NewEmail {
  const { templateCode, to, accountName, paymentLink, asOf } = facts;
  const { id, currency, total } = invoice;
  const open = openAmount(invoice);
  return {
    templateCode,
    to,
    object: 'invoice',
    recordId: id,
    data: {
      account: { name: accountName },
      invoice: {
        number: invoice.number,
        issueDate: invoice.issueDate,
        dueDate: invoice.dueDate,
        currency,
        total: formatMinor(total, currency),
        paidAmount: formatMinor(total - invoice.balance, currency),
        balance: formatMinor(open, currency),
        poNumber: invoice.poNumber,
      },
      paymentLink,
      daysOverdue: daysBetween(invoice.dueDate, asOf),
    },
  };
}
