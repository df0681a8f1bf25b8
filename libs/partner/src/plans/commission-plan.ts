import type { LocalDate } from '@quittance/calendar';
import { boolean, date, integer, picklist, text } from '@quittance/fields';
import type { Id } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  amount,
  choicesOf,
  completed,
  currencyCode,
  describeNoun,
  headOf,
  ids,
  items,
  nounList,
  optional,
  preset,
  required,
  stamped,
  versioned,
  type DraftOf,
  type PatchOf,
  type RowOf,
} from '@quittance/nouns';
import type { PartnerId } from '../registrations/deal-registration.js';
import type { PlanLine } from './plan-line.js';
import { TIER_PERIODS, type TierPeriod } from './tier-period.js';

export type CommissionPlanId = Id<'commission-plan'>;

/** `marginal` each part at the rate of its tier · `whole` all of a period at that of the last. */
export const TIER_MODES = ['marginal', 'whole'] as const;
export type TierMode = (typeof TIER_MODES)[number];

export const MOST_PLAN_LINES = 100;
export const MOST_COMMISSION_TIERS = 20;
export const MOST_PLAN_PARTNERS = 1000;

const unlisted = { listed: false } as const;

/** What partners are paid for what they bring. Sales are paid for as the plan was at their time. */
export const planNoun = describeNoun({
  name: 'commission-plan',
  label: 'Commission plan',
  pluralLabel: 'Commission plans',
  path: '/commission-plans',
  table: 'partner.commission_plan',
  alias: 'p',
  defaultSort: 'name',
  members: {
    ...versioned<CommissionPlanId>(),
    name: required(text('Name', { maxLength: 100, searched: true })),
    active: preset(true, boolean('Active', { help: 'New sales are paid for by it.' })),
    partnerIds: completed(
      ids<PartnerId>('Partners', {
        maxItems: MOST_PLAN_PARTNERS,
        help: 'Ledger accounts of partners; none where it is for a tier.',
      }),
      unlisted,
    ),
    tier: optional(text('CommissionTier of partners', { maxLength: 50 })),
    lines: required(
      items<PlanLine>('Lines', {
        minItems: 1,
        maxItems: MOST_PLAN_LINES,
        help: 'The most specific one counts: of the product, of its category, of all.',
      }),
      unlisted,
    ),
    tierPeriod: preset('year', picklist('Period of tiers', choicesOf(TIER_PERIODS))),
    tierMode: preset('marginal', picklist('Way of tiers', choicesOf(TIER_MODES))),
    holdDays: preset(
      30,
      integer('Days on hold', {
        min: '0',
        max: '365',
        help: 'From the day of the money until it is payable.',
      }),
    ),
    currency: required(currencyCode({ help: 'In which it is paid out.' })),
    minimumPayout: completed(amount('Least payout', { help: 'What is less is carried over.' })),
    validFrom: required(date('Valid from')),
    validTo: optional(date('Valid to')),
    ...stamped(),
  },
});

export type CommissionPlan = RowOf<typeof planNoun.members>;
export type PlanDraft = DraftOf<typeof planNoun.members>;
export type PlanPatch = PatchOf<typeof planNoun.members>;

export const planView = headOf(planNoun, {});
export type PlanView = ReturnType<typeof planView>;
export const planList = nounList(planNoun, planView);

/** What a plan said at some time, as it is kept with a sale. Money is decimal text of minor units. */
export interface CommissionTerms {
  readonly planId: CommissionPlanId;
  readonly version: number;
  readonly active: boolean;
  readonly partnerIds: readonly PartnerId[];
  readonly tier: string | null;
  readonly lines: readonly PlanLine[];
  readonly tierPeriod: TierPeriod;
  readonly tierMode: TierMode;
  readonly holdDays: number;
  readonly currency: Currency;
  readonly minimumPayout: string;
  readonly validFrom: LocalDate;
  readonly validTo: LocalDate | null;
  /** Absent of what was kept before lines of tiers were counted anew. */
  readonly countedSince?: CountedSince;
}

/**
 * The version since which a line by tiers is counted as it is, by its key: what is sold by other
 * tiers of it has a counter of its own. A line that is as it ever was has none.
 */
export type CountedSince = Readonly<Record<string, number>>;

export function keptTermsOf(plan: CommissionPlan, countedSince: CountedSince): CommissionTerms {
  const { id, minimumPayout, name: _, createdAt: __, updatedAt: ___, ...said } = plan;
  return { ...said, planId: id, minimumPayout: minimumPayout.toString(), countedSince };
}
