import { invalidField, type FieldError } from '@quittance/kernel';
import { parseDecimal, trimDecimal } from '@quittance/money';
import { listByTiers, priceByTiers } from '../../pricing/resolve-price.js';
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
 * said. An option that is not named is not chosen. Pure.
 * @throws DomainError selection_invalid
 */
export function withSelections(
  lines: readonly QuoteLine[],
  selections: readonly Selection[] | undefined,
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
  return lines.map((line) => (line.optional ? selected(line, chosen.get(line.id)) : line));
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

function selected(line: QuoteLine, selection: Selection | undefined): QuoteLine {
  if (!selection) return { ...line, selected: false };
  const quantity = selection.quantity ?? line.quantity;
  const { unitPrice, listPrice } = pricesAt(line, quantity);
  if (unitPrice === null) throw invalidField('/selections', 'price', 'has no price for so little');
  return { ...line, selected: true, quantity, unitPrice, listPrice };
}

type Priced = Pick<QuoteLine, 'tiers' | 'priceSource' | 'unitPrice' | 'listPrice'>;

/** What an option costs, and is listed at, where so much of it is chosen: a typed price stays. */
export function pricesAt({ tiers, priceSource, unitPrice, listPrice }: Priced, quantity: string) {
  const typed = priceSource === 'manual';
  return {
    unitPrice: typed ? unitPrice : priceByTiers(tiers, quantity, unitPrice),
    listPrice: listByTiers(tiers, quantity, listPrice),
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
