import { datetime, integer, boolean, json, lookup, picklist, text } from '@quittance/fields';
import type { UserId } from '@quittance/kernel';
import {
  choicesOf,
  describeNoun,
  optional,
  preset,
  required,
  system,
  type DraftOf,
  type RowOf,
} from '@quittance/nouns';
import { RECURRING_FREQUENCIES } from '../subscriptions/grid.js';
import { STUBS } from '../subscriptions/proration.js';
import {
  TRIAL_END_ACTIONS,
  type PlanCharge,
  type PlanId,
  type PlanMinimum,
  type PlanPrice,
  type PlanThreshold,
  type PlanVersionId,
} from './plan-version.js';
import { TIMINGS } from '../pricing/quoted-line.js';

const UNLISTED = { listed: false } as const;

/** A version of a plan, in the order in which it is answered. It never changes. */
export const planVersionNoun = describeNoun({
  name: 'plan-version',
  label: 'Version of a plan',
  pluralLabel: 'Versions of a plan',
  path: '/plans/{id}/versions',
  table: 'sales.plan_version',
  alias: 'v',
  defaultSort: '-number',
  members: {
    id: system(lookup<PlanVersionId>('Id', null), UNLISTED),
    planId: system(lookup<PlanId>('Plan', 'plan'), UNLISTED),
    number: system(integer('Number', { help: 'Counted from 1 in each plan.' })),
    frequency: required(picklist('Frequency', choicesOf(RECURRING_FREQUENCIES))),
    timing: preset('advance', picklist('Timing', choicesOf(TIMINGS)), {
      advice: '`advance` bills a period when it begins; usage is always billed when it is over.',
    }),
    trialDays: preset(0, integer('Trial days', { min: '0', max: '730' })),
    trialEndAction: preset('activate', picklist('At the end', choicesOf(TRIAL_END_ACTIONS))),
    stub: preset('prorated', picklist('Stub', choicesOf(STUBS)), {
      advice: 'What the days before the first whole period cost.',
    }),
    usageWhilePaused: preset(false, boolean('Usage while paused')),
    graceDays: preset(0, integer('Days of grace', { min: '0', max: '15' }), {
      advice: 'How long an invoice waits for usage of the period that is over.',
    }),
    prices: required(json<readonly PlanPrice[]>('Prices'), UNLISTED),
    charges: required(json<readonly PlanCharge[]>('Charges'), UNLISTED),
    minimums: required(json<readonly PlanMinimum[]>('Minimums'), UNLISTED),
    thresholds: required(json<readonly PlanThreshold[]>('Thresholds'), UNLISTED),
    note: optional(text('Note', { maxLength: 500 }), UNLISTED),
    createdBy: system(lookup<UserId>('Made by', 'user'), { nullable: true }),
    createdAt: system(datetime('Made at')),
  },
});

export type PlanVersion = RowOf<typeof planVersionNoun.members>;
export type NewPlanVersion = DraftOf<typeof planVersionNoun.members>;
