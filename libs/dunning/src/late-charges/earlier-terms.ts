import type { LocalDate } from '@quittance/calendar';
import { trimDecimal } from '@quittance/money';
import type { LateTermsInput, SavedLateTerms } from './late-terms.js';

/** What days cost before they were said to cost something else. */
export type EarlierTerms = SavedLateTerms['earlier'][number];
type DayTerms = Pick<SavedLateTerms, 'annualRate' | 'graceDays'>;

/** How often what late payment costs may have changed for days that it still costs something of. */
export const MOST_EARLIER = 400;

/** What is said of days ahead of a change. */
export interface DatedTerms {
  readonly earlier: readonly EarlierTerms[];
  /** When the rate and the days of grace that hold now were said; null of none. */
  readonly saidOn: LocalDate | null;
}

/**
 * What the days behind a change go on to cost: what they did, as nobody is asked afterwards for
 * more than was said then. It holds from the day on that is named, today unless any is; without one
 * what is corrected on the day on which it was said holds as that did, since that never held. Pure.
 * @param appliesFrom what was said of days before costs nothing and is forgotten
 */
export function datedTerms(
  before: SavedLateTerms,
  input: DayTerms & Pick<LateTermsInput, 'holdsFrom'>,
  { today, appliesFrom }: { readonly today: LocalDate; readonly appliesFrom: LocalDate },
): DatedTerms {
  const { holdsFrom = null } = input;
  const isNew = before.version === 0;
  if (!isNew && holdsFrom === null && isAlike(before, input)) {
    const { saidOn } = before;
    return { earlier: before.earlier.filter(({ until }) => until > appliesFrom), saidOn };
  }
  const wasSaid = !isNew && (holdsFrom !== null || before.saidOn !== today);
  const began = before.earlier.at(-1)?.until ?? null;
  const from = holdsFrom ?? (wasSaid ? today : began);
  const held: readonly (DayTerms & { readonly until?: LocalDate })[] = wasSaid
    ? [...before.earlier, before]
    : before.earlier;
  const earlier: EarlierTerms[] = [];
  held.forEach(({ annualRate, graceDays, until }, i) => {
    // The last of them would go on.
    const isOver = i < held.length - 1 && until !== undefined && from !== null && until < from;
    const end = isOver ? until : from;
    const known = earlier.at(-1);
    if (end === null || end <= (known?.until ?? appliesFrom)) return;
    if (known && isAlike(known, { annualRate, graceDays })) earlier.pop();
    earlier.push({ annualRate, graceDays, until: end });
  });
  const last = earlier.at(-1);
  if (last && isAlike(last, input)) earlier.pop();
  return { earlier, saidOn: today };
}

function isAlike(a: DayTerms, b: DayTerms): boolean {
  const rateOf = ({ annualRate }: DayTerms) => annualRate && trimDecimal(annualRate);
  return a.graceDays === b.graceDays && rateOf(a) === rateOf(b);
}
