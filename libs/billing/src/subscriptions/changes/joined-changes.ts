import { addDays } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { ScheduleId } from '@quittance/kernel';
import type { TaxedByOf } from '@quittance/lines';
import { sumOf, type Currency } from '@quittance/money';
import type { Schedule } from '../../schedules/schedule.js';
import type { BillableLine } from '../billed-line.js';
import { amountLine } from '../usage-lines.js';
import type { ChangeLine } from './change-line.js';
import { WAITING_CHANGE_LINES } from './change-line.sql.js';

/** What of changes waits for the next invoices of schedules, in one statement. */
export async function waitingChanges(
  tx: Tx,
  walked: readonly {
    readonly schedule: Pick<Schedule, 'id'>;
    readonly steps: readonly unknown[];
  }[],
): Promise<ReadonlyMap<ScheduleId, readonly ChangeLine[]>> {
  const scheduleIds = walked.flatMap(({ schedule, steps }) =>
    steps.length > 0 ? schedule.id : [],
  );
  const found = new Map<ScheduleId, ChangeLine[]>();
  if (scheduleIds.length === 0) return found;
  const rows = await WAITING_CHANGE_LINES.rows<ChangeLine & { readonly scheduleId: ScheduleId }>(
    tx,
    { scheduleIds },
  );
  for (const { scheduleId, ...line } of rows) {
    const known = found.get(scheduleId);
    if (known) known.push(line);
    else found.set(scheduleId, [line]);
  }
  return found;
}

/** What becomes of lines that wait when an invoice is made. */
export interface JoinedChanges {
  readonly lines: readonly BillableLine[];
  readonly amount: bigint;
  /** Those that the invoice bears. */
  readonly borne: readonly ChangeLine[];
  /** What it gives back of usage: lines that it bears, and that wait again where it is given up. */
  readonly added: readonly ChangeLine[];
  /** Those that would bring it below nothing: a credit note gives them back. */
  readonly returned: readonly ChangeLine[];
}

/** Where nothing waits. */
export const NOTHING_JOINED: Omit<JoinedChanges, 'added'> = {
  lines: [],
  amount: 0n,
  borne: [],
  returned: [],
};

/** What an invoice comes to at each tax, by code and place; minor units. */
export class RoomByTax {
  private readonly amounts = new Map<string | null, bigint>();

  constructor(private readonly taxOf: TaxedByOf) {}

  /** Of what is taxed as a line is. */
  of(line: Parameters<TaxedByOf>[0]): bigint {
    return this.amounts.get(this.taxOf(line)) ?? 0n;
  }

  add(line: Parameters<TaxedByOf>[0], amount: bigint): void {
    this.amounts.set(this.taxOf(line), this.of(line) + amount);
  }
}

/**
 * All that waits at a tax goes to the invoice, or none of it, where that would come to less than
 * nothing at that tax: what falls at one is not taken off what is asked at another.
 * @param room what the invoice comes to without it; afterwards with it
 */
export function joinedChanges(
  waiting: readonly ChangeLine[],
  room: RoomByTax,
  currency: Currency,
): Omit<JoinedChanges, 'added'> {
  for (const line of waiting) room.add(line, line.amount);
  const returned = waiting.filter((line) => room.of(line) < 0n);
  const borne = waiting.filter((line) => !returned.includes(line));
  for (const line of returned) room.add(line, -line.amount);
  const lines = borne.map(({ startOn, untilOn, amount, ...line }) => {
    const { productId, description, taxCode, placeOf } = line;
    const period = { start: startOn, end: addDays(untilOn, -1) };
    return amountLine({ productId, description, taxCode, placeOf, period }, amount, currency);
  });
  return { lines, amount: sumOf(borne.map((line) => line.amount)), borne, returned };
}
