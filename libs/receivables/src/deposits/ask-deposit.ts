import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';

import type { Ctx, ProductId } from '@quittance/kernel';
import { documentLineMembers } from '@quittance/lines';
import { blanksOf } from '@quittance/nouns';
import { TaxQuotes } from '@quittance/tax';
import { draftInvoice, type InvoiceDraft } from '../invoices/create-invoice.js';
import { InvoiceFields } from '../invoice-records/invoice-fields.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { parseAmount } from '../parse-amount.js';
import { insertAccountDeposit } from './account-deposit.repository.js';

/** What is asked for ahead, with tax, as major units in decimal text, and how it is taxed. */
export interface DepositLine {
  readonly description: string;
  readonly amount: string;
  readonly productId?: ProductId | null;
  readonly taxCode?: string | null;
  readonly taxRate?: string | null;
}

export interface DepositDraft extends Pick<
  InvoiceDraft,
  'accountId' | 'currency' | 'issueDate' | 'dueDate'
> {
  /** One for each way in which what will be delivered is taxed. */
  readonly lines: readonly DepositLine[];
}

const BLANK = blanksOf({ members: documentLineMembers });

/** Asks a customer for money ahead of any order: a draft of exactly these amounts. */
@Injectable()
export class AskDeposit {
  constructor(
    private readonly taxes: TaxQuotes,
    private readonly fields: InvoiceFields,
  ) {}

  /** @throws DomainError validation_failed, and those of `CreateInvoice` */
  execute(ctx: Ctx, { lines, ...asked }: DepositDraft): Promise<InvoiceView> {
    const draft = {
      ...asked,
      pricesIncludeTax: true,
      lines: lines.map(({ amount, ...line }) => ({
        ...BLANK,
        discount: null,
        ...line,
        quantity: '1',
        unitPrice: amount,
      })),
    };
    return this.taxes.write(ctx, async (tx, taxes) => {
      const invoice = await draftInvoice(tx, { taxes, fields: this.fields, unasked: true }, draft);
      for (const [i, { amount }] of lines.entries()) {
        parseAmount(amount, invoice.currency, `/lines/${i}/amount`);
      }
      tx.later(insertAccountDeposit(tx, invoice.id));
      audit(tx, {
        action: 'invoice.deposit_asked',
        object: 'invoice',
        recordId: invoice.id,
        after: { invoice: invoice.number, total: invoice.total },
      });
      return invoice;
    });
  }
}
