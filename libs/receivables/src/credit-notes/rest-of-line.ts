import {
  decimal,
  formatMinor,
  roundToScale,
  sumOf,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import { invalidField, type Id } from '@quittance/kernel';
import type { StoredLineTax } from '@quittance/lines';
import { creditExceedsLine } from '../receivables.errors.js';
import type { InvoiceLine } from '../invoices/invoice.repository.js';

/** What bears on how much of a line of an invoice is left to credit. */
export type CreditedLine = Pick<
  InvoiceLine,
  | 'quantity'
  | 'unitPrice'
  | 'discountPercent'
  | 'discountGiven'
  | 'net'
  | 'tax'
  | 'total'
  | 'taxes'
  | 'taxCategory'
> & { readonly invoiceLineId: Id<'invoice-line'> | null };

/** A line of a note as it was priced by itself. */
type PricedNoteLine = Omit<CreditedLine, 'invoiceLineId' | 'taxCategory'> & {
  readonly discountAmount: bigint;
};

/** Decimals of a quantity. */
const QUANTITY_SCALE = 6;
const pieces = (quantity: string): bigint => roundToScale(decimal(quantity), QUANTITY_SCALE);
const sameText = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : trimDecimal(one) === trimDecimal(other);

/** Whether a line credits by the piece, at the very price of the invoice. */
function isAtPrice(line: Omit<PricedNoteLine, 'discountAmount'>, sold: InvoiceLine): boolean {
  return (
    sold.discountGiven === null &&
    line.discountGiven === null &&
    sameText(line.unitPrice, sold.unitPrice) &&
    sameText(line.discountPercent, sold.discountPercent)
  );
}

/**
 * What of a line of an invoice no credit note covers. Notes are priced by themselves, so that their
 * rounded amounts need not add up to the line: whichever empties it takes what is left, to the last
 * cent of each tax, and none before it takes more than that.
 */
export class RestOfLine {
  private net: bigint;
  private readonly taxes: bigint[];
  private total: bigint;
  private quantity: bigint;
  /** All that was credited of it was so many pieces at its price: rounding alone explains more. */
  private byThePiece = true;
  private readonly sign: bigint;

  constructor(
    private readonly sold: InvoiceLine,
    private readonly included: boolean,
    private readonly document: { readonly number: string; readonly currency: Currency },
  ) {
    const { net, total, taxes, quantity } = sold;
    [this.net, this.total, this.quantity] = [net, total, pieces(quantity)];
    this.taxes = taxes.map(({ tax }) => BigInt(tax));
    this.sign = (included ? total : net) < 0n ? -1n : 1n;
  }

  /**
   * Takes off what another line has credited. One that took credit back, as notes once could, makes
   * no room: it goes with its own note, and what used the room stays.
   */
  less(line: Omit<PricedNoteLine, 'discountAmount'>): void {
    if (this.takesBack(line)) return;
    this.net -= line.net;
    this.total -= line.total;
    this.quantity -= pieces(line.quantity);
    this.byThePiece &&= isAtPrice(line, this.sold);
    if (!this.isTaxedAlike(line)) return;
    line.taxes.forEach(({ tax }, t) => {
      this.taxes[t] = (this.taxes[t] ?? 0n) - BigInt(tax);
    });
  }

  /**
   * The line of a note within what is left, which it takes off.
   * @throws DomainError validation_failed, credit_exceeds_line
   */
  credit<Line extends PricedNoteLine>(line: Line, position: number): Line {
    const within = this.within(line, position);
    this.less(within);
    return within;
  }

  private within<Line extends PricedNoteLine>(line: Line, position: number): Line {
    const amount = this.amountOf(line);
    this.refuseOtherWay(line, position);
    const left = this.included ? this.total : this.net;
    const after = this.quantity - pieces(line.quantity);
    const sold = pieces(this.sold.quantity);
    const explained =
      this.byThePiece && isAtPrice(line, this.sold) && (sold < 0n ? -after : after) >= 0n;
    const above = this.sign * (amount - left) > 0n;
    if (above && !explained) throw this.refusal(position);
    const empties = above || amount === left || (explained && after === 0n);
    if (!this.isTaxedAlike(line)) return this.taxedOtherwise(line, position);
    return empties ? this.rest(line) : this.part(line);
  }

  /** @throws DomainError validation_failed */
  private refuseOtherWay(line: PricedNoteLine, position: number): void {
    if (!this.takesBack(line)) return;
    const message = 'has the sign of the line of the invoice: void a note to take it back';
    throw invalidField(`/lines/${position}/quantity`, 'state', message);
  }

  /** Of the other sign. Pieces whose price rounds to nothing would make room for others as well. */
  private takesBack(line: Pick<CreditedLine, 'net' | 'total' | 'quantity'>): boolean {
    const amount = this.amountOf(line);
    const sold = pieces(this.sold.quantity);
    return (amount === 0n ? sold * pieces(line.quantity) : this.sign * amount) < 0n;
  }

  private amountOf({ net, total }: Pick<CreditedLine, 'net' | 'total'>): bigint {
    return this.included ? total : net;
  }

  /** The line's own taxes, in their order; not so where the tax code of the note is another. */
  private isTaxedAlike({ taxes }: Pick<CreditedLine, 'taxes'>): boolean {
    const own = this.sold.taxes;
    return (
      taxes.length === own.length &&
      taxes.every(
        ({ kind, jurisdiction, taxCode }, t) =>
          kind === own[t]?.kind &&
          jurisdiction === own[t]?.jurisdiction &&
          taxCode === own[t]?.taxCode,
      )
    );
  }

  private rest<Line extends PricedNoteLine>(line: Line): Line {
    const untouched = this.net === this.sold.net && this.total === this.sold.total;
    const whole = untouched ? { taxes: this.sold.taxes, tax: this.sold.tax } : {};
    // Notes that were taxed by another code may have left less than the taxes of the line come to.
    let room = this.included ? this.total : this.total - this.net;
    const taxes = this.taxes.map((left) => {
      const taken = nearest(this.sign, left, room);
      room -= taken;
      return taken;
    });
    const net = this.included ? this.total - sumOf(taxes) : this.net;
    return { ...this.bearing(line, net, taxes), ...whole };
  }

  /** Each tax as it was priced, but no more than is left of it; and no more of the net either. */
  private part<Line extends PricedNoteLine>(line: Line): Line {
    const { sign } = this;
    const taxes = line.taxes.map(({ tax }, t) => nearest(sign, BigInt(tax), this.taxes[t] ?? 0n));
    if (!this.included) return this.bearing(line, line.net, taxes);
    let missing = sign * (line.total - sumOf(taxes) - this.net);
    taxes.forEach((tax, t) => {
      const room = sign * ((this.taxes[t] ?? 0n) - tax);
      const more = missing > room ? room : missing;
      if (more <= 0n) return;
      taxes[t] = tax + sign * more;
      missing -= more;
    });
    return this.bearing(line, line.total - sumOf(taxes), taxes);
  }

  private taxedOtherwise<Line extends PricedNoteLine>(line: Line, position: number): Line {
    if (this.sign * (line.total - this.total) > 0n) throw this.refusal(position);
    return line;
  }

  private bearing<Line extends PricedNoteLine>(
    line: Line,
    net: bigint,
    amounts: readonly bigint[],
  ): Line {
    const tax = sumOf(amounts);
    let before = 0n;
    const taxes = line.taxes.map((each, t): StoredLineTax => {
      const amount = amounts[t] ?? 0n;
      const base = each.compound ? net + before : net;
      before += amount;
      return { ...each, base: base.toString(), tax: amount.toString() };
    });
    const borne = { ...line, net, tax, total: net + tax, taxes };
    // What rounding takes off the price counts as taken off it.
    return {
      ...borne,
      discountAmount: line.discountAmount + this.amountOf(line) - this.amountOf(borne),
    };
  }

  private refusal(position: number): Error {
    const { number, currency } = this.document;
    const left = formatMinor(this.included ? this.total : this.net, currency);
    const pointer = `/lines/${position}/quantity`;
    const message = `credits more than the ${left} ${currency} that are left of the line`;
    return creditExceedsLine(
      { line: this.sold.position, number, left, currency },
      { errors: [{ pointer, code: 'max', message }] },
    );
  }
}

/** What was priced, within nothing and all that is left. */
function nearest(sign: bigint, priced: bigint, left: bigint): bigint {
  if (sign * priced <= 0n) return priced === 0n ? 0n : priced;
  if (sign * left <= 0n) return 0n;
  return sign * (priced - left) > 0n ? left : priced;
}
