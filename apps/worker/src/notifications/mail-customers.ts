import { Injectable } from '@nestjs/common';
import { findInvoiceSummaries } from '@quittance/receivables/host';
import type { EventEnvelope, EventType } from '@quittance/contracts';
import { findBillingAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import { findTemplates } from '@quittance/notifications/host';
import { queueEmails, type EmailData, type EmailTemplateCode } from '@quittance/notifications';
import type { EventSetConsumer } from '@quittance/outbox';

const TEMPLATES: Partial<Record<EventType, EmailTemplateCode>> = {
  'payment.received': 'PAYMENT_RECEIVED',
  'credit_note.issued': 'CREDIT_NOTE_ISSUED',
};
const TYPES = Object.keys(TEMPLATES) as EventType[];

/** Tells customers of their payments and credit notes, where the company has switched that on. */
@Injectable()
export class MailCustomers implements EventSetConsumer {
  readonly name = 'notifications.mail-customers';

  async wanted(tx: Tx): Promise<readonly EventType[]> {
    const active = (await findTemplates(tx)).filter((template) => template.active);
    return TYPES.filter((type) => active.some(({ code }) => code === TEMPLATES[type]));
  }

  async handle(tx: Tx, events: readonly EventEnvelope[]): Promise<void> {
    const asked = events.filter(({ type }) => TEMPLATES[type]);
    const [accounts, invoices] = await Promise.all([
      findBillingAccounts(tx, idsOf<AccountId>(asked, 'accountId')),
      findInvoiceSummaries(tx, idsOf<InvoiceId>(asked, 'invoiceId')),
    ]);
    await queueEmails(
      tx,
      asked.map(({ id, type, object, recordId, data }) => {
        const account = accounts.get(data.accountId as AccountId);
        return {
          templateCode: TEMPLATES[type] ?? '',
          to: account?.email,
          data: {
            account: { name: account?.name ?? '' },
            ...subjectOf(type, data, invoices.get(data.invoiceId as InvoiceId)),
          },
          object,
          recordId,
          attachments: type === 'credit_note.issued' ? [{ kind: 'credit-note-pdf', recordId }] : [],
          dedupeKey: `${id}/mail`,
        };
      }),
    );
  }
}

function subjectOf(type: EventType, data: EmailData, invoice: object | undefined): EmailData {
  return type === 'payment.received'
    ? { payment: data, invoice: invoice ?? null }
    : { creditNote: data };
}

function idsOf<Id extends string>(events: readonly EventEnvelope[], member: string): Id[] {
  const ids = events.map(({ data }) => data[member]).filter((id) => typeof id === 'string');
  return [...new Set(ids)] as Id[];
}
