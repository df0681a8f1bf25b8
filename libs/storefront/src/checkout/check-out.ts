import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import { creditCheckFailed } from '@quittance/credit';
import { lockLedgerAccount } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { invalidField, type Id } from '@quittance/kernel';
import { formatMinor } from '@quittance/money';
import {
  accountInReach,
  Commitments,
  orderTerms,
  resolveScope,
  withinReach,
  type PortalCtx,
} from '@quittance/portal';
import { CustomerAgreements } from '@quittance/sales';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { KeyedLimiter } from '@quittance/work';
import { readCartBasis } from '../cart/cart-basis.js';
import { linesOfCart, lockCart, storeCart, type StoredCart } from '../cart/cart.repository.js';
import { EMPTY_HEAD, headOfCart, type CartHead, type FreeAddress } from '../cart/cart.js';
import { CartTurns } from '../cart/cart-turns.js';
import { refusePast, shownCart } from '../cart/change-cart.js';
import { compareTotals } from '../cart/compare-totals.js';
import { priceCart, type PricedCart } from '../cart/price-cart.js';
import { PriceTokens, cartTotals, type ShownTotals } from '../cart/price-token.js';
import { cartChanged, priceChanged } from '../storefront.errors.js';
import {
  findCartOrder,
  keepCartOrder,
  type CartOrder,
  type CheckoutOutcome,
} from './cart-order.repository.js';
import { outcomeNow } from './outcome-now.js';
import { orderIdOfCart } from './order-id-of-cart.js';
import { orderOfCart, type DraftOfCart } from './order-of-cart.js';
import { refuseHindered, refuseUnsaid } from './refuse-checkout.js';
import type { PostalAddress } from '@quittance/company';

/** What a user says as they order; what is absent is as the cart has it. */
export interface CheckoutInput {
  readonly priceToken: string;
  readonly poNumber?: string | null;
  readonly deliveryAddressId?: Id<'portal-address'> | null;
  readonly deliveryAddress?: FreeAddress | null;
  readonly requestedDeliveryDate?: LocalDate | null;
  readonly notes?: string | null;
  readonly termsAccepted?: boolean;
  /** Custom fields of the order, and those that the user could be asked for. */
  readonly own?: Pick<DraftOfCart, 'custom' | 'asked'>;
}

/** What has become of a cart. */
export interface CheckedOut extends Pick<CartOrder, 'orderId'> {
  readonly outcome: CheckoutOutcome;
  /** What it waits for. */
  readonly approvalId: CartOrder['approvalId'];
  /** Net or with tax as its prices are; null where it costs what was shown. */
  readonly priceDropped: string | null;
  /** It was ordered before. */
  readonly repeated: boolean;
}

/** Orders of a company at once: they are numbered one after the other. */
const AT_ONCE = 3;

/**
 * Orders what is in the cart, at what it was shown to cost or less. A version of a cart is ordered
 * once: whoever asks again is answered the same order.
 */
@Injectable()
export class CheckOut {
  private readonly limiter = new KeyedLimiter(AT_ONCE);

  constructor(
    private readonly db: Database,
    private readonly quotes: TaxQuotes,
    private readonly tokens: PriceTokens,
    private readonly agreements: CustomerAgreements,
    private readonly commitments: Commitments,
    private readonly turns: CartTurns,
  ) {}

  /**
   * @throws DomainError cart_busy, cart_changed, price_changed (with `cart`), cart_empty,
   *   cart_line_unavailable, price_on_request, po_number_required, terms_required,
   *   no_approver_available, credit_check_failed, credit_hold_hard, reference_not_found,
   *   validation_failed, and those of `draftOrder`
   */
  execute(ctx: PortalCtx, said: CheckoutInput): Promise<CheckedOut> {
    return this.turns.run(ctx, () => this.inTurn(ctx, said));
  }

  private async inTurn(ctx: PortalCtx, said: CheckoutInput): Promise<CheckedOut> {
    const { companyId, portal } = ctx;
    const { portalUserId } = portal;
    const shown = this.tokens.read({ companyId, portalUserId }, said.priceToken);
    if (!shown) throw invalidField('/priceToken', 'unknown', 'is none of the cart');
    const { limiter } = this;
    let credited: AskedAhead | undefined;
    const note = (asks: AskedAhead) => (credited = asks);
    const work = (tx: Tx, taxes: Taxes) => this.checkOut(tx, taxes, { ctx, said, shown, note });
    try {
      // Sales asks for rights of staff; that the account is in reach is asked in the transaction.
      return await this.quotes.write(withinReach(ctx), work, { limiter });
    } catch (error) {
      if (!orderTerms.isOfCredit(error)) throw error;
      if (credited && error.code === creditCheckFailed.code) await this.keepCheck(ctx, credited);
      const { name } = await this.db.read(ctx, (tx) =>
        orderTerms.accountManagerOf(tx, shown.accountId),
      );
      throw orderTerms.toldByCredit(error, name);
    }
  }

  /** The check is gone with the order; staff can override the one that is kept in its place. */
  private async keepCheck(ctx: PortalCtx, asked: AskedAhead): Promise<void> {
    const { orders } = this.agreements;
    await this.db.write(ctx, (tx) => orders.keepCheckAhead(tx, asked), { answers: false });
  }

