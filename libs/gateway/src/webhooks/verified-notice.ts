import { isUuid, type CompanyId, type Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import type { PaymentId } from '@quittance/receivables';
import type {
  PaymentProvider,
  ProviderEvent,
  ProviderNotice,
} from '../providers/payment-provider.port.js';
import type { ReceiptSource } from '../receipts/receipt.repository.js';
import type { IncomingWebhook, WebhookAnswer } from './webhook.js';
import type { ClaimedCompany } from './claimed-company.js';

/** A verified notice and what is known around it. */
export interface VerifiedNotice {
  readonly notice: ProviderNotice;
  readonly source: ReceiptSource;
  readonly receivedOn: LocalDate;
  /** The request that brought it, where several share the transaction. */
  readonly by?: Ctx;
}

/** What became of a notice, with the invoice it was about. */
export interface Effect {
  readonly answer: WebhookAnswer;
  readonly invoiceId: string | null;
  readonly paymentId?: PaymentId | undefined;
}

export type EventOf<Kind extends ProviderEvent['kind']> = Extract<ProviderEvent, { kind: Kind }>;

/** The invoice the metadata names, if what it names can be one. */
export function namedInvoice({ notice }: Pick<VerifiedNotice, 'notice'>): string | null {
  const { invoiceId } = notice.reference;
  return isUuid(invoiceId) ? invoiceId : null;
}

/** A webhook whose signature holds, and what it was judged by. */
export interface VerifiedWebhook {
  readonly webhook: IncomingWebhook;
  readonly provider: PaymentProvider;
  readonly notice: ProviderNotice;
  readonly companyId: CompanyId;
  readonly judgedBy: ClaimedCompany;
  /** When it came in, by the monotonic clock. */
  readonly began: number;
}
