import { addAccount } from '@quittance/crm/host';
import type { Tx } from '@quittance/database';
import { formatMinor } from '@quittance/money';
import { newId, type AccountId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { assignNumbers } from '@quittance/numbering';
import { invoiceNoun } from '../invoices/invoice.description.js';
import type { InvoiceLine } from '../invoice-lines/invoice-line.description.js';
import { invoiceLines, invoices, type Invoice } from '../invoices/invoice.repository.js';

/** A customer to bill, for tests. */
export async function aCustomer(tx: Tx): Promise<AccountId> {
  return (await addAccount(tx, { name: 'Acme Ltd', email: 'ap@acme.example' })).id;
}

/**
 * Writes an invoice with one untaxed line over its total: sent, 100.00 EUR, unless told otherwise.
 */
export async function aStoredInvoice(tx: Tx, facts: Partial<Invoice> = {}): Promise<Invoice> {
  const issueDate = facts.issueDate ?? parseLocalDate('2026-03-01');
  const accountId = facts.accountId ?? (await aCustomer(tx));
  const [number] = await assignNumbers(tx, 'invoice', [issueDate]);
  const total = facts.total ?? 10_000n;
  const invoice: Invoice = {
    ...EMPTY,
    id: newId<'invoice'>(),
    number: number?.number ?? '',
    numberPeriod: number?.period ?? '',
    numberSeq: number?.seq ?? 0n,
    accountId,
    issueDate,
    dueDate: parseLocalDate('2026-03-31'),
    subtotal: total,
    total,
    balance: total,
    sentAt: tx.ctx.now,
    createdAt: tx.ctx.now,
    updatedAt: tx.ctx.now,
    ...facts,
  };
  await Promise.all([
    invoices.insert(tx, [invoice]),
    invoiceLines.insert(tx, [aLineOver(total, invoice)]),
  ]);
  return invoice;
}

const EMPTY = {
  ...invoiceNoun.empty,
  version: 1,
  status: 'sent',
  unsentStatus: 'draft',
  periodPart: 0,
  currency: 'EUR',
  billTo: {
    name: 'Acme Ltd',
    address: {
      line1: null,
      line2: null,
      city: null,
      region: null,
      postalCode: null,
      country: 'DE',
    },
    taxRegistration: null,
  },
  pricesIncludeTax: false,
  taxRounding: 'document',
  taxTotal: 0n,
  paidAmount: 0n,
  creditedAmount: 0n,
  writtenOffAmount: 0n,
} as const;

function aLineOver(total: bigint, invoice: Invoice): InvoiceLine {
  return {
    invoiceId: invoice.id,
    id: newId<'invoice-line'>(),
    position: 1,
    adjustment: null,
    adjustmentPercent: null,
    adjustmentIndex: null,
    adjustmentBase: null,
    productId: null,
    scheduleLineId: null,
    description: 'Work',
    sku: null,
    unit: null,
    hsnCode: null,
    placeOf: null,
    supplyKind: null,
    quantity: '1',
    unitPrice: formatMinor(total, invoice.currency),
    discountPercent: null,
    discountGiven: null,
    discountAmount: 0n,
    net: total,
    taxCode: null,
    productTaxed: false,
    requestedTaxRate: null,
    defaultTaxCode: null,
    taxRate: '0',
    taxes: [],
    taxFallback: false,
    taxFallbackReason: null,
    taxCategory: 'O',
    taxReason: 'not_registered',
    taxWarnings: [],
    tax: 0n,
    total,
    periodStart: null,
    periodEnd: null,
  };
}
