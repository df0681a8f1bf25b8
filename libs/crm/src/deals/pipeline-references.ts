import type { SetupReference } from '@quittance/configuration';
import { sql, type Tx } from '@quittance/database';
import type { Stage } from './pipeline.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly stages: readonly Pick<Stage, 'id' | 'name'>[];
}

/** Of those that are called alike the one made first comes first, as in the part of the set-up. */
const PIPELINES = sql(`
  select p.id, p.name, p.stages from crm.pipeline p
  where p.company_id = $1 and p.deleted_at is null order by p.created_at, p.id`);

const read = (tx: Tx) => tx.rows<Row>(PIPELINES, [tx.ctx.companyId]);

/** Pipelines by their names, stages by those of both: `Sales/Proposal`. */
export const pipelineReferences: readonly SetupReference[] = [
  { kind: 'pipeline', resource: 'pipelines', read },
  {
    kind: 'stage',
    resource: 'pipelines',
    read: async (tx) =>
      (await read(tx)).flatMap(({ name, stages }) =>
        stages.map((stage) => ({ id: stage.id, name: `${name}/${stage.name}` })),
      ),
  },
];
