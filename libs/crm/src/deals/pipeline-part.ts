import {
  flagShape,
  integerShape,
  listShape,
  membersShape,
  oneOfShape,
  refusalsOf,
  textShape,
  type SetupPart,
} from '@quittance/configuration';
import { sql, type Tx } from '@quittance/database';
import { createRecords, updateRecords } from '@quittance/objects';
import type { CompanyModels, CompanyObject, RecordId } from '@quittance/metadata';
import type { FieldValue } from '@quittance/fields';
import { MAX_STAGES, STAGE_KINDS, stagesOf, type Stage } from './pipeline.js';

type StageItem = Pick<Stage, 'name' | 'probability' | 'kind'>;

interface Item {
  readonly name: string;
  readonly isDefault: boolean;
  readonly active: boolean;
  readonly stages: readonly StageItem[];
}

interface Row extends Item {
  readonly id: RecordId;
  readonly stages: readonly Stage[];
}

const SHAPE = membersShape({
  name: textShape(100, 1),
  isDefault: flagShape,
  active: flagShape,
  stages: listShape(
    MAX_STAGES,
    membersShape({
      name: textShape(100, 1),
      probability: integerShape(0, 100),
      kind: oneOfShape(STAGE_KINDS),
    }),
  ),
});

/** Names need not differ: of those that are the same the one made first is meant. */
const ALL = sql(`
  select distinct on (lower(p.name)) p.id, p.name, p.is_default as "isDefault", p.active, p.stages
  from crm.pipeline p where p.company_id = $1 and p.deleted_at is null
  order by lower(p.name), p.created_at, p.id`);

const readAll = (tx: Tx) => tx.rows<Row>(ALL, [tx.ctx.companyId]);

/** Pipelines with their stages, by name. A stage of the same name stays the one it is. */
export function pipelinePart(models: CompanyModels): SetupPart {
  return {
    name: 'pipelines',
    rights: { resource: 'pipelines', toMake: 'create' },
    after: ['masters'],
    read: async (tx) => (await readAll(tx)).map((row) => ({ ...itemOf(row) })),
    keyOf: ({ name }) => String(name).toLowerCase(),
    check(_, { after }) {
      const faults = SHAPE(after, '');
      return faults.length > 0
        ? faults
        : refusalsOf(() => stagesOf((after as unknown as Item).stages));
    },
    async apply(tx, changes) {
      const object = await models.object(tx, 'pipeline');
      const known = await readAll(tx);
      const items = changes.map(({ after }) => after as unknown as Item);
      // The default one last: it takes the mark from whichever had it.
      for (const item of [...items].sort((a, b) => Number(a.isDefault) - Number(b.isDefault))) {
        const named = ({ name }: Item) => name.toLowerCase() === item.name.toLowerCase();
        await bringIn(tx, object, item, known.find(named));
      }
    },
  };
}

function itemOf({ name, isDefault, active, stages }: Row): Item {
  const plain = stages.map(({ name: stage, probability, kind }) => {
    return { name: stage, probability, kind };
  });
  return { name, isDefault, active, stages: plain };
}

async function bringIn(
  tx: Tx,
  object: CompanyObject,
  { name, isDefault, active, stages }: Item,
  known: Row | undefined,
): Promise<void> {
  const given = stages.map((stage) => {
    const there = known?.stages.find(
      (each) => each.name.toLowerCase() === stage.name.toLowerCase(),
    );
    return there ? { id: there.id, ...stage } : stage;
  });
  const record = { name, isDefault, active, stages: given as unknown as FieldValue };
  if (known) await updateRecords(tx, object, [{ id: known.id, patch: record }]);
  else await createRecords(tx, object, [record]);
}
