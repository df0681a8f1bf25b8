import { objectOf, type ObjectHooks } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { pipelineDefaultInactive, pipelineInUse } from '../crm.errors.js';
import {
  DEFAULT_STAGES,
  stagesOf,
  type GivenStage,
  type PipelineId,
  type Stage,
} from './pipeline.js';
import { clearDefault, followStages, hasDeals, writeStages } from './pipeline.repository.js';

export const pipelineHooks: ObjectHooks = {
  async beforeCreate(tx, pipelines, object) {
    const last = pipelines.findLast(({ isDefault }) => isDefault);
    if (last) refuseInactive(last);
    if (last) await clearDefault(tx, object, []);
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

  async beforeUpdate(tx, changes, object) {
    const last = changes.findLast(({ changes: { isDefault } }) => isDefault);
    const kept = changes.filter((each) => !each.changes.isDefault || each === last);
    kept.forEach(({ after }) => refuseInactive(after));
    if (last) await clearDefault(tx, object, [last.before.id]);
    return changes.map((change): FieldValues => {
      const { before, changes: changed } = change;
      const loses: FieldValues = changed.isDefault && change !== last ? { isDefault: false } : {};
      if (changed.stages === undefined) return loses;
      const stages = stagesOf(read(changed.stages) ?? [], read(before.stages));
      return { ...loses, stages: stages as never };
    });
  },

  async afterUpdate(tx, changes, { model }) {
    const deals = objectOf(model, 'deal');
    for (const { after, changes: changed } of changes) {
      if (changed.stages === undefined) continue;
      const id = after.id as unknown as PipelineId;
      await writeStages(tx, id, read(after.stages));
      await followStages(tx, deals, id);
    }
  },

  /** The default stays where it is. */
  beforeClone: () => Promise.resolve({ isDefault: false }),

  /** @throws DomainError pipeline_in_use */
  async beforeDelete(tx, pipelines) {
    const used = pipelines.find(({ isDefault }) => isDefault) ?? pipelines[0];
    if (!used) return;
    const ids = pipelines.map(({ id }) => id);
    if (used.isDefault || (await hasDeals(tx, ids)))
      throw pipelineInUse({ name: String(used.name) });
  },
};

/**
 * Deals that name no pipeline begin in the default one. @throws DomainError
 * pipeline_default_inactive
 */
function refuseInactive({ name, isDefault, active }: FieldValues): void {
  if (isDefault && !active) throw pipelineDefaultInactive({ name: String(name) });
}

function read(stages: unknown): readonly Stage[] {
  return stages as readonly Stage[];
}
