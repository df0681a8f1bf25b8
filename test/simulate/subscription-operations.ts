import {
  CancelSubscription,
  ChangeSubscription,
  CreateSubscription,
  IngestUsage,
  KeepSubscription,
  PauseSubscription,
  ResumeSubscription,
  VoidUsageEvent,
  WithdrawChange,
} from '@quittance/sales/host';
import type { KnownSubscription } from './known-rows.js';
import type { Plan, Planned } from './planned.js';
import { METER } from './subscribed-plans.js';

type Planner = (plan: Plan) => Planned | null;

const among = <T>(plan: Plan, all: readonly T[]): T | undefined =>
  all[Math.floor(plan.roll() * all.length)];

/** Somebody subscribes, now and then from tomorrow, with a discount or an agreed minimum. */
const subscribe: Planner = (plan) => {
  const customer = plan.pick(plan.scene.customers);
  const chosen = among(plan, plan.scene.plans);
  if (!customer || !chosen) return null;
  const { id: accountId, currency } = customer;
  const discount = plan.roll() < 0.3 ? { discountPercent: '12.5', discountPeriods: 2 } : {};
  const agreed = chosen.metered && plan.roll() < 0.2;
  const overrides = agreed ? { overrides: { charges: [], minimum: '25' } } : {};
  const quantity = String(1 + Math.floor(plan.roll() * 3));
  const items = [{ planId: chosen.id, quantity, ...discount, ...overrides }];
  const { mark } = plan;
  const startDate = plan.today(plan.drawn.number % 4 === 0 ? 1 : 0);
  const draft = { accountId, currency, startDate, poNumber: mark, items };
  const run: Planned['run'] = (ctx) => plan.scene.stage.get(CreateSubscription).execute(ctx, draft);
  return { what: `subscribe to ${chosen.name}`, mark, run };
};

/** A handful of events of these days, some of them late and some sent twice. */
const use: Planner = (plan) => {
  const found = plan.pickFitting(plan.rows.subscriptions, ({ metered }) => metered);
  if (!found) return null;
  const now = Date.parse(plan.scene.stage.clock.now());
  const events = Array.from({ length: 3 }, (_, i) => ({
    eventId: `${plan.drawn.number}-${i === 2 && plan.roll() < 0.3 ? 0 : i}`,
    meter: METER,
    timestamp: new Date(now - Math.floor(plan.roll() ** 3 * 9 * 86_400_000)).toISOString(),
    value: (plan.roll() * 30).toFixed(plan.roll() < 0.5 ? 0 : 6),
  }));
  const run: Planned['run'] = (ctx) =>
    plan.scene.stage.get(IngestUsage).execute(ctx, events, found.id);
  return { what: `usage of what ${found.name} subscribed to`, run };
};

/** Takes an event back that may have been billed. */
const voidUsage: Planner = (plan) => {
  const eventId = plan.pick(plan.rows.usageEvents)?.id;
  if (!eventId) return null;
  const run: Planned['run'] = (ctx) =>
    plan.scene.stage.get(VoidUsageEvent).execute(ctx, eventId, 'Not used');
  return { what: `take back usage ${eventId}`, run };
};

type Doing = (plan: Plan, found: KnownSubscription) => Planned['run'];

/** What is done to a subscription that goes on. */
const DOINGS: Readonly<Record<string, Doing>> = {
  change: (plan, { id, itemId, planId }) => {
    const quantity = String(1 + Math.floor(plan.roll() * 5));
    const effective = among(plan, ['now', 'period_end', undefined] as const);
    const proration = among(plan, ['prorated', 'prorated', 'none', 'full'] as const);
    const items = [{ itemId, planId, quantity }];
    const asked = { id, expectedVersion: null, items, proration, ...(effective && { effective }) };
    return (ctx) => plan.scene.stage.get(ChangeSubscription).execute(ctx, asked);
  },
  withdraw:
    ({ scene }, { id }) =>
    (ctx) =>
      scene.stage.get(WithdrawChange).execute(ctx, { id, expectedVersion: null }),
  pause: (plan, { id }) => {
    const creditUnused = plan.roll() < 0.5;
    const asked = { id, expectedVersion: null, creditUnused };
    return (ctx) => plan.scene.stage.get(PauseSubscription).execute(ctx, asked);
  },
  resume: (plan, { id }) => {
    const billing = plan.roll() < 0.5 ? ('keep_grid' as const) : ('new_period' as const);
    const asked = { id, expectedVersion: null, billing };
    return (ctx) => plan.scene.stage.get(ResumeSubscription).execute(ctx, asked);
  },
  cancel: (plan, { id }) => {
    const at = plan.roll() < 0.5 ? ('now' as const) : ('period_end' as const);
    const credit = among(plan, ['none', 'prorated', 'full'] as const);
    const asked = { id, expectedVersion: null, at, ...(at === 'now' && credit && { credit }) };
    return (ctx) => plan.scene.stage.get(CancelSubscription).execute(ctx, asked);
  },
  keep:
    ({ scene }, { id }) =>
    (ctx) =>
      scene.stage.get(KeepSubscription).execute(ctx, { id, expectedVersion: null }),
};

const USUAL = ['change', 'change', 'change', 'withdraw', 'pause', 'cancel', 'keep'];
const ENDED = ['cancelled', 'expired'];

const moveSubscription: Planner = (plan) => {
  const isGoing = ({ status }: KnownSubscription) => !ENDED.includes(status);
  const found = plan.pickFitting(plan.rows.subscriptions, isGoing);
  if (!found) return null;
  const doing =
    found.status === 'suspended' && plan.roll() < 0.8 ? 'resume' : (among(plan, USUAL) ?? 'keep');
  const run = DOINGS[doing]?.(plan, found);
  return run ? { what: `${doing} what ${found.name} subscribed to`, run } : null;
};

/** What makes subscriptions, uses them and takes them to their end. */
export const SUBSCRIPTIONS = {
  subscribe,
  use,
  voidUsage,
  moveSubscription,
} satisfies Record<string, Planner>;
