import type { FieldValues, ObjectHooks } from '@quittance/objects';
import { pipelineInUse } from '../crm.errors.js';
import {
  DEFAULT_STAGES,
  stagesOf,
  type GivenStage,
  type PipelineId,
  type Stage,
} from './pipeline.js';
import { clearDefault, hasDeals, writeStages } from './pipeline.repository.js';

export const pipelineHooks: ObjectHooks = {
  async beforeCreate(tx, pipelines) {
    const last = pipelines.findLast(({ isDefault }) => isDefault);
    if (last) await clearDefault(tx, []);
    return pipelines.map((pipeline) => {
      // Stages of another pipeline, as a copy has them, become stages of its own.
      const given = (pipeline.stages ?? DEFAULT_STAGES) as unknown as readonly GivenStage[];
      const stages = stagesOf(given.map(({ id: _, ...stage }) => stage));
      return { ...pipeline, stages: stages as never, isDefault: pipeline === last };
    });
  },

  async afterCreate(tx, pipelines) {
    for (const { id, stages } of pipelines) await writeStages(tx, id as never, read(stages));
  },

  async beforeUpdate(tx, changes) {
    const last = changes.findLast(({ changes: { isDefault } }) => isDefault);
    if (last) await clearDefault(tx, [last.before.id]);
    return changes.map((change): FieldValues => {
      const { before, changes: changed } = change;
      const loses: FieldValues = changed.isDefault && change !== last ? { isDefault: false } : {};
      if (changed.stages === undefined) return loses;
      const stages = stagesOf(read(changed.stages) ?? [], read(before.stages));
      return { ...loses, stages: stages as never };
    });
  },

  async afterUpdate(tx, changes) {
    for (const { after, changes: changed } of changes) {
      if (changed.stages !== undefined) {
        await writeStages(tx, after.id as unknown as PipelineId, read(after.stages));
      }
    }
  },

  /** @throws DomainError pipeline_in_use */
  async beforeDelete(tx, pipelines) {
    const used = pipelines.find(({ isDefault }) => isDefault) ?? pipelines[0];
    if (!used) return;
    const ids = pipelines.map(({ id }) => id);
    if (used.isDefault || (await hasDeals(tx, ids)))
      throw pipelineInUse({ name: String(used.name) });
  },
};

function read(stages: unknown): readonly Stage[] {
  return stages as readonly Stage[];
}
