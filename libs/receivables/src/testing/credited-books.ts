import { formatUnits, sumOf } from '@quittance/money';
import { newId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import { NO_RATES, type RateBookData } from '@quittance/tax/host';
import { RateBook } from '@quittance/tax';
import type { Seller } from '@quittance/lines';
import { linesToCredit } from '../credit-notes/corrected-invoice.js';
import type { CreditNoteLine } from '../credit-notes/credit-note-line.description.js';
import {
  priceCreditNote,
  type CorrectedInvoice,
  type KeptNoteLine,
} from '../credit-notes/price-credit-note.js';
import type { Invoice, InvoiceLine } from '../invoices/invoice.repository.js';
import { newLine, priceInvoice, type InvoiceLineInput } from '../invoice-lines/price-invoice.js';

const PARTY = { country: 'IN', region: 'KA', postalCode: null, taxRegistration: null };
const BUYER = {
  id: newId<'account'>(),
  address: { ...PARTY, line1: null, line2: null, city: null },
  taxRegistration: null,
};
const RATE = {
  jurisdictionId: 'IN',
  compound: false,
  validFrom: parseLocalDate('2000-01-01'),
  validTo: null,
} as const;

/**
 * Two equal taxes on one code, a tax on top of another on the second, one that has no end on a
 * third.
 */
const BOOK: RateBookData = {
  ...NO_RATES,
  codes: ['gst', 'over', 'third'].map((code) => ({ code, kind: null })),
  jurisdictions: [
    { id: 'IN', parentId: null, level: 'country', code: 'IN', name: 'India', postalPatterns: [] },
  ],
  rates: [
    { ...RATE, taxCode: 'gst', kind: 'gst_cgst', rate: '9', priority: 0 },
    { ...RATE, taxCode: 'gst', kind: 'gst_sgst', rate: '9', priority: 1 },
    { ...RATE, taxCode: 'over', kind: 'vat', rate: '5', priority: 0 },
    { ...RATE, taxCode: 'over', kind: 'sales', rate: '9.975', priority: 1, compound: true },
    { ...RATE, taxCode: 'third', kind: 'vat', rate: '33.333333', priority: 0 },
  ],
};

/** A line that is sold, and the pieces of it that are credited one after the other. */
export interface Sale {
  /** Pieces of each part of a line: its quantity is their sum. */
  readonly parts: readonly number[];
  /** Decimals of the quantity. */
  readonly scale: number;
  readonly unitPrice: string;
  readonly discount: { readonly percent: string } | null;
  readonly taxCode: string | null;
  readonly sign: string;
}

export interface Sold {
  readonly sales: readonly Sale[];
  readonly pricesIncludeTax: boolean;
  readonly rounding: 'document' | 'line';
}

/** One piece of it outweighs all else. */
export const HEAVY: Sale = {
  parts: [1],
  scale: 0,
  unitPrice: '9999999.99',
  discount: null,
  taxCode: 'gst',
  sign: '',
};

const written = (pieces: bigint, { scale, sign }: Sale) => `${sign}${formatUnits(pieces, scale)}`;

/** So many pieces of a sale, or nothing of it. */
export function piecesOf(sale: Sale | undefined, count = 0n): { quantity: string } | null {
  return sale && count > 0n ? { quantity: written(count, sale) } : null;
}

function inputOf(sale: Sale): InvoiceLineInput {
  return {
    productId: null,
    description: 'Work',
    quantity: written(sumOf(sale.parts.map(BigInt)), sale),
    unitPrice: sale.unitPrice,
    discount: sale.discount,
    taxCode: sale.taxCode,
    taxRate: sale.taxCode === null ? '19' : null,
    periodStart: null,
    periodEnd: null,
  };
}

/**
 * Writes notes over an invoice one after the other, as the operations do under the invoice's lock.
 */
export class CreditedBooks {
  private readonly seller: Seller;
  private readonly terms;
  readonly lines: readonly InvoiceLine[];
  private readonly invoice: Invoice;
  private notes: (readonly CreditNoteLine[])[] = [];

  constructor({ sales, pricesIncludeTax, rounding }: Sold) {
    this.seller = { party: PARTY, rounding, book: new RateBook(BOOK) };
    this.terms = {
      currency: 'EUR',
      taxDate: parseLocalDate('2026-03-01'),
      pricesIncludeTax,
    } as const;
    const id = newId<'invoice'>();
    // A line that outweighs those below zero: no invoice comes to less than nothing.
    const turns = Math.max(...sales.map(({ parts }) => parts.length));
    const heavy = { ...HEAVY, parts: Array.from({ length: turns + 1 }, () => 1) };
    const inputs = [...sales, heavy].map((each) => newLine(inputOf(each), new Map()));
    const { lines, ...totals } = priceInvoice(id, this.terms, this.seller, BUYER, inputs);
    this.lines = lines;
    const rest = { number: 'INV-1', status: 'sent', taxRounding: rounding };
    this.invoice = { ...this.terms, ...totals, ...rest, id } as unknown as Invoice;
  }

  private corrected(): CorrectedInvoice {
    const credited = this.notes
      .flat()
      .flatMap(({ invoiceLineId, ...line }) => (invoiceLineId ? [{ ...line, invoiceLineId }] : []));
    return { invoice: this.invoice, lines: this.lines, credited };
  }

  /** Answers what takes the note back again. */
  credit(change: (line: KeptNoteLine, i: number) => Partial<KeptNoteLine> | null): () => void {
    const corrected = this.corrected();
    const lines = linesToCredit(corrected, undefined).flatMap((line, i) => {
      const changed = change(line, i);
      return changed ? [{ ...line, ...changed }] : [];
    });
    const id = newId<'credit-note'>();
    const note = priceCreditNote(id, this.terms, this.seller, BUYER, corrected, lines).lines;
    this.notes.push(note);
    return () => {
      this.notes = this.notes.filter((each) => each !== note);
    };
  }

  /** Net, total and each tax of a line, and what its notes give back of each. */
  figures(sold: InvoiceLine): readonly (readonly [of: bigint, given: bigint])[] {
    const noted = this.notes.flat().filter(({ invoiceLineId }) => invoiceLineId === sold.id);
    const sums = [
      [sold.net, sumOf(noted.map(({ net }) => net))],
      [sold.total, sumOf(noted.map(({ total }) => total))],
    ] as const;
    const taxes = sold.taxes.map(
      ({ tax }, t) =>
        [BigInt(tax), sumOf(noted.map((line) => BigInt(line.taxes[t]?.tax ?? '0')))] as const,
    );
    return [...sums, ...taxes];
  }

  /**
   * Lines of which more is given back than there is, or less than nothing; and lines that do not
   * add up.
   */
  amiss(): readonly number[] {
    const outside = this.lines.filter((sold) => {
      const sign = sold.total < 0n ? -1n : 1n;
      return this.figures(sold).some(
        ([of, given]) => sign * given < 0n || sign * (of - given) < 0n,
      );
    });
    const odd = this.notes.flat().filter(({ net, tax, total, taxes }) => {
      return total !== net + tax || sumOf(taxes.map((each) => BigInt(each.tax))) !== tax;
    });
    return [...outside, ...odd].map(({ position }) => position);
  }

  /** Lines of which not all is given back, to the last minor unit of each tax. */
  left(): readonly number[] {
    const open = this.lines.filter((sold) =>
      this.figures(sold).some(([of, given]) => given !== of),
    );
    return open.map(({ position }) => position);
  }
}
