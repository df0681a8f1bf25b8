import { OF_ACCOUNT } from '@quittance/crm';
import { datetime, json, lookup, picklist, text } from '@quittance/fields';
import type { AccountId, Actor, Id, UserId } from '@quittance/kernel';
import {
  choicesOf,
  describeNoun,
  headOf,
  hidden,
  stamped,
  system,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import { CREDIT_CHECK_STATUSES, type CreditCheckId } from '../checks/credit-check.js';

export type CreditOverrideId = Id<'credit-override'>;

/**
 * `expired` it no longer counts, decided or not · `cancelled` with the check of its document, or as
 * another check took the place of that.
 */
export const OVERRIDE_STATUSES = [
  'requested',
  'approved',
  'rejected',
  'expired',
  'cancelled',
] as const;
export type OverrideStatus = (typeof OVERRIDE_STATUSES)[number];

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const NOTE = { maxLength: 2000 } as const;

/** A request that a check be overruled, and what was decided about it. */
export const creditOverrideNoun = describeNoun({
  name: 'credit-override',
  label: 'Credit override',
  pluralLabel: 'Credit overrides',
  path: '/credit-overrides',
  table: 'credit.credit_override',
  alias: 'o',
  defaultSort: '-requestedAt',
  reach: { resource: 'credit-overrides', ways: [OF_ACCOUNT], beside: ['accounts'] },
  members: {
    ...versioned<CreditOverrideId>(),
    checkId: system(lookup<CreditCheckId>('Check', null)),
    accountId: system(lookup<AccountId>('Account', 'account')),
    status: system(picklist('Status', choicesOf(OVERRIDE_STATUSES))),
    reason: system(text('Reason', { ...NOTE, searched: true }), unlisted),
    expiresAt: system(
      datetime('Expires at', { help: 'From then on it counts no longer; null without an end.' }),
      nullable,
    ),
    /** What the check returns to. */
    statusBefore: hidden(picklist('Status before', choicesOf(CREDIT_CHECK_STATUSES))),
    requestedBy: system(json<Actor>('Requested by'), unlisted),
    /** The person behind that: of a key who has made it. */
    askedBy: hidden(lookup<UserId>('Asked by', null), nullable),
    requestedAt: system(datetime('Requested at')),
    decidedBy: system(json<Actor>('Decided by'), { ...unlisted, ...nullable }),
    decidedAt: system(datetime('Decided at'), nullable),
    decisionNote: system(
      text('Decision note', { ...NOTE, help: 'Of an approval; the reason of a rejection.' }),
      { ...unlisted, ...nullable },
    ),
    expiredAt: system(datetime('Expired at', { help: 'When its end was carried out.' }), nullable),
    ...stamped(),
  },
});

export type CreditOverride = RowOf<typeof creditOverrideNoun.members>;

/** An override as the API shows it. */
export const creditOverrideView = headOf(creditOverrideNoun, {});
export type CreditOverrideView = ReturnType<typeof creditOverrideView>;
