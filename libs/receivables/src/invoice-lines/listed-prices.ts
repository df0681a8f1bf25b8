import { readPriceTiers, servesOn, servingTier, type PriceBookId } from '@quittance/catalog';
import type { LocalDate } from '@quittance/calendar';
import { holdSellingAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { invalidField, type AccountId, type ProductId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { InvoiceLineInput } from './price-invoice.js';

/** A line as a person writes it: of a product the price may be left to the price books. */
export type WrittenLine = Omit<InvoiceLineInput, 'unitPrice'> & {
  readonly unitPrice: string | null;
};

/** What the price books are asked for. */
export interface PricedFor {
  readonly accountId: AccountId;
  readonly currency: Currency;
  /** The day of the prices. */
  readonly issueDate: LocalDate;
}

/**
 * Lines with their prices: those without one have that of the customer's price book for their
 * quantity, else that of the default book of the currency, as quotes and orders do. Nothing is
 * asked where every line has its own.
 * @throws DomainError validation_failed at each line that no book has a price for
 */
export async function withListedPrices(
  tx: Tx,
  { accountId, currency, issueDate }: PricedFor,
  lines: readonly WrittenLine[],
  pointerOf: (line: number) => string = (line) => `/lines/${line}`,
): Promise<InvoiceLineInput[]> {
  const asked = lines.filter((line) => line.unitPrice === null);
  const productIds = asked.flatMap(({ productId }): ProductId[] => (productId ? [productId] : []));
  const ownBook = productIds.length > 0 ? await priceBookOf(tx, accountId) : null;
  const tiers = await readPriceTiers(tx, {
    currency,
    priceBookIds: ownBook === null ? [] : [ownBook],
    productIds: [...new Set(productIds)],
  });
  const serving = tiers.filter(({ book }) => servesOn(book, issueDate));
  const listed = ({ productId, quantity }: WrittenLine): string | undefined => {
    const all = serving.filter((tier) => tier.productId === productId);
    const own = servingTier(
      all.filter(({ book }) => book.id === ownBook),
      quantity,
    );
    return (
      own ??
      servingTier(
        all.filter(({ book }) => book.isDefault),
        quantity,
      )
    )?.unitPrice;
  };
  return lines.map((line, i): InvoiceLineInput => {
    const pointer = `${pointerOf(i)}/unitPrice`;
    const { productId, unitPrice } = line;
    if (unitPrice !== null) return { ...line, unitPrice };
    if (!productId) throw invalidField(pointer, 'required', 'is required without a product');
    const price = listed(line);
    if (price !== undefined) return { ...line, unitPrice: price };
    throw invalidField(pointer, 'price_not_found', `No price book has a price in ${currency}.`);
  });
}

async function priceBookOf(tx: Tx, accountId: AccountId): Promise<PriceBookId | null> {
  return (await holdSellingAccount(tx, accountId))?.priceBookId ?? null;
}
