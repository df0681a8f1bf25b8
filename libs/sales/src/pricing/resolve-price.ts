import {
  firstTier,
  servesOn,
  servingTier,
  type BookedPrice,
  type PriceBookId,
} from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import type { ProductId } from '@quittance/kernel';
import type { RecurringFrequency } from '../subscriptions/grid.js';
import { add, decimal, formatDecimal, trimDecimal } from '@quittance/money';

/** Where the price of a line comes from, in the order in which it is looked for. */
export const PRICE_SOURCES = [
  /** Typed by a person. */
  'manual',
  /** What a contract of the customer says in force for the product. */
  'contract',
  /** The price book of the document. */
  'price_book',
  /** That of the customer's ledger account. */
  'account_price_book',
  /** The company's default of the currency. */
  'default_price_book',
] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** A price from a quantity on, kept so that another quantity can be priced later. */
export interface KeptTier {
  readonly minQuantity: string;
  readonly unitPrice: string;
}

/** What a line asks a price for. */
export interface AskedPrice {
  readonly productId: ProductId | null;
  /** Decimal text. */
  readonly quantity: string;
  /** The unit price that was typed; null where it is to be looked up. */
  readonly typed: string | null;
  /** Of what recurs; absent or null of what is sold once, which no contract prices. */
  readonly frequency?: RecurringFrequency | null;
  /** An option that is not selected counts for itself alone where lines count together. */
  readonly optional?: boolean;
  readonly selected?: boolean;
}

/** What a customer's contract says a period of a product costs. */
export interface ContractPrice {
  readonly productId: ProductId;
  readonly frequency: RecurringFrequency;
  readonly unitPrice: string;
}

/** Where prices may come from. */
export interface PriceOffers {
  /** Of active contracts of the customer; of several of a product the first is taken. */
  readonly contract: readonly ContractPrice[];
  /** Tiers of the products in all books that may serve. */
  readonly tiers: readonly BookedPrice[];
  readonly priceBookId: PriceBookId | null;
  readonly accountPriceBookId: PriceBookId | null;
  /** The day of the prices. */
  readonly on: LocalDate;
}

export interface ResolvedPrice {
  /** Null where there is none: such a line is kept, and its document not submitted. */
  readonly unitPrice: string | null;
  /** What the line would cost had nobody typed a price; null where nothing else has one. */
  readonly listPrice: string | null;
  readonly priceSource: PriceSource | null;
  /**
   * The tiers of the book that serves; none of a price that holds for any quantity. Of a price that
   * was typed what it would be listed at.
   */
  readonly tiers: readonly KeptTier[];
}

/**
 * The quantity that tiers are looked up by. `document`: of all lines of the product together, of
 * options as long as they are selected.
 */
export const TIERS_ACROSS = ['line', 'document'] as const;
export type TiersAcross = (typeof TIERS_ACROSS)[number];

/** The prices of lines, in their order. Pure. */
export function resolvePrices(
  lines: readonly AskedPrice[],
  offers: PriceOffers,
  across: TiersAcross = 'line',
): ResolvedPrice[] {
  const together = across === 'document' ? quantitiesTogether(lines) : null;
  return lines.map((line) => {
    const quantity = together ? togetherWith(line, together) : line.quantity;
    const listed = listedPrice({ ...line, quantity }, offers);
    if (line.typed === null) return { ...listed, listPrice: listed.unitPrice };
    const listPrice = listByTiers(listed.tiers, quantity, listed.unitPrice);
    return { unitPrice: line.typed, listPrice, priceSource: 'manual', tiers: listed.tiers };
  });
}

type ListedPrice = Omit<ResolvedPrice, 'listPrice'>;

const NO_PRICE: ListedPrice = { unitPrice: null, priceSource: null, tiers: [] };

function listedPrice(
  { productId, quantity, frequency = null }: AskedPrice,
  { contract, tiers, priceBookId, accountPriceBookId, on }: PriceOffers,
): ListedPrice {
  if (productId === null) return NO_PRICE;
  // A period of another length costs something else.
  const agreed = contract.find((of) => of.productId === productId && of.frequency === frequency);
  if (agreed) return { unitPrice: agreed.unitPrice, priceSource: 'contract', tiers: [] };
  const valid = tiers.filter((tier) => tier.productId === productId && servesOn(tier.book, on));
  const books: [PriceSource, (tier: BookedPrice) => boolean][] = [
    ['price_book', ({ book }) => book.id === priceBookId],
    ['account_price_book', ({ book }) => book.id === accountPriceBookId],
    ['default_price_book', ({ book }) => book.isDefault],
  ];
  // Where every book begins above the quantity, the first that has the product lists it still.
  let begun = NO_PRICE;
  for (const [priceSource, isOf] of books) {
    const own = valid.filter(isOf);
    const kept = own.map(({ minQuantity, unitPrice }) => ({ minQuantity, unitPrice }));
    const serving = servingTier(own, quantity);
    if (serving) return { unitPrice: serving.unitPrice, priceSource, tiers: kept };
    if (begun.tiers.length === 0) begun = { ...NO_PRICE, tiers: kept };
  }
  return begun;
}

function quantitiesTogether(lines: readonly AskedPrice[]): ReadonlyMap<ProductId, string> {
  const sums = new Map<ProductId, string>();
  for (const line of lines) {
    const { productId, quantity } = line;
    if (productId === null || isLeftOut(line)) continue;
    sums.set(productId, sumOfQuantities(sums.get(productId) ?? '0', quantity));
  }
  return sums;
}

/** What a line is looked up by; an option that is not selected as if it were. */
function togetherWith(line: AskedPrice, sums: ReadonlyMap<ProductId, string>): string {
  const { productId, quantity } = line;
  const sum = productId === null ? undefined : sums.get(productId);
  if (sum === undefined) return quantity;
  return isLeftOut(line) ? sumOfQuantities(sum, quantity) : sum;
}

function isLeftOut({ optional = false, selected = true }: AskedPrice): boolean {
  return optional && !selected;
}

/** Decimal texts added up. Pure. */
export function sumOfQuantities(...quantities: readonly string[]): string {
  const sum = quantities.reduce((all, each) => add(all, decimal(each)), decimal('0'));
  return trimDecimal(formatDecimal(sum));
}

/**
 * What another quantity is listed at by kept tiers: less than the first begins with is listed as
 * that is. What it was where none were kept.
 */
export function listByTiers(
  tiers: readonly KeptTier[],
  quantity: string,
  listPrice: string | null,
): string | null {
  return priceByTiers(tiers, quantity, listPrice) ?? firstTier(tiers)?.unitPrice ?? null;
}

/** The price of another quantity by kept tiers; what it was where none were kept. */
export function priceByTiers(
  tiers: readonly KeptTier[],
  quantity: string,
  unitPrice: string | null,
): string | null {
  return tiers.length === 0 ? unitPrice : (servingTier(tiers, quantity)?.unitPrice ?? null);
}
