import type { Tx } from '@quittance/database';
import type { CreditNoteId, Id, InvoiceId, ProductId } from '@quittance/kernel';
import { lineProducts } from '@quittance/lines';
import { minOf } from '@quittance/money';
import type { MadeDocument } from '@quittance/receivables';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import type { SettleTools } from './settle-tools.js';
import { writtenChange, type BorneBy, type ChangeLine, type SaidOfLine } from './change-line.js';

/** What a line of an invoice gives back. */
export type CreditedText = SaidOfLine & Pick<ChangeLine, 'startOn' | 'untilOn'>;

/** A part of what comes back; minor units above 0. */
export interface BackPart {
  readonly invoiceId: InvoiceId;
  readonly amount: bigint;
  /** The line of the invoice that it is credited on; null on a draft. */
  readonly lineId: Id<'invoice-line'> | null;
}

/** What comes back by one invoice, and how its line says it. */
export interface Back extends BackPart {
  readonly said: CreditedText;
}

/** What asked for what is to come back. */
export interface AskedBefore {
  readonly productId: ProductId | null;
  /** By which it was taxed: it comes back by lines that were taxed alike. */
  readonly taxedBy: string | null;
  /** The invoices that did, first that which did last. */
  readonly own: readonly InvoiceId[];
  /** The line of an invoice that did, where it is known. */
  readonly lineOf?: (invoiceId: InvoiceId) => Id<'invoice-line'> | null;
}

type MadeLine = MadeDocument['lines'][number];
type LeftOfLine = { left: bigint; readonly taxedBy: string | null } & Pick<
  MadeLine,
  'id' | 'productId'
>;

/**
 * Room on invoices for what is to come back: no note exceeds its invoice, nor what that asks at one
 * tax, nor a line of one its line, and what was given back by hand does not come back again.
 */
export class CreditRoom {
  private readonly left: ReadonlyMap<InvoiceId, RoomOfInvoice>;
  private readonly lines: ReadonlyMap<InvoiceId, readonly LeftOfLine[]>;
  private readonly newest: readonly InvoiceId[];

  constructor(documents: Iterable<MadeDocument>, without: readonly InvoiceId[] = []) {
    const standing = [...documents].filter(({ id, closed }) => !closed && !without.includes(id));
    this.left = new Map(standing.map((each) => [each.id, new RoomOfInvoice(each)]));
    this.lines = new Map(
      standing.flatMap(({ id, open, lines }) => (open ? [] : [[id, leftOf(lines)] as const])),
    );
    this.newest = [...this.left.keys()].sort().reverse();
  }

  /**
   * Takes an amount off the invoices that asked for it, in their order, and beyond that off the
   * newest of the others, as far as they asked at the same tax. Of an invoice first off the line
   * that asked, and what that has no room for, as several roundings may ask a minor unit more than
   * it, off the others.
   */
  take(amount: bigint, asked: AskedBefore): readonly BackPart[] {
    const { own, taxedBy } = asked;
    let open = amount;
    const order = [...own, ...this.newest.filter((id) => !own.includes(id))];
    return order.flatMap((invoiceId) => {
      const part = this.left.get(invoiceId)?.take(open, taxedBy) ?? 0n;
      if (part <= 0n) return [];
      open -= part;
      return this.offLines(invoiceId, part, asked);
    });
  }

  private offLines(invoiceId: InvoiceId, amount: bigint, asked: AskedBefore): BackPart[] {
    let open = amount;
    const first = asked.lineOf?.(invoiceId) ?? null;
    const rankOf = ({ id, productId }: LeftOfLine) =>
      id === first ? 0 : productId === asked.productId ? 1 : 2;
    const lines = (this.lines.get(invoiceId) ?? [])
      .filter(({ taxedBy }) => taxedBy === asked.taxedBy)
      .sort((a, b) => rankOf(a) - rankOf(b));
    const parts = lines.flatMap((line): BackPart[] => {
      const part = minOf(open, line.left);
      if (part <= 0n) return [];
      open -= part;
      line.left -= part;
      return [{ invoiceId, lineId: line.id, amount: part }];
    });
    return open > 0n ? [...parts, { invoiceId, lineId: null, amount: open }] : parts;
  }
}

