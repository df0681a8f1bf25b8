import type { Tx } from '@quittance/database';
import type { CompanyObject, CompletedRecord, PendingRecord } from '@quittance/metadata';
import { computeFields } from '../computed/compute-fields.js';
import { checkMasters } from './check-masters.js';
import { checkReferences } from './check-references.js';
import { demandWork } from './demand-work.js';
import { addValues, isRefused, type Draft } from './draft.js';
import { inputReader } from './read-input.js';

/**
 * Lets whoever is asked before a save set fields of sound drafts, in their order. What is set is
 * read and checked as if it had been sent, but for the actor's scope: a rule holds for everybody.
 * @param part of the object that can be set, where that is not all of it
 */
export async function completeDrafts(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
  part = object,
): Promise<void> {
  for (const check of object.model.checks) {
    const steps = (await check.completions?.(tx, object)) ?? [];
    for (const step of steps) {
      const sound = drafts.filter((draft) => !isRefused(draft));
      if (sound.length === 0) return;
      const completed = await step(await pendingOf(tx, object, sound));
      await take(tx, { object, part }, sound, completed);
    }
  }
}

/** With what is computed of each, whoever saves it. */
async function pendingOf(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Promise<readonly PendingRecord[]> {
  const saved = drafts.map(({ after }) => after);
  const computed = await computeFields(tx, object, saved, 'company');
  demandWork(tx, object, drafts);
  return drafts.map(({ before, after, values }, i) => ({
    before: before?.view ?? null,
    after: computed[i] ?? after,
    changes: values,
  }));
}

async function take(
  tx: Tx,
  { object, part }: { readonly object: CompanyObject; readonly part: CompanyObject },
  drafts: readonly Draft[],
  completed: readonly (CompletedRecord | null)[],
): Promise<void> {
  const read = inputReader(tx, part, {}, object);
  const set: Draft[] = [];
  for (const [i, draft] of drafts.entries()) {
    const { values: given, problem } = completed[i] ?? {};
    if (problem) draft.problem ??= problem;
    if (!given) continue;
    const { values, errors } = read(given, draft.after);
    draft.errors.push(...errors);
    addValues(draft, values);
    // Only what was set just now is asked about; what is wrong with it is wrong with the draft.
    set.push({ ...draft, values });
  }
  await checkReferences(tx, part, set, true);
  await checkMasters(tx, part, set, completedInputs(set));
}

/** By the index of their drafts, as what was sent is. */
function completedInputs(drafts: readonly Draft[]) {
  const inputs: Draft['values'][] = [];
  for (const { index, values } of drafts) inputs[index] = values;
  return inputs;
}
