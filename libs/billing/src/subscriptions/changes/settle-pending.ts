import { addDays, type LocalDate } from '@quittance/calendar';
import { companyToday, readCompany } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { newId, type InvoiceId, type ScheduleId } from '@quittance/kernel';
import { minOf, sumOf } from '@quittance/money';
import { taxedByOf } from '@quittance/lines';
import { billedSubscriptions } from '@quittance/sales';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import { CORRECT_BILLED_USAGE, LOCK_SCHEDULE, NEWEST_INVOICES } from '../billed.sql.js';
import { saidByOrder } from '../said-by-order.js';
import type { SettleTools } from './settle-tools.js';
import {
  BORNE_BY_NOTHING,
  returnedUsage,
  writtenChange,
  type BorneBy,
  type ChangeLine,
} from './change-line.js';
import {
  INSERT_CHANGE_LINES,
  SETTLE_CHANGE_LINES,
  WAITING_OF_SCHEDULE,
} from './change-line.sql.js';
import { bearLines } from './ask-again.js';
import { creditOn, CreditRoom, type Back, type CreditedText } from './credit-on.js';
import { overchargedUsage, type OverchargedUsage } from './overcharged-usage.js';

/** What is to come back, and the invoices that asked for it. */
interface Owed {
  readonly said: CreditedText;
  readonly own: readonly InvoiceId[];
  readonly amount: bigint;
  readonly taxedBy: string | null;
  /** The line by which a part of it is owed: whatever bears that may be given up. */
  readonly lineOf: (amount: bigint, by: Bearer) => ChangeLine;
}

/** What bears a part, and the invoice it comes back by; null where it goes on waiting. */
type Bearer = BorneBy & { readonly askedBy: InvoiceId | null };

/**
 * Gives back what no next invoice of a schedule will, and bills what changes have left where its
 * subscription has ended. It locks the schedule.
 */
export async function settlePending(
  tx: Tx,
  { documents, taxes }: Pick<SettleTools, 'documents' | 'taxes'>,
  id: ScheduleId,
): Promise<void> {
  const schedule = await LOCK_SCHEDULE.maybe<StoredSchedule>(tx, { id });
  if (!schedule) return;
  const company = await readCompany(tx);
  const tools = { documents, taxes, today: companyToday(company, tx.ctx.now) };
  const waiting = await waitingBehind(tx, documents, id);
  const isOver = schedule.status === 'completed';
  const lines = waiting.filter(({ returned }) => returned || isOver);
  const usage = await overchargedUsage(tx, documents, schedule, company.timeZone);
  const said = [...lines, ...usage.map((each) => each.said)];
  const taxOf = await taxedByOf(tx, said);
  // What comes back at one tax is not taken off what is asked at another.
  const codes = [...new Set(lines.map(taxOf))];
  const byTax = codes.map((code) => {
    return [code, lines.filter((line) => taxOf(line) === code)] as const;
  });
  const isAsked = (own: readonly ChangeLine[]) => sumOf(own.map(({ amount }) => amount)) > 0n;
  const asked = byTax.flatMap(([, own]) => (isAsked(own) ? own : []));
  if (asked.length > 0) await ask(tx, tools, schedule, asked);
  for (const [taxedBy, own] of byTax) {
    if (!isAsked(own)) await close(tx, tools, schedule, own, taxedBy);
  }
  if (usage.length === 0) return;
  const owed = usage.map((each): Owed => {
    return { ...each, taxedBy: taxOf(each.said), lineOf: lineOfUsage(each, tools) };
  });
  await credit(tx, tools, schedule, owed, 'Usage that was taken back');
  const rows = usage.map(({ billed }) => ({ ...billed, scheduleId: id }));
  await CORRECT_BILLED_USAGE.run(tx, CORRECT_BILLED_USAGE.columns(rows));
}

type WaitingLine = ChangeLine & { readonly returned: boolean };

/** What waits of a schedule; of invoices that nobody gives up until the end of the transaction. */
async function waitingBehind(
  tx: Tx,
  documents: SettleTools['documents'],
  scheduleId: ScheduleId,
): Promise<readonly WaitingLine[]> {
  const read = () => WAITING_OF_SCHEDULE.rows<WaitingLine>(tx, { scheduleId });
  const corrected = (await read()).flatMap(({ corrects }) => corrects ?? []);
  if (corrected.length > 0) await documents.hold(tx, corrected);
  return read();
}

