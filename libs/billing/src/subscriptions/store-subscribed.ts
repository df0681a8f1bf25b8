import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { BilledSchedule } from '../run/bill-schedules.js';
import type { NumberedDraft } from '../run/store-invoices.js';
import { INSERT_BILLED_ITEMS, STORE_BILLED_USAGE } from './billed.sql.js';

/** What the usage of a batch came to. */
export async function storeBilledUsage(tx: Tx, billed: readonly BilledSchedule[]): Promise<void> {
  const usage = billed.flatMap(({ schedule, subscribed }) =>
    (subscribed ?? []).flatMap((period) =>
      period.usage.map((each) => ({ ...each, scheduleId: schedule.id })),
    ),
  );
  if (usage.length > 0) await STORE_BILLED_USAGE.run(tx, STORE_BILLED_USAGE.columns(usage));
}

/** For which days the items of a batch are paid, and by which lines. */
export async function storeBilledItems(tx: Tx, drafts: readonly NumberedDraft[]): Promise<void> {
  const rows = drafts.flatMap(({ id: invoiceId, draft }) =>
    (draft.subscribed?.segments ?? []).flatMap(({ item, line, ...segment }) => {
      if (line === null) return [];
      const { start: startOn, until: untilOn, fullDays, price, amount } = segment;
      const { itemId } = item;
      const { id: scheduleId } = draft.schedule;
      const id = newId<'billed-item'>();
      const linePosition = line + 1;
      return [
        {
          scheduleId,
          itemId,
          id,
          startOn,
          untilOn,
          fullDays,
          price,
          amount,
          invoiceId,
          linePosition,
        },
      ];
    }),
  );
  if (rows.length > 0) await INSERT_BILLED_ITEMS.run(tx, INSERT_BILLED_ITEMS.columns(rows));
}