  private async checkOut(tx: Tx, taxes: Taxes, asked: Asked): Promise<CheckedOut> {
    const { ctx, said, shown, note } = asked;
    const { portalUserId } = ctx.portal;
    const accountId = accountInReach(await resolveScope(tx, ctx.portal), shown.accountId);
    const cart = await lockCart(tx, { portalUserId, accountId });
    const before = await findCartOrder(tx, cart.id, shown.version);
    if (before) {
      const { priceDropped, currency, status, orderId } = before;
      const outcome = outcomeNow(before.outcome, status);
      const approvalId = outcome === 'awaiting_approval' ? before.approvalId : null;
      const dropped = priceDropped === null ? null : formatMinor(priceDropped, currency);
      return { outcome, orderId, approvalId, priceDropped: dropped, repeated: true };
    }
    if (cart.version !== shown.version) throw cartChanged();
    const head = headOf(cart, said);
    const shipTo = await orderTerms.deliveryAddress(tx, accountId, head);
    const priced = await this.priced(tx, taxes, cart, shipTo ?? null);
    refuseHindered(priced);
    // What was wanted as the cart was filled may be over by now.
    const today = await readToday(tx);
    refusePast(head.requestedDeliveryDate, undefined, today);
    priced.lines.forEach(({ line }, i) => {
      refusePast(line.deliverOn, undefined, today, `/lines/${i}/deliverOn`);
    });
    const { poNumber } = head;
    const termsAccepted = said.termsAccepted === true;
    refuseUnsaid(await orderTerms.rules(tx), { poNumber, termsAccepted });
    const compared = compareTotals(shown, cartTotals(cart, priced));
    if (compared.outcome === 'changed') {
      const { companyId } = ctx;
      const preview = shownCart(this.tokens, { ...cart, companyId }, priced);
      throw priceChanged({}, { more: { cart: preview } });
    }
    const by = compared.outcome === 'dropped' ? compared.by : null;
    const order = await this.order(tx, taxes, {
      ctx,
      note,
      cart,
      head,
      priced,
      shipTo,
      own: said.own,
    });
    await keepCartOrder(tx, { ...order, cartId: cart.id, version: cart.version, priceDropped: by });
    storeCart(tx, { ...cart, ...EMPTY_HEAD, version: cart.version + 1 }, []);
    const priceDropped = by === null ? null : formatMinor(by, priced.currency);
    return { ...order, priceDropped, repeated: false };
  }

  private async priced(
    tx: Tx,
    taxes: Taxes,
    cart: StoredCart,
    to: PostalAddress | null,
  ): Promise<PricedCart> {
    const lines = await linesOfCart(tx, cart.id);
    const delivered = { lines, to };
    const { drafts } = this.agreements;
    const sources = { taxes: (own: Tx) => taxes.load(own), drafts };
    const basis = await readCartBasis(tx, sources, cart.accountId, delivered);
    return priceCart(basis, lines);
  }

  /** The ledger account and the limit come before the number of the order, which comes last. */
  private async order(
    tx: Tx,
    taxes: Taxes,
    { ctx, note, cart, head, priced, shipTo, own }: Ordering,
  ): Promise<Omit<CartOrder, 'priceDropped'>> {
    const { accountId } = cart;
    const { portalUserId: userId, partyId, contactId } = ctx.portal;
    await lockLedgerAccount(tx, accountId);
    await this.commitments.hold(tx, userId);
    const { id: ownerId } = await orderTerms.accountManagerOf(tx, accountId);
    const theirs = accountId === partyId ? contactId : null;
    const ordered = orderOfCart(cart, head, priced, { contactId: theirs, ownerId });
    const draft = { ...ordered, ...own };
    const { currency } = priced;
    const { total } = priced.document;
    const { drafts, orders } = this.agreements;
    const known = orderIdOfCart({ cart, total, currency }, this.tokens);
    const isChecked = await orders.isChecked(tx, known);
    const by = {
      portalUserId: userId,
      ...(shipTo && { shipTo }),
      ...(isChecked && { id: known }),
    };
    const { id: orderId, total: written } = await drafts.draft(tx, taxes, draft, by);
    if (written !== formatMinor(total, currency)) {
      throw new Error(
        `An order of ${written} was made of a cart of ${formatMinor(total, currency)}`,
      );
    }
    const committed = await this.commitments.commitOrAsk(tx, {
      userId,
      accountId,
      total,
      currency,
      subject: { kind: 'order', orderId, quoteId: null },
      note: head.notes,
    });
    if (committed.outcome === 'awaiting_approval') {
      return { outcome: committed.outcome, orderId, approvalId: committed.approvalId };
    }
    note({ id: known, accountId, amount: total, currency });
    const { outcome } = await orders.place(tx, orderId);
    return { outcome, orderId, approvalId: null };
  }
}

type AskedAhead = Parameters<CustomerAgreements['orders']['keepCheckAhead']>[1];

interface Asked {
  readonly ctx: PortalCtx;
  readonly said: CheckoutInput;
  readonly shown: ShownTotals;
  /** Is told what credit is asked for, before it is. */
  readonly note: (asks: AskedAhead) => void;
}

interface Ordering extends Pick<Asked, 'ctx' | 'note'> {
  readonly cart: StoredCart;
  readonly head: CartHead;
  readonly priced: PricedCart;
  readonly shipTo: PostalAddress | undefined;
  readonly own: CheckoutInput['own'];
}

/** What of the head is said anew stands in place of what the cart has. */
function headOf(cart: StoredCart, said: CheckoutInput): CartHead {
  const { priceToken: _, termsAccepted: __, own: ___, ...head } = said;
  const anew = Object.entries(head).filter(([, value]) => value !== undefined);
  // Whoever names one way of delivery anew means it in place of the other.
  const elsewhere = said.deliveryAddressId || said.deliveryAddress;
  const neither = elsewhere ? { deliveryAddressId: null, deliveryAddress: null } : {};
  return headOfCart({ ...cart, ...neither, ...Object.fromEntries(anew) });
}
