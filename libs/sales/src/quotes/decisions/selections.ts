import { invalidField, type FieldError } from '@quittance/kernel';
import { parseDecimal, trimDecimal } from '@quittance/money';
import {
  listByTiers,
  priceByTiers,
  sumOfQuantities,
  type TiersAcross,
} from '../../pricing/resolve-price.js';
import { selectionInvalid } from '../../sales.errors.js';
import { isMore, plain } from '../lines/quote-line.js';
import type { QuoteLine, QuoteLineId } from '../lines/quote-line.description.js';

/** An option that is chosen, and how much of it. */
export interface Selection {
  readonly lineId: QuoteLineId;
  /** Decimal text; what was offered where it is left out. */
  readonly quantity?: string;
}

/**
 * The lines with the options that are chosen, at their kept prices; as they are where nothing is
 * said. An option that is not named is not chosen. As much of one as was offered costs what it was
 * offered at, whatever is chosen beside it. Pure.
 * @throws DomainError selection_invalid
 */
export function withSelections(
  lines: readonly QuoteLine[],
  selections: readonly Selection[] | undefined,
  across: TiersAcross,
): QuoteLine[] {
  if (!selections) return [...lines];
  const chosen = new Map(selections.map((each) => [each.lineId, each]));
  const errors = selections.flatMap((each, i): FieldError[] => {
    const line = lines.find(({ id, optional }) => optional && id === each.lineId);
    const twice = chosen.get(each.lineId) !== each;
    const pointer = `/selections/${i}/lineId`;
    if (twice) return [{ pointer, code: 'unique', message: 'is chosen already' }];
    if (!line)
      return [{ pointer, code: 'reference_not_found', message: 'is no option of the quote' }];
    const fault = faultOf(line, each.quantity);
    if (!fault) return [];
    return [{ pointer: `/selections/${i}/quantity`, code: 'range', message: fault }];
  });
  if (errors.length > 0) throw selectionInvalid({}, { errors });
  const taken = lines.flatMap((line) => {
    const selection = chosen.get(line.id);
    if (!line.optional) return [line];
    return selection ? [{ ...line, quantity: selection.quantity ?? line.quantity }] : [];
  });
  return lines.map((line) => {
    if (!line.optional) return line;
    const others = across === 'document' ? quantityBeside(line, taken) : '0';
    return selected(line, chosen.get(line.id), others);
  });
}

/** How much of a product other lines have beside one. Pure. */
export function quantityBeside(
  { id, productId }: Pick<QuoteLine, 'id' | 'productId'>,
  lines: readonly Pick<QuoteLine, 'id' | 'productId' | 'quantity'>[],
): string {
  if (productId === null) return '0';
  const beside = lines.filter((each) => each.id !== id && each.productId === productId);
  return sumOfQuantities(...beside.map(({ quantity }) => quantity));
}

/**
 * What of a quote a selection writes: nothing where it chooses what is offered as chosen, and as
 * much of it. Pure.
 */
export function writtenBySelections(
  lines: readonly QuoteLine[],
  selections: readonly Selection[] | undefined,
): readonly string[] {
  if (!selections) return [];
  const chosen = new Map(selections.map((each) => [each.lineId, each]));
  const isChange = lines.some((line) => line.optional && isOther(line, chosen.get(line.id)));
  if (!isChange) return [];
  const saysHowMuch = selections.some(({ quantity }) => quantity !== undefined);
  return ['lines', 'selected', ...(saysHowMuch ? ['quantity'] : [])];
}

function isOther(line: QuoteLine, selection: Selection | undefined): boolean {
  if (line.selected !== (selection !== undefined)) return true;
  const quantity = selection?.quantity;
  return quantity !== undefined && plain(quantity) !== plain(line.quantity);
}

function selected(line: QuoteLine, selection: Selection | undefined, others: string): QuoteLine {
  if (!selection) return { ...line, selected: false };
  const quantity = selection.quantity ?? line.quantity;
  const { unitPrice, listPrice } = pricesAt(line, quantity, others);
  if (unitPrice === null) throw invalidField('/selections', 'price', 'has no price for so little');
  return { ...line, selected: true, quantity, unitPrice, listPrice };
}

type Priced = Pick<QuoteLine, 'quantity' | 'tiers' | 'priceSource' | 'unitPrice' | 'listPrice'>;

/**
 * What an option costs, and is listed at, where so much of it is chosen beside so much of its
 * product that counts with it. As much as was offered costs what was shown; a typed price stays.
 */
export function pricesAt(line: Priced, quantity: string, others = '0') {
  const { tiers, priceSource, unitPrice, listPrice } = line;
  if (plain(quantity) === plain(line.quantity)) return { unitPrice, listPrice };
  const together = sumOfQuantities(quantity, others);
  const typed = priceSource === 'manual';
  return {
    unitPrice: typed ? unitPrice : priceByTiers(tiers, together, unitPrice),
    listPrice: listByTiers(tiers, together, listPrice),
  };
}

/** Without bounds an option is taken as it is offered. */
function faultOf(line: QuoteLine, quantity: string | undefined): string | undefined {
  if (quantity === undefined) return undefined;
  const parsed = parseDecimal(quantity);
  if (!parsed || parsed.units <= 0n || parsed.scale > 6) return 'must be above 0';
  const least = line.minQuantity ?? line.quantity;
  const most = line.maxQuantity ?? line.quantity;
  if (isMore(least, quantity)) return `must be at least ${trimDecimal(least)}`;
  if (isMore(quantity, most)) return `must be at most ${trimDecimal(most)}`;
  return undefined;
}