/** An invoice of its own, where no other follows. */
async function ask(
  tx: Tx,
  { documents, taxes, today }: SettleTools,
  schedule: StoredSchedule,
  lines: readonly ChangeLine[],
): Promise<void> {
  const { id: scheduleId, accountId, currency, subscriptionId, contractId } = schedule;
  const days = (of: (line: ChangeLine) => LocalDate) => lines.map(of).sort();
  const first = days(({ startOn }) => startOn)[0] ?? today;
  const last = days(({ untilOn }) => untilOn).at(-1) ?? today;
  const ids = subscriptionId ? [subscriptionId] : [];
  const [subscription] = (await billedSubscriptions(tx, ids, today)).values();
  const poNumber = subscription?.terms.poNumber ?? null;
  const made = await documents.draft(tx, taxes, {
    accountId,
    currency,
    subscriptionId,
    contractId,
    ...(await saidByOrder(tx, schedule, { issueDate: today, poNumber })),
    periodStart: first,
    periodEnd: addDays(last, -1),
    lines: lines.map((line) => writtenChange(line, currency)),
  });
  const by = { scheduleId, invoiceId: made.id };
  await bearLines(
    tx,
    lines.map((line) => ({ line, by })),
  );
}

/** Lines that come to nothing, or less: what they ask is taken off what they give back. */
async function close(
  tx: Tx,
  tools: SettleTools,
  schedule: StoredSchedule,
  lines: readonly ChangeLine[],
  taxedBy: string | null,
): Promise<void> {
  let asked = sumOf(lines.map(({ amount }) => (amount > 0n ? amount : 0n)));
  const netted: ChangeLine[] = [];
  const owed = lines.flatMap((line): Owed[] => {
    const less = line.amount > 0n ? -line.amount : minOf(asked, -line.amount);
    if (less !== 0n) netted.push(nettedPart(line, -less));
    if (line.amount > 0n) return [];
    asked -= less;
    const amount = -line.amount - less;
    const own = line.corrects ? [line.corrects] : [];
    return amount > 0n ? [{ said: line, own, amount, taxedBy, lineOf: partOf(line) }] : [];
  });
  await credit(tx, tools, schedule, owed, 'Changes of the subscription');
  const parts = netted.map((line) => ({ ...line, scheduleId: schedule.id }));
  if (parts.length > 0) await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(parts));
  const ids = lines.map(({ id }) => id);
  await SETTLE_CHANGE_LINES.run(tx, { scheduleId: schedule.id, ids, day: tools.today });
}

async function credit(
  tx: Tx,
  tools: SettleTools,
  schedule: StoredSchedule,
  owed: readonly Owed[],
  reason: string,
): Promise<void> {
  const scheduleId = schedule.id;
  const newest = await NEWEST_INVOICES.rows<{ readonly id: InvoiceId }>(tx, { scheduleId });
  const named = [...newest.map(({ id }) => id), ...owed.flatMap(({ own }) => own)];
  const made = await tools.documents.find(tx, named);
  const room = new CreditRoom(made.values());
  const kept: ChangeLine[] = [];
  const parts = owed.flatMap(({ said, own, amount, taxedBy, lineOf }) => {
    const asked = { own, productId: said.productId, taxedBy };
    const taken = room.take(amount, asked);
    // What finds no room is owed as it was: it waits for the next invoice, or the next run.
    const open = amount - sumOf(taken.map((part) => part.amount));
    if (open > 0n) kept.push(lineOf(open, { ...BORNE_BY_NOTHING, askedBy: null }));
    return taken.map((part) => ({ back: { said, ...part }, lineOf }));
  });
  const backs = parts.map(({ back }): Back => back);
  const borneBy = await creditOn(tx, tools, schedule, backs, { made, reason });
  const rows = parts.map(({ back: { invoiceId, amount }, lineOf }) => {
    return { ...lineOf(amount, { ...borneBy(invoiceId), askedBy: invoiceId }), scheduleId };
  });
  rows.push(...kept.map((line) => ({ ...line, scheduleId })));
  if (rows.length > 0) await INSERT_CHANGE_LINES.run(tx, INSERT_CHANGE_LINES.columns(rows));
}

/** What of a line others pay for, or are paid for by: together they come to nothing. */
function nettedPart(line: ChangeLine, amount: bigint): ChangeLine {
  const of = { whole: false, partOf: line.id, netted: true };
  return { ...line, ...BORNE_BY_NOTHING, ...of, id: newId(), amount };
}

/** What of a line comes back by an invoice, in place of the line itself. */
function partOf(line: ChangeLine): Owed['lineOf'] {
  return (amount, { invoiceId, creditNoteId }) => {
    const id = newId<'change-line'>();
    const of = { whole: false, partOf: line.id };
    return { ...line, id, amount: -amount, invoiceId, creditNoteId, ...of };
  };
}

/** Of usage: it is gone with the invoice that asked for it, ahead of its period or at its end. */
function lineOfUsage(
  { said, own, billed }: OverchargedUsage,
  { today: madeOn }: SettleTools,
): Owed['lineOf'] {
  return (amount, { askedBy, ...borneBy }) => {
    const isOwn = askedBy !== null && own.includes(askedBy);
    const invoiceId = isOwn ? askedBy : billed.invoiceId;
    return returnedUsage({ ...billed, invoiceId }, said, -amount, { madeOn, ...borneBy });
  };
}
