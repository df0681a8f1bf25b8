import { OF_ACCOUNT } from '@quittance/crm';
import { currency, date, datetime, integer, json, lookup, picklist } from '@quittance/fields';
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
  words,
  type RowOf,
} from '@quittance/nouns';
import { CREDIT_DOCUMENTS } from '../credit-subject.port.js';

export type CreditCheckId = Id<'credit-check'>;

/** What a check comes to by the table of the rules. */
export const CREDIT_OUTCOMES = ['approved', 'needs_approval', 'rejected'] as const;
export type CreditOutcome = (typeof CREDIT_OUTCOMES)[number];

/**
 * `awaiting_approval` an override is asked for · `cancelled` its document asks no longer. One that
 * an override decided is `approved` whatever its outcome was.
 */
export const CREDIT_CHECK_STATUSES = [
  'pending',
  'awaiting_approval',
  'approved',
  'needs_approval',
  'rejected',
  'cancelled',
] as const;
export type CreditCheckStatus = (typeof CREDIT_CHECK_STATUSES)[number];

/** Why a check came to what it came to. */
export const CREDIT_REASONS = [
  'hard_hold',
  'soft_hold',
  'no_limit',
  'within_limit',
  'shortfall_within_tolerance',
  'shortfall',
] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];

/** What the risk score was counted from. */
export interface RiskInputs {
  /** Exposure and request of the limit, in percent with two decimals; null without a limit. */
  readonly utilisation: string | null;
  readonly utilisationPoints: number;
  /** Checks of the last 90 days that were not simply approved. */
  readonly badChecks: number;
  readonly badCheckPoints: number;
}

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;

/** What a customer asked for and what was answered: a snapshot, whose figures never change. */
export const creditCheckNoun = describeNoun({
  name: 'credit-check',
  label: 'Credit check',
  pluralLabel: 'Credit checks',
  path: '/credit-checks',
  table: 'credit.credit_check',
  alias: 'c',
  defaultSort: '-createdAt',
  reach: { resource: 'credit-checks', ways: [OF_ACCOUNT], beside: ['accounts'] },
  members: {
    ...versioned<CreditCheckId>(),
    accountId: system(lookup<AccountId>('Account', 'account')),
    documentType: system(picklist('Document type', choicesOf(CREDIT_DOCUMENTS)), nullable),
    documentId: system(lookup<string>('Document', null), nullable),
    status: system(picklist('Status', choicesOf(CREDIT_CHECK_STATUSES))),
    outcome: system(picklist('Outcome', choicesOf(CREDIT_OUTCOMES))),
    reasons: system(words('Reasons', CREDIT_REASONS, { maxItems: 10 }), unlisted),
    checkedOn: system(
      date('Checked on', { help: 'The company’s day, by whose exchange rates it was counted.' }),
    ),
    currency: system(currencyCode({ help: 'The credit currency of the account.' })),
    creditLimit: system(amount('Credit limit', { help: 'Null: no limit.' }), nullable),
    exposure: system(amount('Exposure')),
    available: system(amount('Available', { help: 'Limit less exposure; null without a limit.' }), {
      ...nullable,
      sign: 'any',
    }),
    requested: system(amount('Requested', { help: 'In the credit currency.' })),
    shortfall: system(amount('Shortfall', { help: 'Null without a limit.' }), nullable),
    documentCurrency: system(currencyCode({ help: 'The currency that was asked in.' })),
    documentAmount: system(currency('Amount asked for', { currencyField: 'documentCurrency' })),
    riskScore: system(integer('Risk score', { help: '0 to 55; 100 under a hard hold.' })),
    riskInputs: system(json<RiskInputs>('Risk inputs'), unlisted),
    /** A later check of the same document took its place. */
    supersededAt: hidden(datetime('Superseded at'), nullable),
    createdBy: system(json<Actor>('Created by'), unlisted),
    ...stamped(),
  },
});

export type CreditCheck = RowOf<typeof creditCheckNoun.members>;

/** A check as the API shows it: money as decimal text. */
export const creditCheckView = headOf(creditCheckNoun, {});
export type CreditCheckView = ReturnType<typeof creditCheckView>;
