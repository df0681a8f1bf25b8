import { companyToday, readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { newId, type InvoiceId, type ScheduleId } from '@quittance/kernel';
import { BORNE_BY_NOTHING, type ChangeLine } from './change-line.js';
import {
  BEAR_CHANGE_LINES,
  GIVEN_BACK_OF_NOTHING,
  HOLD_GIVEN_BACK,
  INSERT_CHANGE_LINES,
  OWE_CHANGE_LINES,
} from './change-line.sql.js';

type LineOfSchedule = ChangeLine & { readonly scheduleId: ScheduleId };

/**
 * An invoice of a period that is given up asks for nothing, so that nothing of it is to come back:
 * what another document has given back of it is asked by the next invoice. Both lines are owed from
 * then on, whatever becomes of what bears them.
 */
export async function askReturnedAgain(tx: Tx, givenUp: readonly InvoiceId[]): Promise<void> {
  const invoiceIds = [...new Set(givenUp)];
  // Of a run that bears such a line meanwhile, whoever comes second sees the first.
  const held = await HOLD_GIVEN_BACK.rows(tx, { invoiceIds });
  if (held.length === 0) return;
  const back = await GIVEN_BACK_OF_NOTHING.rows<LineOfSchedule>(tx, { invoiceIds });
  if (back.length === 0) return;
  const madeOn = companyToday(await readCompany(tx), tx.ctx.now);
  const again = back.map((line): LineOfSchedule => {
    const of = { ofPeriod: false, whole: false, partOf: null, netted: false };
    return { ...line, ...BORNE_BY_NOTHING, ...of, id: newId(), madeOn, amount: -line.amount };
  });
  await OWE_CHANGE_LINES.run(tx, OWE_CHANGE_LINES.columns(back));
  await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(again));
}

/** Lines that an invoice bears from now on. */
export async function bearLines(
  tx: Tx,
  lines: readonly { readonly line: ChangeLine; readonly by: BearerOfSchedule }[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ line: { id }, by }) => ({ id, ...by }));
  await BEAR_CHANGE_LINES.run(tx, BEAR_CHANGE_LINES.columns(rows));
  const corrected = lines.flatMap(({ line }) => (line.ofPeriod ? (line.corrects ?? []) : []));
  if (corrected.length > 0) await askReturnedAgain(tx, corrected);
}

interface BearerOfSchedule {
  readonly scheduleId: ScheduleId;
  readonly invoiceId: InvoiceId;
}