/** What an invoice has room for, in all and at each tax. */
class RoomOfInvoice {
  private net: bigint;
  private total: bigint;
  /** It takes off at one tax what it asks at another: its total is less than its parts. */
  private readonly isMixed: boolean;
  private readonly byTax = new Map<string | null, { left: bigint; rate: bigint }>();

  constructor({ creditable, creditableTotal, lines }: MadeDocument) {
    this.net = creditable;
    this.total = creditableTotal;
    for (const line of lines) {
      const { left, taxRate: rate } = line;
      const taxedBy = lineProducts.taxedBy(line);
      const known = this.byTax.get(taxedBy);
      if (known) known.left += left;
      else this.byTax.set(taxedBy, { left, rate });
    }
    this.isMixed = [...this.byTax.values()].some(({ left }) => left < 0n);
  }

  take(amount: bigint, taxedBy: string | null): bigint {
    const own = this.byTax.get(taxedBy);
    if (!own) return 0n;
    const gross = HUNDRED_PER_CENT + own.rate;
    const within = (this.total * HUNDRED_PER_CENT) / gross;
    const least = minOf(minOf(amount, own.left), this.net);
    const part = this.isMixed ? minOf(least, within) : least;
    if (part <= 0n) return 0n;
    own.left -= part;
    this.net -= part;
    // Rounded up, so that parts of it never come to more.
    this.total -= (part * gross + HUNDRED_PER_CENT - 1n) / HUNDRED_PER_CENT;
    return part;
  }
}

const HUNDRED_PER_CENT = 100_000_000n;

/** The last of the lines come first: usage stands behind flat prices. */
function leftOf(lines: MadeDocument['lines']): LeftOfLine[] {
  return lines
    .map((line) => {
      const { id, productId, creditable: left } = line;
      return { id, productId, taxedBy: lineProducts.taxedBy(line), left };
    })
    .reverse();
}

/**
 * Credits what comes back, invoice by invoice at its own tax: a note that is applied to it and then
 * on account, or lines of it where it is still a draft. Answers what bears it of each invoice.
 */
export async function creditOn(
  tx: Tx,
  { documents, taxes, today }: SettleTools,
  { accountId, currency }: StoredSchedule,
  backs: readonly Back[],
  { made, reason }: { made: ReadonlyMap<InvoiceId, MadeDocument>; reason: string },
): Promise<(invoiceId: InvoiceId) => BorneBy> {
  const notes = new Map<InvoiceId, CreditNoteId>();
  const byInvoice = new Map<InvoiceId, Back[]>();
  for (const back of backs) {
    const known = byInvoice.get(back.invoiceId);
    if (known) known.push(back);
    else byInvoice.set(back.invoiceId, [back]);
  }
  for (const [invoiceId, own] of [...byInvoice].sort()) {
    const invoice = made.get(invoiceId);
    if (invoice?.open) {
      const lines = own.map(({ said, amount }) => writtenOf(said, -amount, currency));
      await documents.addLines(tx, taxes, invoiceId, lines);
      continue;
    }
    const lines = own.map(({ said, amount, lineId }) => ({
      ...writtenOf(said, amount, currency),
      taxCode: null,
      invoiceLineId: lineId,
    }));
    // No note is dated before its invoice, which may be dated ahead.
    const issueDate = invoice && invoice.issueDate > today ? invoice.issueDate : today;
    const draft = { accountId, invoiceId, issueDate, reason, lines };
    notes.set(invoiceId, await documents.credit(tx, taxes, draft));
  }
  return (invoiceId) => {
    const creditNoteId = notes.get(invoiceId) ?? null;
    return creditNoteId ? { invoiceId: null, creditNoteId } : { invoiceId, creditNoteId };
  };
}

function writtenOf(said: CreditedText, amount: bigint, currency: StoredSchedule['currency']) {
  return writtenChange({ ...said, amount }, currency);
}
