import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { besideRecords } from '@quittance/objects';
import type { RecordId } from '@quittance/metadata';
import { emit } from '@quittance/outbox';
import { DEFAULT_STAGES, stagesOf, type PipelineId, type Stage } from './pipeline.js';
import { pipelineObject } from './pipeline-record.js';
import { lockDefault, writeStages } from './pipeline.repository.js';

/** A pipeline as deals need it. */
export interface PipelineStages {
  readonly id: PipelineId;
  readonly name: string;
  readonly active: boolean;
  readonly stages: readonly Stage[];
}

/** By primary key, whatever the number. */
const READ = sql(`
  select id, name, active, stages from crm.pipeline
  where company_id = $1 and id = any($2::uuid[]) and deleted_at is null`);

/**
 * The same with the rows held against a change of their stages, which holds them
 * `for no key update`: a weaker lock would let stages change that a deal is about to take its
 * probability from.
 */
const HOLD = sql(`${READ.text} order by id for share`);

/** By `pipeline_default_key`. */
const READ_DEFAULT = sql(`
  select id, name, active, stages from crm.pipeline
  where company_id = $1 and is_default and deleted_at is null`);

const INSERT = sql(`
  insert into crm.pipeline (company_id, id, name, stages, is_default, owner_id, created_by,
    updated_by, created_at, updated_at)
  values ($1, $2, $3, $4::jsonb, true, $5, $5, $5, $6, $6)`);

/** The pipelines among `ids` that exist, by id. */
export async function readPipelines(
  tx: Tx,
  ids: readonly string[],
  { hold = false } = {},
): Promise<ReadonlyMap<string, PipelineStages>> {
  if (ids.length === 0) return new Map();
  const params = [tx.ctx.companyId, [...new Set(ids)]];
  const rows = await tx.rows<PipelineStages>(hold ? HOLD : READ, params);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The company's default pipeline, which is made when it is needed first. */
export async function defaultPipeline(tx: Tx): Promise<PipelineStages> {
  const params = [tx.ctx.companyId];
  const known = await tx.maybe<PipelineStages>(READ_DEFAULT, params);
  if (known) return known;
  await lockDefault(tx);
  return (await tx.maybe<PipelineStages>(READ_DEFAULT, params)) ?? seed(tx);
}

async function seed(tx: Tx): Promise<PipelineStages> {
  const { companyId, userId, now } = tx.ctx;
  const id = newId<'pipeline'>();
  const pipeline = { id, name: 'Sales', active: true, stages: stagesOf(DEFAULT_STAGES) };
  const stages = JSON.stringify(pipeline.stages);
  await tx.run(INSERT, [companyId, id, pipeline.name, stages, userId, now]);
  await writeStages(tx, id, pipeline.stages);
  await besideRecords.store(tx, pipelineObject, { ...pipeline, id: id as string as RecordId });
  const record = { object: 'pipeline', recordId: id };
  audit(tx, { action: 'pipeline.created', ...record, after: pipeline });
  emit(tx, { type: 'record.created', ...record, data: { ...pipeline, isDefault: true } });
  return pipeline;
}

/** By `pipeline_stage_id_index`. */
const OF_STAGE = sql(`
  select p.id, p.name, p.active, p.stages from crm.pipeline_stage s
  join crm.pipeline p on p.company_id = $1 and p.id = s.pipeline_id
  where s.company_id = $1 and s.id = $2 and p.deleted_at is null
  for share of p`);

/** The pipeline that a stage belongs to, held against a change of its stages. */
export function pipelineOfStage(tx: Tx, stageId: string): Promise<PipelineStages | undefined> {
  return tx.maybe<PipelineStages>(OF_STAGE, [tx.ctx.companyId, stageId]);
}
