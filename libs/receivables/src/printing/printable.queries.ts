import { Injectable } from '@nestjs/common';
import { readCompany, type DocumentLanguage } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import type { PrintableInvoice, PrintFacts } from '@quittance/documents';
import {
  notFound,
  type AccountId,
  type CreditNoteId,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import { findCreditNote, linesOfNote } from '../credit-notes/credit-note.repository.js';
import { printableCreditNote } from './printable-credit-note.js';
import { findInvoice } from '../invoices/invoice.queries.js';
import { linesOf } from '../invoices/invoice.repository.js';
import { PaymentLinks } from './payment-links.port.js';
import { printableInvoice } from './printable-invoice.js';

export interface PrintOptions {
  /** That of the company's documents when absent. */
  readonly language?: DocumentLanguage | null;
}

/** Reads documents as they are printed. Reading changes nothing: no invoice is viewed by it. */
@Injectable()
export class PrintableQueries {
  constructor(
    private readonly db: Database,
    private readonly links: PaymentLinks,
  ) {}

  /** @throws DomainError not_found */
  invoice(ctx: Ctx, id: InvoiceId, options: PrintOptions = {}): Promise<PrintableInvoice> {
    return this.db.read(ctx, async (tx) => {
      const [invoice, lines] = await Promise.all([findInvoice(tx, id), linesOf(tx, id)]);
      if (!invoice) throw notFound({ object: 'invoice' });
      const [facts, link] = await Promise.all([
        printFacts(tx, invoice.accountId, options),
        this.links.liveLink(tx, id, invoice.balance),
      ]);
      return printableInvoice(invoice, lines, link, facts);
    });
  }

  /** @throws DomainError not_found */
  creditNote(ctx: Ctx, id: CreditNoteId, options: PrintOptions = {}): Promise<PrintableInvoice> {
    return this.db.read(ctx, async (tx) => {
      const [note, lines] = await Promise.all([findCreditNote(tx, id), linesOfNote(tx, id)]);
      if (!note) throw notFound({ object: 'credit note' });
      const [facts, invoice] = await Promise.all([
        printFacts(tx, note.accountId, options),
        note.invoiceId ? findInvoice(tx, note.invoiceId) : undefined,
      ]);
      const billTo = note.billTo ?? facts.account;
      return printableCreditNote(note, lines, { billTo, invoice: invoice ?? null }, facts);
    });
  }
}

async function printFacts(tx: Tx, accountId: AccountId, { language }: PrintOptions) {
  const [company, accounts] = await Promise.all([
    readCompany(tx),
    findBillingAccounts(tx, [accountId]),
  ]);
  const account = accounts.get(accountId);
  if (!account) throw notFound({ object: 'account' });
  const facts: PrintFacts = { company, language: language ?? null, email: account.email };
  return { ...facts, account };
}
