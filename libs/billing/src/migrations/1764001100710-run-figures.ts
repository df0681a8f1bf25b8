import { createDoor, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** How the billing runs of all companies fare, for whoever keeps the product going. */
export class RunFigures1764001100710 extends ForwardMigration {
  name = 'RunFigures1764001100710';

  async up(runner: QueryRunner): Promise<void> {
    const signature = 'billing.door_run_figures(since timestamptz, at timestamptz)';
    const row = 'table (kind text, runs bigint, seconds double precision)';
    const told = `
      select 'open', count(*) filter (where r.status in ('queued', 'running')),
        coalesce(max(extract(epoch from at - coalesce(r.started_at, r.created_at)))
          filter (where r.status in ('queued', 'running')), 0)::float8
      from runs r
      union all
      select 'failed',
        count(*) filter (where r.status in ('failed', 'completed_with_failures')), 0::float8
      from runs r
      union all
      select 'finished', count(*) filter (where r.finished_at is not null),
        coalesce(max(extract(epoch from
          r.finished_at - coalesce(r.started_at, r.created_at))), 0)::float8
      from runs r`;
    const columns = 'r.status, r.started_at, r.created_at, r.finished_at';
    // By billing_run_created_index, company by company.
    const query = `with runs as (
        select b.status, b.started_at, b.created_at, b.finished_at
        from company.pub_company k cross join lateral (
          select ${columns} from billing.billing_run r
          where r.company_id = k.id and r.created_at >= since) b) ${told}`;
    const onCitus = `with runs as (
        select ${columns} from billing.billing_run r where r.created_at >= since) ${told}`;
    await createDoor(runner, signature, row, { query, onCitus });
  }
}
