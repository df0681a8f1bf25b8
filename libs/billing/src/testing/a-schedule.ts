import { newId, type AccountId, type ScheduleId } from '@quittance/kernel';
import { type LocalDate, parseLocalDate } from '@quittance/calendar';
import { startOfPeriod } from '../schedules/schedule-grid.js';
import type { ScheduleLine } from '../schedules/schedule-line.description.js';
import type { Schedule, ScheduleLineId } from '../schedules/schedule.js';

/** An active monthly schedule in euro from 31 January 2026, nothing billed yet. */
export function aSchedule(patch: Partial<Schedule> = {}): Schedule {
  const schedule: Schedule = {
    id: newId() as ScheduleId,
    status: 'active',
    frequency: 'monthly',
    startDate: '2026-01-31' as LocalDate,
    endDate: null,
    anchorDate: null,
    nextPeriod: 0,
    nextBillingDate: '2026-01-31' as LocalDate,
    billedThrough: null,
    accountId: newId() as AccountId,
    salesOrderId: null,
    contractId: null,
    subscriptionId: null,
    currency: 'EUR',
    pricesIncludeTax: false,
    prorate: false,
    total: 30_000n,
    source: 'lines',
    coveredUntil: null,
    usageUntil: null,
    gaps: null,
    parts: null,
    ...patch,
  };
  return { ...schedule, nextBillingDate: startOfPeriod(schedule, schedule.nextPeriod) };
}

/** Three seats at 100.00, in every period. */
export function aScheduleLine(patch: Partial<ScheduleLine> = {}): ScheduleLine {
  return {
    id: newId() as ScheduleLineId,
    productId: null,
    description: 'Seat',
    quantity: '3',
    unitPrice: '100.00',
    discountPercent: null,
    discountGiven: null,
    taxCode: null,
    taxRate: null,
    placeOf: null,
    trigger: 'date',
    triggerDate: null,
    milestone: null,
    reachedAt: null,
    percent: null,
    releasedAt: null,
    billedInvoiceId: null,
    ...patch,
  };
}

export const day = (text: string): LocalDate => parseLocalDate(text);
