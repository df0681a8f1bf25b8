import { date, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import type { Actor, Id } from '@quittance/kernel';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  headOf,
  nounList,
  stamped,
  system,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import { OF_PARTNER } from '../partner-reach.js';
import type { PartnerId } from '../registrations/deal-registration.js';
import { STATEMENT_STATUSES } from './statement-status.js';

export type StatementId = Id<'commission-statement'>;

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const signed = { sign: 'any' } as const;

/** What a partner is paid for a month: all that was payable at its end. */
export const statementNoun = describeNoun({
  name: 'commission-statement',
  label: 'Commission statement',
  pluralLabel: 'Commission statements',
  path: '/commission-statements',
  table: 'partner.commission_statement',
  alias: 's',
  defaultSort: '-month',
  reach: OF_PARTNER.commission,
  members: {
    ...versioned<StatementId>(),
    partnerId: system(lookup<PartnerId>('Partner', 'partner')),
    currency: system(currencyCode()),
    month: system(date('Month', { help: 'Its first day.' })),
    status: system(picklist('Status', choicesOf(STATEMENT_STATUSES))),
    entries: system(integer('Entries')),
    carried: system(amount('Carried over', { help: 'Payable before the month.' }), signed),
    earned: system(amount('Earned')),
    reversed: system(amount('Taken back'), signed),
    total: system(amount('Total')),
    approvedBy: system(json<Actor>('Approved by'), { ...unlisted, ...nullable }),
    approvedAt: system(datetime('Approved at'), nullable),
    paidOn: system(date('Paid on'), nullable),
    reference: system(text('Reference', { maxLength: 200 }), nullable),
    voidedAt: system(datetime('Void since'), nullable),
    voidReason: system(text('Reason', { maxLength: 1000 }), { ...unlisted, ...nullable }),
    createdBy: system(json<Actor>('Created by'), unlisted),
    ...stamped(),
  },
});

export type CommissionStatement = RowOf<typeof statementNoun.members>;
export const commissionStatementView = headOf(statementNoun, {});
export type CommissionStatementView = ReturnType<typeof commissionStatementView>;
export const commissionStatementList = nounList(statementNoun, commissionStatementView);
