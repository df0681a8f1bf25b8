import type { Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { BilledSchedule } from '../run/bill-schedules.js';
import type { NumberedDraft } from '../run/store-invoices.js';
import { INSERT_BILLED_ITEMS, STORE_BILLED_USAGE } from './billed.sql.js';
import {
  BEAR_CHANGE_LINES,
  INSERT_CHANGE_LINES,
  RETURN_CHANGE_LINES,
} from './changes/change-line.sql.js';

/** What the usage of a batch came to, and which invoices bill it. */
export async function storeBilledUsage(
  tx: Tx,
  billed: readonly BilledSchedule[],
  drafts: readonly NumberedDraft[],
): Promise<void> {
  const invoiceOf = new Map(drafts.map(({ id, draft }) => [draft.subscribed, id]));
  const usage = billed.flatMap(({ schedule, subscribed }) =>
    (subscribed ?? []).flatMap((period) =>
      period.usage.map((each) => {
        // What was billed before stays billed by that.
        const invoiceId = each.invoiceId ?? invoiceOf.get(period) ?? null;
        return { ...each, scheduleId: schedule.id, invoiceId };
      }),
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
          changeId: null,
          ownChange: false,
          linePosition,
        },
      ];
    }),
  );
  if (rows.length > 0) await INSERT_BILLED_ITEMS.run(tx, INSERT_BILLED_ITEMS.columns(rows));
}

/** The lines of changes that invoices of a batch bear, and those that none has room for. */
export async function storeChanges(
  tx: Tx,
  billed: readonly BilledSchedule[],
  drafts: readonly NumberedDraft[],
): Promise<void> {
  const borne = drafts.flatMap(({ id: invoiceId, draft }) =>
    (draft.subscribed?.changes.borne ?? []).map(({ id }) => {
      return { scheduleId: draft.schedule.id, id, invoiceId };
    }),
  );
  const added = drafts.flatMap(({ id: invoiceId, draft }) =>
    (draft.subscribed?.changes.added ?? []).map((line) => {
      return { ...line, scheduleId: draft.schedule.id, invoiceId };
    }),
  );
  const returned = billed.flatMap(({ schedule, subscribed }) =>
    (subscribed ?? []).flatMap(({ changes }) =>
      changes.returned.map(({ id }) => ({ scheduleId: schedule.id, id })),
    ),
  );
  if (added.length > 0) await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(added));
  if (borne.length > 0) await BEAR_CHANGE_LINES.run(tx, BEAR_CHANGE_LINES.columns(borne));
  if (returned.length > 0) await RETURN_CHANGE_LINES.run(tx, RETURN_CHANGE_LINES.columns(returned));
}
