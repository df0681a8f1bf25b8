import { Inject, Injectable, Optional } from '@nestjs/common';
import { readCompany, type Company, type PostalAddress } from '@quittance/company';
import { type Tx } from '@quittance/database';
import { newId, type AccountId, type InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import { companyTaxParty } from '../company-tax-party.js';
import { findTaxConnectors } from '../connectors/tax-connector.repository.js';
import type { ShippedTo } from '../calculation/pricing.js';
import { EngineQuotes } from '../quotes/engine-quotes.js';
import { toldCustomer } from '../quotes/told-customer.js';
import type { EngineDocument, RecordedLine } from '../engines/tax-engine.port.js';
import type { RateBook } from '../rate-books/rate-book.js';
import { RateBooks } from '../rate-books/rate-books.js';
import { storedDocument } from './stored-document.js';
import { BUILT_IN_ENGINE, type TaxTransaction } from './tax-transaction.js';
import { chargeTax } from './tax-transaction.repository.js';

/**
 * An invoice as it is sent or paid, with the tax that its customer is charged. Amounts are minor
 * units.
 */
export interface TaxedInvoice {
  readonly id: InvoiceId;
  readonly number: string;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly issueDate: LocalDate;
  /** Whose rates it bears. */
  readonly taxDate: LocalDate;
  readonly pricesIncludeTax: boolean;
  /** Where its goods go, if not to the address of its customer. */
  readonly deliveryAddress: ShippedTo | null;
  readonly billTo: { readonly address: PostalAddress; readonly taxRegistration: string | null };
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
  readonly fallback: boolean;
  /** Asked for only where a provider has to be told. */
  readonly lines: () => readonly RecordedLine[];
}

/** Records the tax of invoices in the transaction that sends them. */
@Injectable()
export class TaxRecorder {
  constructor(
    private readonly books: RateBooks,
    @Optional() @Inject(EngineQuotes) private readonly engines: EngineQuotes | null = null,
  ) {}

  /**
   * The tax of an invoice that is being sent: the built-in engine's is final at once, an external
   * provider is told after the commit.
   */
  async record(tx: Tx, invoice: TaxedInvoice): Promise<void> {
    const serving = (await this.engines?.active(tx)) ?? null;
    await charge(tx, [invoice], serving?.provider ?? null, this.books);
  }
}

/**
 * Records the tax of invoices that are paid before they are sent, in the transaction that takes the
 * money. Few are, so the engine that serves is read anew.
 */
export async function recordTaxOfPaid(tx: Tx, invoices: readonly TaxedInvoice[]): Promise<void> {
  const serving = (await findTaxConnectors(tx)).find(({ active }) => active);
  await charge(tx, invoices, serving?.provider ?? null, new RateBooks());
}

/** @param provider null for the built-in engine */
async function charge(
  tx: Tx,
  invoices: readonly TaxedInvoice[],
  provider: string | null,
  books: RateBooks,
): Promise<void> {
  const told = provider ? await Promise.all([readCompany(tx), books.load(tx)]) : null;
  const rows = invoices.map((invoice) =>
    newTransaction(tx, invoice, provider ?? BUILT_IN_ENGINE, told && documentOf(invoice, ...told)),
  );
  tx.later(chargeTax(tx, rows));
}

function documentOf(invoice: TaxedInvoice, company: Company, book: RateBook): EngineDocument {
  const seller = companyTaxParty(company);
  const { address, taxRegistration } = invoice.billTo;
  const customer = { ...address, taxRegistration, accountId: invoice.accountId };
  const { currency, issueDate: date, pricesIncludeTax, taxDate } = invoice;
  const shipTo = invoice.deliveryAddress;
  const terms = { currency, date, pricesIncludeTax, seller };
  return {
    ...terms,
    customer: toldCustomer({ seller, customer, date: taxDate, shipTo }),
    ...(taxDate !== date && { taxDate }),
    exemption: book.certificateOf({
      ...terms,
      customer,
      shipTo,
      date: taxDate,
      rounding: 'line',
      lines: [],
    }),
    code: invoice.number,
    reference: invoice.id,
    corrects: null,
    lines: invoice.lines(),
    net: invoice.subtotal,
    tax: invoice.taxTotal,
    fallback: invoice.fallback,
  };
}

function newTransaction(
  { ctx }: Tx,
  invoice: TaxedInvoice,
  provider: string,
  document: EngineDocument | null,
): TaxTransaction {
  const { now } = ctx;
  return {
    id: newId<'tax-transaction'>(),
    version: 1,
    invoiceId: invoice.id,
    invoiceNumber: invoice.number,
    creditNoteId: null,
    creditNoteNumber: null,
    provider,
    operation: 'commit',
    state: document ? 'pending' : 'committed',
    invoiceVoid: false,
    currency: invoice.currency,
    net: invoice.subtotal,
    tax: invoice.taxTotal,
    total: invoice.total,
    fallback: invoice.fallback,
    document: document && storedDocument(document),
    providerReference: null,
    error: null,
    attempts: 0,
    sweeps: 0,
    nextAttemptAt: document ? now : null,
    busyUntil: null,
    committedAt: document ? null : now,
    voidedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
