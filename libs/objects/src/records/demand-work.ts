import type { Tx } from '@quittance/database';
import type { CompanyObject } from '@quittance/metadata';
import { requestTooCostly } from '../objects.errors.js';
import { DraftsRefused, type Draft } from './draft.js';

/** What could not be worked out is neither judged nor kept nor told: all of the set is refused. */
export function demandWork({ ctx }: Tx, { name }: CompanyObject, drafts: readonly Draft[]): void {
  if (!ctx.work?.exhausted) return;
  for (const draft of drafts) draft.problem ??= requestTooCostly({ object: name });
  throw new DraftsRefused(drafts);
}
