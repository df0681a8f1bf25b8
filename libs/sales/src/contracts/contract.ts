import { addDays, addMonths, daysBetween, dateParts, type LocalDate } from '@quittance/calendar';
import { invalidField, type FieldError, type Id } from '@quittance/kernel';
import { isCurrency } from '@quittance/money';
import { isFarDay } from '../sold-days.js';
import { contractNotActive, outsideContractTerm } from './contract.errors.js';

export type ContractId = Id<'contract'>;

export const CONTRACT_STATUSES = ['draft', 'active', 'expired', 'renewed', 'terminated'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

export const CONTRACT_OPERATIONS = [
  'activate',
  'give-notice',
  'renew',
  'terminate',
  'expire',
] as const;
export type ContractOperation = (typeof CONTRACT_OPERATIONS)[number];

const FROM: Readonly<Record<ContractOperation, ContractStatus>> = {
  activate: 'draft',
  'give-notice': 'active',
  renew: 'active',
  terminate: 'active',
  expire: 'active',
};

/** @throws DomainError contract_not_active, which names the state */
export function refuseUnlessMayBe(operation: ContractOperation, status: ContractStatus): void {
  if (FROM[operation] === status) return;
  throw contractNotActive({ status, operation: operation.replaceAll('-', ' ') });
}

/** The days of a contract; the end is its last one. */
export interface ContractTerm {
  readonly startDate: LocalDate;
  readonly endDate: LocalDate | null;
}

/**
 * Nobody is subscribed under a contract on a day that is none of its own. What begins within the
 * term may go on behind it, as the contract does when it is renewed.
 * @throws DomainError outside_contract_term
 */
export function refuseOutsideTerm(term: ContractTerm, startDate: LocalDate): void {
  const { startDate: from, endDate } = term;
  const [code, message] =
    startDate < from
      ? ['min', `must not be before the start of the contract, ${from}`]
      : ['max', `must not be behind the end of the contract, ${endDate}`];
  if (startDate >= from && (endDate === null || startDate <= endDate)) return;
  const days = endDate === null ? `from ${from}` : `from ${from} to ${endDate}`;
  throw outsideContractTerm(
    { startDate, days },
    { errors: [{ pointer: '/startDate', code, message }] },
  );
}

/** A contract that is given up before it starts ends on the day on which it would have. */
export function laterOf(today: LocalDate, startDate: LocalDate): LocalDate {
  return today < startDate ? startDate : today;
}

/** A term that has an end. */
export interface EndingTerm {
  readonly startDate: LocalDate;
  readonly endDate: LocalDate;
}

/** How many whole months a term has; null where it ends within one, or never. */
export function termMonths({ startDate, endDate }: ContractTerm): number | null {
  if (endDate === null) return null;
  const next = addDays(endDate, 1);
  const [from, to] = [dateParts(startDate), dateParts(next)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return months > 0 && addMonths(startDate, months) === next ? months : null;
}

/**
 * The term that follows: as many months as are told, else as many as the first had, else as many
 * days.
 */
export function nextTerm(
  { endDate }: EndingTerm,
  renewalTermMonths: number | null,
  first: EndingTerm,
): EndingTerm {
  const start = addDays(endDate, 1);
  const months = renewalTermMonths ?? termMonths(first);
  const days = daysBetween(first.startDate, first.endDate) + 1;
  refuseUncounted(start, months ?? days / 28);
  const until = months === null ? addDays(start, days) : addMonths(start, months);
  return { startDate: start, endDate: addDays(until, -1) };
}

/** @throws DomainError validation_failed where a term would reach the end of the calendar */
function refuseUncounted(start: LocalDate, months: number): void {
  if (dateParts(start).year + Math.ceil(months / 12) <= 8999) return;
  throw invalidField('/termMonths', 'max', 'reaches behind the end of the calendar');
}

/** The last day on which notice is in time. */
export function noticeDay(endDate: LocalDate, noticeDays: number): LocalDate {
  return addDays(endDate, -noticeDays);
}

/** What is wrong with a contract as it would be kept. */
export function contractFaults({
  startDate,
  endDate,
  autoRenew,
  value,
  currency,
}: {
  readonly startDate?: unknown;
  readonly endDate?: unknown;
  readonly autoRenew?: unknown;
  readonly value?: unknown;
  readonly currency?: unknown;
}): FieldError[] {
  const faults: FieldError[] = [];
  const refuse = (pointer: string, code: string, message: string) =>
    faults.push({ pointer, code, message });
  const [start, end] = [startDate as string | null, endDate as string | null | undefined];
  for (const [name, day] of [['startDate', start] as const, ['endDate', end] as const]) {
    if (day && isFarDay(day)) refuse(`/${name}`, 'range', 'lies too far from today');
  }
  if (start && end && end < start) {
    refuse('/endDate', 'min', `must not be before the start ${start}`);
  }
  if (autoRenew === true && !end) {
    refuse('/autoRenew', 'end', 'goes with a contract that has an end');
  }
  if ((value ?? null) !== null && (currency ?? null) === null) {
    refuse('/currency', 'required', 'is what the value is in');
  }
  if ((currency ?? null) !== null && !isCurrency(currency)) {
    refuse('/currency', 'currency', 'is no currency');
  }
  return faults;
}
