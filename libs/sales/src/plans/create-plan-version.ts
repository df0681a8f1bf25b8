import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, violates, type Tx } from '@quittance/database';
import { invalidFields, newId, type Ctx } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { meterUnknown } from '../usage/usage.errors.js';
import { planVersionTaken } from './plan.errors.js';
import {
  planVersionNoun,
  type NewPlanVersion,
  type PlanVersion,
} from './plan-version.description.js';
import { planFaults, type MeterId, type PlanId, type PlanVersionId } from './plan-version.js';
import { planVersionView, requirePlan, type PlanVersionView } from './plan-version.queries.js';

/** By `plan_version_number_key`. */
const LATEST = sql(`select coalesce(max(v.number), 0) as number from sales.plan_version v
  where v.company_id = $1 and v.plan_id = $2`);
/** By primary key. */
const METERS = sql(`select m.id from sales.meter m
  where m.company_id = $1 and m.id = any($2::uuid[]) and m.deleted_at is null`);

/** Gives a plan its next version; whoever has subscribed to an earlier one stays on that. */
@Injectable()
export class CreatePlanVersion {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, validation_failed, meter_unknown, plan_version_taken */
  execute(ctx: Ctx, planId: PlanId, draft: NewPlanVersion): Promise<PlanVersionView> {
    return this.db.write(ctx, async (tx) => {
      await requirePlan(tx, planId);
      const faults = planFaults(draft);
      if (faults.length > 0) throw invalidFields(faults);
      await refuseUnknownMeters(tx, draft);
      const { number } = await tx.one<{ number: number }>(LATEST, [ctx.companyId, planId]);
      const version: PlanVersion = {
        ...planVersionNoun.empty,
        ...draft,
        id: newId<'plan-version'>() as PlanVersionId,
        planId,
        number: number + 1,
        timing: draft.timing ?? 'advance',
        trialDays: draft.trialDays ?? 0,
        trialEndAction: draft.trialEndAction ?? 'activate',
        stub: draft.stub ?? 'prorated',
        usageWhilePaused: draft.usageWhilePaused ?? false,
        graceDays: draft.graceDays ?? 0,
        note: draft.note ?? null,
        createdBy: ctx.userId,
        createdAt: ctx.now,
      };
      await planVersionNoun.rows.insert(tx, [version]).catch((error: unknown) => {
        throw violates(error, 'plan_version_number_key') ? planVersionTaken() : error;
      });
      const view = planVersionView(version);
      const about = { object: 'plan-version', recordId: version.id };
      emit(tx, { type: 'record.created', ...about, data: { ...view } });
      audit(tx, { action: 'plan_version.created', ...about, after: { ...view } });
      return view;
    });
  }
}

/** @throws DomainError meter_unknown */
async function refuseUnknownMeters(tx: Tx, { charges }: NewPlanVersion): Promise<void> {
  const ids = [...new Set(charges.map(({ meterId }) => meterId))];
  if (ids.length === 0) return;
  const rows = await tx.rows<{ id: MeterId }>(METERS, [tx.ctx.companyId, ids]);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw meterUnknown({ meter: unknown });
}
