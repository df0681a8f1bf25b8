import { date, datetime, integer, json, lookup, number, picklist, text } from '@quittance/fields';
import type { InvoiceId, ProductId, ScheduleId } from '@quittance/kernel';
import { documentLineMembers } from '@quittance/lines';
import {
  choicesOf,
  completed,
  describeNoun,
  hidden,
  lineAmount,
  optional,
  preset,
  required,
  system,
  type RowOf,
} from '@quittance/nouns';
import type { Discount } from '@quittance/tax';
import { LINE_TRIGGERS, type ScheduleLineId } from './schedule.js';

/** Twelve digits before the point are what a document can hold. */
const LARGEST = '999999999999.999999';
const PERCENT = { scale: 6, min: '0', max: '100' } as const;
const NULLABLE = { nullable: true } as const;
const NOT_NEEDED = { advice: 'Not needed with the trigger percentage.', clearable: true } as const;

/**
 * What of `billing.schedule_line` reads, writes and shows it, in the order in which it is answered.
 * Quantities, prices and percentages are decimal text.
 */
export const scheduleLineNoun = describeNoun({
  name: 'schedule-line',
  label: 'Line of a billing schedule',
  pluralLabel: 'Lines of a billing schedule',
  path: '/billing-schedules/{id}/lines',
  table: 'billing.schedule_line',
  alias: 'l',
  defaultSort: 'position',
  members: {
    scheduleId: hidden(lookup<ScheduleId>('Schedule', null)),
    id: system(lookup<ScheduleLineId>('Id', null)),
    /** From 1, in the order of the document. */
    position: system(integer('Position', { min: '1' })),
    productId: optional(lookup<ProductId>('Product', 'product')),
    description: required(text('Description', { maxLength: 1000 }), { example: 'Seat' }),
    quantity: completed(number('Quantity', { scale: 6, min: `-${LARGEST}`, max: LARGEST }), {
      ...NOT_NEEDED,
      example: '3',
    }),
    unitPrice: completed(
      number('Unit price', {
        scale: 6,
        min: '0',
        max: LARGEST,
        help: 'Null with the trigger percentage.',
      }),
      {
        ...NOT_NEEDED,
        example: '100.00',
        shownAs: "(case when l.trigger <> 'percentage' then l.unit_price end)",
      },
    ),
    discount: optional(
      json<Discount>('Discount', { help: 'Either a percentage or an amount of money.' }),
      { derived: true },
    ),
    discountPercent: hidden(number('Percentage of the discount'), NULLABLE),
    discountGiven: hidden(
      lineAmount('Amount of the discount', { column: 'discount_amount' }),
      NULLABLE,
    ),
    taxCode: optional(text('Tax code', { maxLength: 50 })),
    taxRate: optional(
      number('Tax rate', {
        ...PERCENT,
        help: 'Percent, used where the tax set-up has no rate for the code and place.',
      }),
    ),
    placeOf: documentLineMembers.placeOf,
    /** What makes it billable. */
    trigger: preset('date', picklist('Trigger', choicesOf(LINE_TRIGGERS)), {
      advice: '`date` unless told.',
    }),
    triggerDate: optional(
      date('Trigger date', {
        help: 'With the trigger date: billed once, in the period that contains it.',
      }),
    ),
    milestone: optional(text('Milestone', { maxLength: 200 })),
    reachedAt: system(
      datetime('Reached at', { help: 'When the milestone was reached.' }),
      NULLABLE,
    ),
    percent: optional(
      number('Share', {
        scale: 6,
        max: '100',
        help: 'Of the total of the schedule, every period; with the trigger percentage.',
      }),
      { sign: 'positive' },
    ),
    releasedAt: system(
      datetime('Released at', { help: 'When a manual line was released.' }),
      NULLABLE,
    ),
    billedInvoiceId: system(
      lookup<InvoiceId>('Invoice', 'invoice', {
        help: 'The invoice that billed a line that bills once.',
      }),
      NULLABLE,
    ),
  },
});

/** A line as it is read: without its company, which is the transaction's. */
export type StoredScheduleLine = RowOf<typeof scheduleLineNoun.members>;

/** A line of a schedule, as far as it decides what is billed. */
export type ScheduleLine = Readonly<Omit<StoredScheduleLine, 'scheduleId' | 'position'>>;
