import { Injectable } from '@nestjs/common';
import { findInvoiceSummaries } from '@quittance/receivables/host';
import type { EventEnvelope, EventType } from '@quittance/contracts';
import { findBillingAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { findTemplates } from '@quittance/notifications/host';
import { queueEmails, type EmailData, type EmailTemplateCode } from '@quittance/notifications';
import type { EventSetConsumer } from '@quittance/outbox';

const TEMPLATES = {
  'payment.received': 'PAYMENT_RECEIVED',
  'payment.recorded': 'PAYMENT_RECEIVED',
  'payment.cleared': 'PAYMENT_RECEIVED',
  'credit_note.issued': 'CREDIT_NOTE_ISSUED',
} as const satisfies Partial<Record<EventType, EmailTemplateCode>>;
type CustomerEventType = keyof typeof TEMPLATES;

/** What is enclosed: the receipt of a payment, once, when its money is there. */
const PRINTED: Readonly<Record<CustomerEventType, string>> = {
  'payment.received': 'payment-receipt-pdf',
  'payment.recorded': 'payment-receipt-pdf',
  'payment.cleared': 'payment-receipt-pdf',
  'credit_note.issued': 'credit-note-pdf',
};

type CustomerEvent = EventEnvelope<CustomerEventType>;
const TYPES = Object.keys(TEMPLATES) as CustomerEventType[];

/** Tells customers of their payments and credit notes, where the company has switched that on. */
@Injectable()
export class MailCustomers implements EventSetConsumer {
  readonly name = 'notifications.mail-customers';

  async wanted(tx: Tx): Promise<readonly EventType[]> {
    const active = (await findTemplates(tx)).filter((template) => template.active);
    return TYPES.filter((type) => active.some(({ code }) => code === TEMPLATES[type]));
  }

  async handle(tx: Tx, events: readonly EventEnvelope[]): Promise<void> {
    const asked = events.filter(isForCustomers);
    const [accounts, invoices] = await Promise.all([
      findBillingAccounts(tx, unique(asked.map(({ data }) => data.accountId))),
      findInvoiceSummaries(tx, unique(asked.flatMap(({ data }) => data.invoiceId ?? []))),
    ]);
    await queueEmails(
      tx,
      asked.map((event) => {
        const { id, type, object, recordId, data } = event;
        const account = accounts.get(data.accountId);
        const invoice = data.invoiceId === null ? undefined : invoices.get(data.invoiceId);
        return {
          templateCode: TEMPLATES[type],
          to: account?.email,
          language: account?.language ?? null,
          data: { account: { name: account?.name ?? '' }, ...subjectOf(event, invoice) },
          object,
          recordId,
          attachments: [{ kind: PRINTED[type], recordId }],
          dedupeKey: `${id}/mail`,
        };
      }),
    );
  }
}

/** What staff have recorded and still wait for is no money as yet. */
function isForCustomers(event: EventEnvelope): event is CustomerEvent {
  if (!(event.type in TEMPLATES)) return false;
  const { type, data } = event as CustomerEvent;
  return type !== 'payment.recorded' || data.status === 'completed';
}

function subjectOf({ type, data }: CustomerEvent, invoice: object | undefined): EmailData {
  return type === 'credit_note.issued'
    ? { creditNote: data }
    : { payment: data, invoice: invoice ?? null };
}

function unique<T>(ids: readonly T[]): readonly T[] {
  return [...new Set(ids)];
}
