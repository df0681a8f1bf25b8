import { atSavepoint, type Tx } from '@quittance/database';
import { DomainError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { DraftsRefused, isRefused, draftRefusal, type Draft } from './draft.js';
import type { RecordOptions, RecordOutcome } from './record-write.js';
import { saveDrafts } from './save-records.js';
import { tellFaults } from './tell-faults.js';

/**
 * Saves those drafts that can be saved. A set that is refused is tried again without those it was
 * refused for; where a hook refuses without naming a record, the set is halved until it has one.
 */
export async function attemptDrafts(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  options: RecordOptions,
): Promise<readonly RecordOutcome[]> {
  const outcomes = new Map<Draft, RecordOutcome>();
  const refuse = (draft: Draft, error: DomainError) => outcomes.set(draft, { error });

  const attempt = async (set: readonly Draft[]): Promise<void> => {
    if (set.length === 0) return;
    try {
      const fresh = set.map(copyOf);
      const views = await atSavepoint(tx, (part) => saveDrafts(part, object, fresh, options));
      for (const [i, draft] of set.entries()) {
        const record = views[i];
        if (record) outcomes.set(draft, { record });
      }
    } catch (error) {
      await tryAgain(set, error);
    }
  };

  const tryAgain = async (set: readonly Draft[], error: unknown): Promise<void> => {
    if (error instanceof DraftsRefused) {
      const refused = new Map(error.drafts.map((each) => [each.index, each]));
      for (const draft of set) {
        const reason = refused.get(draft.index);
        if (reason) refuse(draft, draftRefusal(reason));
      }
      return attempt(set.filter(({ index }) => !refused.has(index)));
    }
    if (!(error instanceof DomainError)) throw error;
    const [only] = set;
    if (only && set.length === 1) {
      refuse(only, error);
      return;
    }
    const middle = set.length >> 1;
    await attempt(set.slice(0, middle));
    await attempt(set.slice(middle));
  };

  const refused = drafts.filter(isRefused);
  await attempt(drafts.filter((draft) => !isRefused(draft)));
  // Behind the others: what these have taken is taken.
  await tellFaults(tx, object, refused);
  for (const draft of refused) refuse(draft, draftRefusal(draft));
  return drafts.map((draft) => outcomes.get(draft) as RecordOutcome);
}

/** What an attempt adds to a draft must not reach the next. */
function copyOf(draft: Draft): Draft {
  return { ...draft, errors: [...draft.errors] };
}
