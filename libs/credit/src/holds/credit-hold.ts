import { OF_ACCOUNT } from '@quittance/crm';
import { datetime, json, lookup, picklist, text } from '@quittance/fields';
import type { AccountId, Actor, Id } from '@quittance/kernel';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  headOf,
  hidden,
  stamped,
  system,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import type { CreditCheckId } from '../checks/credit-check.js';

export type CreditHoldId = Id<'credit-hold'>;

/** `hard` refuses · `soft` asks for approval. */
export const HOLD_STRENGTHS = ['hard', 'soft'] as const;
export type HoldStrength = (typeof HOLD_STRENGTHS)[number];

export const CREDIT_HOLD_REASONS = ['overdue_payment', 'risk', 'manual'] as const;
export type CreditHoldReason = (typeof CREDIT_HOLD_REASONS)[number];

export const HOLD_STATUSES = ['placed', 'released'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const NOTE = { maxLength: 2000 } as const;

/** That a customer gets no credit, or none without approval. */
export const creditHoldNoun = describeNoun({
  name: 'credit-hold',
  label: 'Credit hold',
  pluralLabel: 'Credit holds',
  path: '/credit-holds',
  table: 'credit.credit_hold',
  alias: 'h',
  defaultSort: '-placedAt',
  reach: { resource: 'credit-holds', ways: [OF_ACCOUNT], beside: ['accounts'] },
  members: {
    ...versioned<CreditHoldId>(),
    accountId: system(lookup<AccountId>('Account', 'account')),
    strength: system(picklist('Strength', choicesOf(HOLD_STRENGTHS))),
    reason: system(picklist('Reason', choicesOf(CREDIT_HOLD_REASONS))),
    status: system(picklist('Status', choicesOf(HOLD_STATUSES))),
    amount: system(
      amount('Amount', { help: 'It holds what takes the exposure above this; null: anything.' }),
      nullable,
    ),
    currency: system(currencyCode({ help: 'Of the amount; null without one.' }), nullable),
    note: system(text('Note', { ...NOTE, searched: true }), { ...unlisted, ...nullable }),
    checkId: system(
      lookup<CreditCheckId>('Check', null, { help: 'The check that raised it.' }),
      nullable,
    ),
    placedBy: system(json<Actor>('Placed by'), unlisted),
    placedAt: system(datetime('Placed at')),
    releasedBy: system(json<Actor>('Released by'), { ...unlisted, ...nullable }),
    releasedAt: system(datetime('Released at'), nullable),
    releaseNote: system(text('Release note', NOTE), { ...unlisted, ...nullable }),
    /** The override whose approval released it: where that expires the hold comes back. */
    overrideId: hidden(lookup<Id<'credit-override'>>('Override', null), nullable),
    ...stamped(),
  },
});

export type CreditHold = RowOf<typeof creditHoldNoun.members>;

/** A hold as the API shows it. */
export const creditHoldView = headOf(creditHoldNoun, {});
export type CreditHoldView = ReturnType<typeof creditHoldView>;
