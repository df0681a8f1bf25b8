import { sql, violates, type Tx } from '@quittance/database';
import { updateRecords } from '@quittance/objects';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { CASCADE } from '../cascade.js';
import { pipelineStageInUse } from '../crm.errors.js';
import type { PipelineId, Stage } from './pipeline.js';

/** One change of default pipelines at a time in a company, until the transaction ends. */
const LOCK_DEFAULT = sql(
  `select pg_advisory_xact_lock(hashtextextended('crm.pipeline_default ' || $1::text, 0))`,
);

/** The default pipeline of the company, by `pipeline_default_key`. */
const DEFAULTS = sql(`
  select id from crm.pipeline
  where company_id = $1 and is_default and deleted_at is null and id <> all($2::uuid[])`);

/** Repeats the stages of a pipeline where deals can refer to them, in one statement. */
const WRITE_STAGES = sql(`
  insert into crm.pipeline_stage (company_id, pipeline_id, id, name, position, probability, kind)
  select k.id, $2::uuid, s.id, s.name, s."order", s.probability, s.kind
  from company.pub_company k cross join jsonb_to_recordset($3::jsonb)
    as s (id uuid, name text, "order" integer, probability integer, kind text)
  where k.id = $1
  on conflict (company_id, pipeline_id, id) do update
    set name = excluded.name, position = excluded.position, probability = excluded.probability,
      kind = excluded.kind`);

const REMOVE_STAGES = sql(`
  delete from crm.pipeline_stage
  where company_id = $1 and pipeline_id = $2 and id <> all($3::uuid[])`);

/** A stage to go that deals stand in, by `deal_stage_index`. */
const FIRST_IN_USE = sql(`
  select s.name as stage, count(*)::int as count
  from crm.pipeline_stage s join crm.deal d on d.company_id = $1
    and d.pipeline_id = s.pipeline_id and d.stage_id = s.id
  where s.company_id = $1 and s.pipeline_id = $2 and s.id <> all($3::uuid[])
  group by s.id, s.name, s.position order by s.position limit 1`);

/** Open deals whose stage says another probability than theirs, unless somebody said theirs. */
const FOLLOWERS = sql(`
  select d.id from crm.deal d
  join crm.pipeline_stage s on s.company_id = $1 and s.pipeline_id = d.pipeline_id
    and s.id = d.stage_id
  where d.company_id = $1 and d.pipeline_id = $2 and d.status = 'open' and d.deleted_at is null
    and not d.probability_overridden and d.probability <> s.probability
  order by d.id`);

/** Deals that are changed together. */
const BATCH = 1000;

const HAS_DEALS = sql(`
  select exists (select from crm.deal
    where company_id = $1 and pipeline_id = any($2::uuid[]) and deleted_at is null) as used`);

/** Takes the default from every other pipeline. */
export async function clearDefault(
  tx: Tx,
  pipelines: CompanyObject,
  except: readonly string[],
): Promise<void> {
  await lockDefault(tx);
  const found = await tx.rows<{ id: RecordId }>(DEFAULTS, [tx.ctx.companyId, except]);
  const updates = found.map(({ id }) => ({ id, patch: { isDefault: false } }));
  await updateRecords(tx, pipelines, updates, CASCADE);
}

export async function lockDefault(tx: Tx): Promise<void> {
  await tx.run(LOCK_DEFAULT, [tx.ctx.companyId]);
}

/** @throws DomainError pipeline_stage_in_use */
export async function writeStages(
  tx: Tx,
  pipelineId: PipelineId,
  stages: readonly Stage[],
): Promise<void> {
  const { companyId } = tx.ctx;
  const kept = [companyId, pipelineId, stages.map(({ id }) => id)];
  const used = await tx.maybe<{ stage: string; count: number }>(FIRST_IN_USE, kept);
  if (used) throw pipelineStageInUse({ ...used });
  await tx.run(REMOVE_STAGES, kept).catch((error: unknown) => {
    throw violates(error, 'deal_stage_fk') ? pipelineStageInUse({ stage: '', count: 1 }) : error;
  });
  await tx.run(WRITE_STAGES, [companyId, pipelineId, JSON.stringify(stages)]);
}

/**
 * Gives open deals the probability of their stage, where nobody said another: changes of theirs.
 */
export async function followStages(
  tx: Tx,
  deals: CompanyObject,
  pipelineId: PipelineId,
): Promise<void> {
  const found = await tx.rows<{ id: RecordId }>(FOLLOWERS, [tx.ctx.companyId, pipelineId]);
  // To clear a probability is to go back to that of the stage.
  const updates = found.map(({ id }) => ({ id, patch: { probability: null } }));
  for (let from = 0; from < updates.length; from += BATCH) {
    await updateRecords(tx, deals, updates.slice(from, from + BATCH), CASCADE);
  }
}

export async function hasDeals(tx: Tx, pipelineIds: readonly string[]): Promise<boolean> {
  const found = await tx.one<{ used: boolean }>(HAS_DEALS, [tx.ctx.companyId, pipelineIds]);
  return found.used;
}
