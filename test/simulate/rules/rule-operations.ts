import { CreateRule, DecideApproval, DeleteRule, UpdateRule } from '@quittance/rules/host';
import {
  AcceptQuote,
  ApproveQuote,
  CancelQuote,
  ConvertQuote,
  SendQuote,
  SubmitQuote,
} from '@quittance/sales/host';
import type { Ctx } from '@quittance/kernel';
import { workOutbox } from '../work-rounds.js';
import type { Plan, Planned } from '../planned.js';
import { among, drawRule } from './drawn-rules.js';
import type { Person, Ruled } from './ruled-company.js';
import type { KnownQuote } from './ruled-rows.js';
import { submitOrder } from './submitted-orders.js';

type Planner = (plan: Plan) => Planned | null;

const makeRule: Planner = (plan) => {
  const roll = () => plan.roll();
  const draws = { people: plan.scene.people, roll };
  const which = roll();
  const object: Ruled = which < 0.65 ? 'invoice' : which < 0.85 ? 'quote' : 'sales-order';
  const { shape, definition } = drawRule(draws, object);
  const asked = { object, name: `${plan.mark} ${shape}`, definition };
  const run: Planned['run'] = (ctx) =>
    plan.scene.stage.get(CreateRule).execute(ctx, 'workflow', asked);
  return { what: `rule of ${object}: ${shape}`, run };
};

/** A rule that there is, switched off and on again, or taken away. */
const moveRule: Planner = (plan) => {
  const found = plan.pick(plan.rows.rules);
  if (!found) return null;
  const { stage } = plan.scene;
  const { id, name, active } = found;
  if (active && plan.roll() < 0.3) {
    const run: Planned['run'] = (ctx) => stage.get(DeleteRule).execute(ctx, 'workflow', id, null);
    return { what: `take away “${name}”`, run };
  }
  const patch = { active: !active };
  const run: Planned['run'] = (ctx) =>
    stage.get(UpdateRule).execute(ctx, 'workflow', id, patch, null);
  return { what: `switch “${name}” ${active ? 'off' : 'on'}`, run };
};

const rule: Planner = (plan) =>
  plan.rows.rules.length > 0 && plan.roll() < 0.25 ? moveRule(plan) : makeRule(plan);

const acting = (ctx: Ctx, { id, name }: Person): Ctx => ({
  ...ctx,
  actor: { kind: 'staff', id, name },
  userId: id,
});

/**
 * Somebody decides: mostly one who is asked, now and then another, or who has asked. Where nothing
 * waits, an order may.
 */
const decide: Planner = (plan) => {
  const { people, stage } = plan.scene;
  const found = plan.pick(plan.rows.approvals);
  if (!found) return submitOrder(plan);
  const able = people.filter(({ id }) => found.asked.includes(id));
  const by = among({ roll: () => plan.roll() }, plan.fits && able.length > 0 ? able : people);
  const roll = plan.roll();
  const decision = roll < 0.6 ? 'approve' : roll < 0.9 ? 'reject' : 'recall';
  const run: Planned['run'] = async (ctx) => {
    const note = decision === 'approve' ? null : 'Not like this';
    const done = await stage.get(DecideApproval).execute(acting(ctx, by), found.id, decision, note);
    if (decision === 'recall' || found.requestedBy !== by.id) return done;
    throw new Error(`${by.name} has decided about ${found.title}, and had asked`);
  };
  return { what: `${by.name}: ${decision} ${found.title}`, run };
};

type Doing = (plan: Plan, found: KnownQuote) => Planned['run'];

const accept: Doing =
  ({ scene }, { id }) =>
  (ctx) =>
    scene.stage.get(AcceptQuote).execute(ctx, id, { name: 'Nora', evidence: 'On the phone' });

/** The next step of a quote, by where it is. */
const STEPS: Readonly<Record<string, Doing>> = {
  draft:
    ({ scene }, { id }) =>
    (ctx) =>
      scene.stage.get(SubmitQuote).execute(ctx, id),
  submitted:
    ({ scene }, { id }) =>
    () =>
      scene.stage.get(ApproveQuote).execute(scene.request(), id),
  approved:
    ({ scene }, { id }) =>
    (ctx) =>
      scene.stage.get(SendQuote).execute(ctx, id),
  sent: accept,
  viewed: accept,
  accepted:
    ({ scene }, { id }) =>
    (ctx) =>
      scene.stage.get(ConvertQuote).execute(ctx, id),
};

const moveQuote: Planner = (plan) => {
  const found = plan.pickFitting(plan.rows.quotes, ({ status }) => status in STEPS);
  if (!found) return null;
  const step = plan.roll() < 0.85 ? STEPS[found.status] : undefined;
  if (step) return { what: `on from ${found.status} with ${found.number}`, run: step(plan, found) };
  const operation = plan.scene.stage.get(CancelQuote);
  const reason = { reason: 'Not wanted' };
  return {
    what: `cancel ${found.number}`,
    run: (ctx) => operation.execute(ctx, found.id, reason),
  };
};

/** The worker hands over events, and is often cut off in between. */
const dispatch: Planner = ({ scene }) => ({
  what: 'the worker hands over events',
  run: () => workOutbox(scene),
});

/** What makes rules, and decides about what they ask. */
export const RULES = { rule, decide, moveQuote, dispatch } satisfies Record<string, Planner>;
