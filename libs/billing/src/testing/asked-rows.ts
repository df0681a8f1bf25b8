import { keptDivision } from '../subscriptions/changes/by-hand/divided-rows.js';
import type { AskedRow, ByHand } from '../subscriptions/changes/by-hand/left-of-rows.js';

/** A row of January that a line asked for. */
export const askedRow = (
  id: string,
  lineId: string | null,
  left: bigint,
  invoiceId = 'i',
): AskedRow => {
  const days = { startOn: '2026-01-01', untilOn: '2026-02-01', uncutOn: null };
  return { id, itemId: id, invoiceId, lineId, left, ...days, givenBack: 0n };
};

/** A row that a change has cut on a day of January. */
export const cutRow = (of: AskedRow, day: number, givenBack: bigint): AskedRow => {
  const untilOn = dayOf(day);
  const left = of.left - givenBack;
  return { ...of, untilOn, uncutOn: of.untilOn, givenBack, left, givenBy: untilOn };
};

/** A row that a change has begun on a day of January, in place of another. */
export const rowAnew = (of: AskedRow, day: number, id: string, left: bigint): AskedRow => {
  const startOn = dayOf(day);
  return { ...askedRow(id, id, left, 'j'), itemId: of.itemId, startOn, begunBy: startOn };
};

/** Of a row: what came back, what was held back of it, and what was taken off anew instead. */
type Part = readonly [id: string, amount: bigint, held?: bigint, instead?: bigint];

/** A row that was cut, by what came back of each. */
export const dividedRow = (of: AskedRow, parts: readonly Part[], against = 0n): AskedRow => {
  const all = parts.map(([id, amount, held = 0n, instead = 0n]) => ({ id, amount, instead, held }));
  return { ...of, division: keptDivision({ against, parts: all }) };
};

export const noteByHand = (lineId: string | null, net: bigint, invoiceId = 'i'): ByHand => {
  return { invoiceId, lineId, net };
};

const dayOf = (day: number) => `2026-01-${String(day).padStart(2, '0')}`;
