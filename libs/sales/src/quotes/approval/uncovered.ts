import { selectionInvalid } from '../../sales.errors.js';
import type { SelectedQuote } from '../decisions/price-selected.js';
import { findingsOf } from './approval-rules.js';
import { judgedLines } from './judged-quote.js';

/** What rounding may take off a line: it has an own net, a share, and a part of each allowance. */
const ROUNDED = 3n;

/**
 * Refuses what is chosen of a quote that passed by rules, where these would have asked for approval
 * of it: they looked at all that may be chosen, so this is what nobody has foreseen. What a person
 * has approved is as they approved it, with its options. Pure.
 * @throws DomainError selection_invalid
 */
export function refuseUncovered({ quote, lines }: SelectedQuote): void {
  const { passedRules, total, currency } = quote;
  if (passedRules === null) return;
  const chosen = new Set(lines.flatMap(({ selected, position }) => (selected ? [position] : [])));
  // A charge may bear what an allowance takes off beyond a line: no more than all of it is given.
  const judged = judgedLines(quote, lines, new Map(), { rounded: ROUNDED }).map((line) => {
    return { ...line, amount: line.amount > 0n ? line.amount : 0n };
  });
  const least = total - ROUNDED * BigInt(chosen.size);
  const broken = findingsOf(passedRules, new Set(), {
    lines: judged.filter(({ position }) => chosen.has(position)),
    total: least,
    currency,
    // A largest total has passed a quote in no other currency.
    baseCurrency: currency,
  });
  if (broken.length === 0) return;
  const message = 'takes the approval of whoever sells: ask them to offer it';
  throw selectionInvalid({}, { errors: [{ pointer: '/selections', code: 'approval', message }] });
}
