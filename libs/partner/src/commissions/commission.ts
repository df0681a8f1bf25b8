import { currency, date, integer, json, lookup, number, picklist, text } from '@quittance/fields';
import type { LocalDate } from '@quittance/calendar';
import type { Actor, Id, InvoiceId, UserId } from '@quittance/kernel';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  headOf,
  hidden,
  nounList,
  stamped,
  system,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import type { OrderId } from '@quittance/sales';
import { OF_PARTNER } from '../partner-reach.js';
import type { CommissionPlanId } from '../plans/commission-plan.js';
import type { PartnerId } from '../registrations/deal-registration.js';
import type { StatementId } from '../statements/commission-statement.js';

export type CommissionId = Id<'commission'>;

/** `top_up` what other sales of a period earn more or less, as all of it has one rate by now. */
export const COMMISSION_KINDS = ['earned', 'top_up', 'reversed', 'adjustment'] as const;
export type CommissionKind = (typeof COMMISSION_KINDS)[number];

export const COMMISSION_STATUSES = [
  'pending',
  'payable',
  'on_hold',
  'on_statement',
  'paid',
] as const;
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number];

export const COMMISSION_HOLDS = ['staff', 'dispute', 'chargeback'] as const;
export type CommissionHold = (typeof COMMISSION_HOLDS)[number];

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const PAYOUT = { currencyField: 'payoutCurrency' } as const;

/** What a partner has earned, or what was taken back of it. No entry is edited: another follows. */
export const commissionNoun = describeNoun({
  name: 'commission',
  label: 'Commission',
  pluralLabel: 'Commissions',
  path: '/commissions',
  table: 'partner.commission',
  alias: 'c',
  defaultSort: '-createdAt',
  reach: OF_PARTNER.commission,
  members: {
    ...versioned<CommissionId>(),
    /** Its place among those of its invoice. */
    seq: hidden(integer('Place')),
    kind: system(picklist('Kind', choicesOf(COMMISSION_KINDS))),
    status: system(picklist('Status', choicesOf(COMMISSION_STATUSES))),
    partnerId: system(lookup<PartnerId>('Partner', 'partner')),
    planId: system(lookup<CommissionPlanId>('Plan', null), nullable),
    line: system(text('Line of the plan', { maxLength: 120 }), nullable),
    orderId: system(lookup<OrderId>('Sales order', 'sales-order'), nullable),
    invoiceId: system(lookup<InvoiceId>('Invoice', 'invoice'), nullable),
    reversesId: system(lookup<CommissionId>('Takes back', null), nullable),
    reason: system(text('Reason', { maxLength: 1000, searched: true }), unlisted),
    moneyOn: system(date('Day of the money')),
    availableOn: system(date('Payable from')),
    periodStart: hidden(date('Period of the tiers'), nullable),
    currency: system(currencyCode()),
    base: system(amount('Base', { help: 'Net that was paid, in the currency of the invoice.' }), {
      sign: 'any',
    }),
    rate: system(number('Rate', { scale: 6, help: 'Percent.' }), nullable),
    amount: system(amount('Commission'), { sign: 'any' }),
    payoutCurrency: system(currencyCode({ help: 'In which it is paid out.' })),
    payoutBase: hidden(currency('Base of the payout', PAYOUT), { sign: 'any' }),
    payoutAmount: system(currency('Payout', PAYOUT), { sign: 'any' }),
    minimumPayout: hidden(currency('Least payout', PAYOUT)),
    holdReason: system(picklist('On hold for', choicesOf(COMMISSION_HOLDS)), nullable),
    heldFrom: hidden(picklist('Status before', choicesOf(COMMISSION_STATUSES)), nullable),
    statementId: system(lookup<StatementId>('Statement', null), nullable),
    createdBy: system(json<Actor>('Created by'), unlisted),
    /** The person behind that, of an entry by hand: of a key who has made it. */
    writtenBy: hidden(lookup<UserId>('Written by', null), nullable),
    ...stamped(),
  },
});

export type Commission = RowOf<typeof commissionNoun.members>;
export const commissionView = headOf(commissionNoun, {});
export type CommissionView = ReturnType<typeof commissionView>;
export const commissionList = nounList(commissionNoun, commissionView);

/** Where an entry begins: at hold, or at once where the day has come. */
export function beginsAs(availableOn: LocalDate, today: LocalDate): 'pending' | 'payable' {
  return availableOn <= today ? 'payable' : 'pending';
}
