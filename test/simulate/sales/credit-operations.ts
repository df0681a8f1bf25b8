import {
  ApproveOverride,
  PlaceHold,
  RejectOverride,
  ReleaseHold,
  RequestOverride,
  type CreditHoldId,
} from '@quittance/credit/host';
import type { CreditCheckId } from '@quittance/credit';
import { newId, parseInstant, type AccountId, type Ctx } from '@quittance/kernel';
import type { Plan, Planned } from '../planned.js';

type Planner = (plan: Plan) => Planned | null;

/** What the credit of a customer waits for: by now, as others decide at the same moment. */
const OPEN_CHECK = `select c.id from credit.credit_check c
  where c.company_id = $1 and c.account_id = $2 and c.superseded_at is null
    and c.status in ('needs_approval', 'rejected') order by c.id desc limit 1`;
const PLACED_HOLD = `select h.id from credit.credit_hold h
  where h.company_id = $1 and h.account_id = $2 and h.status = 'placed' order by h.id limit 1`;

async function found<Id>({ scene }: Plan, ctx: Ctx, text: string, accountId: AccountId) {
  const params = [ctx.companyId, accountId];
  const row = await scene.stage.t.db.read(ctx, (tx) => tx.maybe<{ id: Id }>(text, params));
  return row?.id;
}

/** Somebody else than who asks. */
const another = (ctx: Ctx): Ctx => ({
  ...ctx,
  actor: { kind: 'staff', id: newId(), name: 'Otto' },
});

/** Asks that what a customer was refused be overruled, and has it decided; now and then it ends. */
const override: Planner = (plan) => {
  const customer = plan.pick(plan.scene.customers);
  if (!customer) return null;
  const { stage } = plan.scene;
  const ends = plan.roll() < 0.3 ? `${plan.today(2)}T00:00:00.000Z` : null;
  const decides = plan.roll();
  const asked = { reason: plan.mark, expiresAt: ends === null ? null : parseInstant(ends) };
  const run: Planned['run'] = async (ctx) => {
    const id = await found<CreditCheckId>(plan, ctx, OPEN_CHECK, customer.id);
    if (!id) return null;
    const requested = await stage.get(RequestOverride).execute(ctx, id, asked);
    const other = another(plan.scene.request());
    if (decides < 0.6) return stage.get(ApproveOverride).execute(other, requested.id, null);
    if (decides < 0.8) return stage.get(RejectOverride).execute(other, requested.id, 'Too much');
    return requested;
  };
  return { what: 'override of a check', run };
};

/** Holds a customer, mostly above an amount, or lets one go. */
const hold: Planner = (plan) => {
  const customer = plan.pick(plan.scene.customers);
  if (!customer) return null;
  const { stage } = plan.scene;
  const accountId = customer.id;
  const strength = plan.roll() < 0.25 ? ('hard' as const) : ('soft' as const);
  const amount = plan.roll() < 0.6 ? '500' : null;
  const places = plan.roll() < 0.4;
  const run: Planned['run'] = async (ctx) => {
    if (places) {
      const placed = { accountId, strength, reason: 'manual', amount, note: null } as const;
      return stage.get(PlaceHold).execute(ctx, placed);
    }
    const id = await found<CreditHoldId>(plan, ctx, PLACED_HOLD, accountId);
    return id ? stage.get(ReleaseHold).execute(ctx, id, 'It is well') : null;
  };
  return { what: places ? `${strength} hold` : 'release of a hold', run };
};

/** What holds customers, and overrules what credit said. */
export const CREDIT = { override, hold } satisfies Record<string, Planner>;
