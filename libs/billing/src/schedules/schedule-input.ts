import type { FieldError } from '@quittance/kernel';
import type { DraftOf } from '@quittance/nouns';
import type { LocalDate } from '@quittance/calendar';
import type { scheduleLineNoun } from './schedule-line.description.js';
import type { scheduleMembers } from './schedule.description.js';
import { earliestStart, type ScheduleGrid } from './schedule-grid.js';
import type { LineTrigger } from './schedule.js';

/** A line as it is written by a person. Quantity, price and percentages are decimal text. */
export type ScheduleLineInput = Readonly<DraftOf<typeof scheduleLineNoun.members>>;

/** A schedule as a person writes it. */
export interface ScheduleDraft extends Readonly<DraftOf<typeof scheduleMembers>> {
  readonly lines: readonly ScheduleLineInput[];
}

/** The dates that lines are checked against. */
export interface ScheduleDates extends ScheduleGrid {
  readonly endDate: LocalDate | null;
}

/** Dates beyond these leave no room on the calendar for the periods that follow. */
const EARLIEST = '1900-01-01';
export const LATEST = '2999-12-31';

/** What is wrong with the dates of a schedule. */
export function dateFaults(dates: ScheduleDates): FieldError[] {
  const { startDate, endDate } = dates;
  const faults = anchorFaults(dates);
  if (startDate < EARLIEST || startDate > LATEST) {
    faults.push(fault('/startDate', 'range', `must be between ${EARLIEST} and ${LATEST}`));
  }
  if (endDate !== null && endDate < startDate) {
    faults.push(fault('/endDate', 'min', `must not be before the start date ${startDate}`));
  }
  return faults;
}

/** The first period is whole or a part of one: an anchor further away would leave days unbilled. */
function anchorFaults({ frequency, startDate, anchorDate }: ScheduleGrid): FieldError[] {
  if (anchorDate === null) return [];
  const at = (code: string, message: string) => [fault('/anchorDate', code, message)];
  if (frequency === 'one_time') return at('one_time', 'is of schedules that recur');
  if (anchorDate < startDate) {
    return at('min', `must not be before the start date ${startDate}`);
  }
  // Dates beyond the calendar are told as that.
  if (anchorDate > LATEST) return at('range', `must be between ${EARLIEST} and ${LATEST}`);
  if (startDate >= EARLIEST && earliestStart(anchorDate, frequency) > startDate) {
    return at('max', `must be within one period of the start date ${startDate}`);
  }
  return [];
}

/** What is wrong with the lines besides their amounts: every line has what its trigger needs. */
export function lineFaults(
  lines: readonly ScheduleLineInput[],
  dates: ScheduleDates,
  total: bigint,
): FieldError[] {
  return lines.flatMap((line, i) => {
    const { trigger = 'date' } = line;
    const at = (member: string) => `/lines/${i}/${member}`;
    const faults = [...misplacedMembers(line, trigger, at), ...missingMembers(line, trigger, at)];
    if (trigger === 'percentage' && total <= 0n) {
      faults.push(fault('/total', 'required', 'is what a percentage line takes its share of'));
    }
    const dateFault = triggerDateFault(line, dates, at('triggerDate'));
    return dateFault ? [...faults, dateFault] : faults;
  });
}

type Member = 'quantity' | 'unitPrice' | 'triggerDate' | 'milestone' | 'percent';

const NEEDED: Record<LineTrigger, readonly Member[]> = {
  date: ['quantity', 'unitPrice'],
  milestone: ['quantity', 'unitPrice', 'milestone'],
  manual: ['quantity', 'unitPrice'],
  percentage: ['percent'],
};

const ONLY_WITH: Partial<Record<Member, LineTrigger>> = {
  triggerDate: 'date',
  milestone: 'milestone',
  percent: 'percentage',
};

function missingMembers(
  line: ScheduleLineInput,
  trigger: LineTrigger,
  at: (member: string) => string,
): FieldError[] {
  return NEEDED[trigger]
    .filter((member) => line[member] === undefined || line[member] === null)
    .map((member) => fault(at(member), 'required', `is required with the trigger ${trigger}`));
}

function misplacedMembers(
  line: ScheduleLineInput,
  trigger: LineTrigger,
  at: (member: string) => string,
): FieldError[] {
  return (Object.entries(ONLY_WITH) as [Member, LineTrigger][])
    .filter(([member, only]) => only !== trigger && (line[member] ?? null) !== null)
    .map(([member, only]) => fault(at(member), 'trigger', `goes with the trigger ${only} only`));
}

/** A date outside the periods of the schedule would never be billed. */
function triggerDateFault(
  { triggerDate }: ScheduleLineInput,
  { frequency, startDate, endDate }: ScheduleDates,
  pointer: string,
): FieldError | null {
  if (!triggerDate || frequency === 'one_time') return null;
  if (triggerDate < startDate) {
    return fault(pointer, 'min', `must not be before the start date ${startDate}`);
  }
  if (endDate !== null && triggerDate > endDate) {
    return fault(pointer, 'max', `must not be after the end date ${endDate}`);
  }
  return null;
}

function fault(pointer: string, code: string, message: string): FieldError {
  return { pointer, code, message };
}
