import { createDoor, ForwardMigration } from '@quittance/database';
import type { QueryRunner } from 'typeorm';

/** How the dunning runs of all companies fare, for whoever keeps the product going. */
export class DunningFigures1764001100711 extends ForwardMigration {
  name = 'DunningFigures1764001100711';

  async up(runner: QueryRunner): Promise<void> {
    const signature = 'dunning.door_run_figures(since timestamptz, at timestamptz)';
    const row = 'table (kind text, runs bigint, seconds double precision)';
    const told = `
      select 'open', count(*) filter (where r.status in ('running')),
        coalesce(max(extract(epoch from at - r.started_at))
          filter (where r.status in ('running')), 0)::float8
      from runs r
      union all
      select 'failed', count(*) filter (where r.status in ('failed')), 0::float8 from runs r
      union all
      select 'finished', count(*) filter (where r.finished_at is not null),
        coalesce(max(extract(epoch from r.finished_at - r.started_at)), 0)::float8
      from runs r`;
    const columns = 'r.status, r.started_at, r.finished_at';
    // By run_started_index, company by company.
    const query = `with runs as (
        select b.status, b.started_at, b.finished_at
        from company.pub_company k cross join lateral (
          select ${columns} from dunning.run r
          where r.company_id = k.id and r.started_at >= since) b) ${told}`;
    const onCitus = `with runs as (
        select ${columns} from dunning.run r where r.started_at >= since) ${told}`;
    await createDoor(runner, signature, row, { query, onCitus });
  }
}
