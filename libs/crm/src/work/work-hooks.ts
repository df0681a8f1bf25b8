import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { workMoveFault, type TaskStatus } from './work.js';

/** When it was completed, as long as it is. */
export const workHooks: ObjectHooks = {
  async faults(_, all) {
    return all.map(({ before, after }) =>
      before ? workMoveFault(before.status as TaskStatus, after.status as TaskStatus) : null,
    );
  },

  async beforeCreate({ ctx }, all) {
    return all.map(({ status }): FieldValues =>
      status === 'completed' ? { completedAt: ctx.now } : {},
    );
  },

  async beforeUpdate({ ctx }, changes) {
    return changes.map(({ before, after }): FieldValues => {
      if (before.status === after.status) return {};
      return { completedAt: after.status === 'completed' ? ctx.now : null };
    });
  },
};
