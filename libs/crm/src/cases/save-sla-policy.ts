import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { checkVersion, Database, sql, type Tx } from '@quittance/database';
import { invalidFields, type Ctx, type FieldError } from '@quittance/kernel';
import { minutesOfDay, type OpenHours } from './business-hours.js';
import type { SlaTarget } from './sla.js';
import { readSlaPolicyView, type SlaPolicyView } from './sla-policy.queries.js';

export interface NewSlaPolicy {
  readonly targets: readonly SlaTarget[];
  readonly hours: readonly OpenHours[] | null;
}

const SAVE = sql(`
  insert into crm.sla_policy (company_id, version, targets, hours, updated_at)
  values ($1, $2, $3::jsonb, $4::jsonb, $5)
  on conflict (company_id) do update set version = crm.sla_policy.version + 1,
    targets = excluded.targets, hours = excluded.hours, updated_at = excluded.updated_at
  returning version`);

/**
 * Replaces the service times of the company. Cases that are there keep the times they were given.
 */
@Injectable()
export class SaveSlaPolicy {
  constructor(private readonly db: Database) {}

  /** @throws DomainError precondition_failed, validation_failed */
  async execute(
    ctx: Ctx,
    input: NewSlaPolicy,
    expectedVersion: number | null,
  ): Promise<SlaPolicyView> {
    checkSlaPolicy(input);
    return this.db.write(ctx, (tx) => storeSlaPolicy(tx, input, expectedVersion));
  }
}

/** @throws DomainError validation_failed, with everything that is wrong */
export function checkSlaPolicy({ targets, hours }: NewSlaPolicy): void {
  const errors = [...targetFaults(targets), ...hourFaults(hours ?? [])];
  if (hours?.length === 0) {
    errors.push({ pointer: '/hours', code: 'min', message: 'must have a stretch, or be null' });
  }
  if (errors.length > 0) throw invalidFields(errors);
}

/** Stores a checked policy in place of the one there is. @throws DomainError precondition_failed */
export async function storeSlaPolicy(
  tx: Tx,
  { targets, hours }: NewSlaPolicy,
  expectedVersion: number | null,
): Promise<SlaPolicyView> {
  const before = await readSlaPolicyView(tx, { lock: true });
  checkVersion(before.version, expectedVersion);
  const stored = [JSON.stringify(targets), hours === null ? null : JSON.stringify(hours)];
  const params = [tx.ctx.companyId, before.version + 1, ...stored, tx.ctx.now];
  const { version } = await tx.one<{ version: number }>(SAVE, params);
  const after = { version, targets, hours };
  const changes = changedFields({ ...before }, { ...after });
  audit(tx, { action: 'sla_policy.saved', object: 'sla-policy', ...changes });
  return after;
}

function targetFaults(targets: readonly SlaTarget[]): FieldError[] {
  const seen = new Set<string | null>();
  return targets.flatMap(({ priority }, i) => {
    const twice = seen.has(priority);
    seen.add(priority);
    const message = 'has a target already';
    return twice ? [{ pointer: `/targets/${i}/priority`, code: 'unique', message }] : [];
  });
}

/** Stretches must end after they begin, and those of a day must not overlap. */
function hourFaults(hours: readonly OpenHours[]): FieldError[] {
  return hours.flatMap(({ day, from, to }, i) => {
    const fault = (code: string, message: string) => [{ pointer: `/hours/${i}/to`, code, message }];
    if (minutesOfDay(to) <= minutesOfDay(from)) return fault('min', 'must be after from');
    const overlaps = hours.some(
      (other, k) => k < i && other.day === day && other.from < to && from < other.to,
    );
    return overlaps ? fault('overlap', 'overlaps another stretch of the day') : [];
  });
}
