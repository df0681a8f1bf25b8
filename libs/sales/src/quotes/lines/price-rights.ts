import { isDefaultPriceBook } from '@quittance/catalog';
import type { Tx } from '@quittance/database';
import { invalidFields, malformedRequest, type Ctx } from '@quittance/kernel';
import { rowRights } from '@quittance/mass';
import type { PriceBasis } from './read-prices.js';

type Sold = 'quotes' | 'sales-orders';

/**
 * Refuses to look up prices for whoever may not write them, as a body that names them is.
 * @throws DomainError validation_failed, malformed_request
 */
export function requirePricesWritable(ctx: Ctx, resource: Sold): void {
  requireWritable(ctx, resource, ['lines', 'unitPrice']);
}

/**
 * Refuses to write members, which nobody has sent, for whoever may not write them, as a body that
 * names them is: what is hidden is told as what there is not.
 * @throws DomainError validation_failed, malformed_request
 */
export function requireWritable(ctx: Ctx, resource: Sold, members: readonly string[]): void {
  const written = Object.fromEntries(members.map((name) => [name, null]));
  const errors = rowRights.unwritten(ctx, resource, written);
  if (errors.some(({ code }) => code === 'unknown_field')) {
    const reason = 'The body has members that are unknown or of the wrong type.';
    throw malformedRequest({ reason }, { errors });
  }
  if (errors.length > 0) throw invalidFields(errors);
}

/** What of a document is said alone to be priced otherwise than its customer is on the day. */
const CHOSEN = ['priceBookId', 'pricingDate', 'tiersAcross'] as const;
type ChosenPrices = Pick<PriceBasis, (typeof CHOSEN)[number]>;

/** Whose prices they are, and in what. */
type Place = Pick<PriceBasis, 'accountId' | 'currency'>;

/** Whether another customer buys, or in another currency: all prices are others then. Pure. */
export function isElsewhere(before: Place, after: Place): boolean {
  return before.accountId !== after.accountId || before.currency !== after.currency;
}

/**
 * Whether a draft is to be priced otherwise than it is, now or as its lines are written. Another
 * customer of one that has no lines has the prices of theirs, unless a book was chosen for the
 * first. Pure.
 */
export function isPricedElsewhere(
  before: Place & ChosenPrices,
  after: Place & ChosenPrices,
  { hasLines }: { readonly hasLines: boolean },
): boolean {
  if (CHOSEN.some((name) => before[name] !== after[name])) return true;
  return isElsewhere(before, after) && (hasLines || after.priceBookId !== null);
}

/** What a new document has that chooses no prices, and what of a copy was chosen before. */
export interface UnchosenPrices {
  readonly accountPriceBookId: PriceBasis['accountPriceBookId'];
  readonly today: PriceBasis['pricingDate'];
  readonly carried?: Partial<ChosenPrices> | undefined;
}

/**
 * Whoever may not write prices sells at those that the customer has on the day: by the book of the
 * account, else by the company's default of the currency.
 * @throws DomainError validation_failed, malformed_request
 */
export async function refuseChosenPrices(
  tx: Tx,
  resource: Sold,
  basis: Place & ChosenPrices,
  { accountPriceBookId, today, carried }: UnchosenPrices,
): Promise<void> {
  if (!tx.ctx.permissions.fields?.(resource)) return;
  const unchosen = { priceBookId: null, pricingDate: today, tiersAcross: 'line', ...carried };
  const others = CHOSEN.filter((name) => basis[name] !== unchosen[name]);
  const isBookAlone = others.every((name) => name === 'priceBookId');
  if (isBookAlone && (others.length === 0 || (await isOwnBook(tx, basis, accountPriceBookId)))) {
    return;
  }
  requirePricesWritable(tx.ctx, resource);
}

/** Whether a book is the one that would be looked into without it being said. */
async function isOwnBook(
  tx: Tx,
  { priceBookId, currency }: Place & ChosenPrices,
  accountPriceBookId: PriceBasis['accountPriceBookId'],
): Promise<boolean> {
  if (priceBookId === null || priceBookId === accountPriceBookId) return true;
  return accountPriceBookId === null && isDefaultPriceBook(tx, priceBookId, currency);
}
