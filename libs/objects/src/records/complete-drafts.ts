import type { Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { CompanyObject, CompletedRecord, PendingRecord } from '@quittance/metadata';
import { computeFields } from '../computed/compute-fields.js';
import { checkMasters } from './check-masters.js';
import { checkReferences } from './check-references.js';
import { demandWork } from './demand-work.js';
import { addValues, differing, isRefused, type Draft } from './draft.js';
import { inputReader } from './read-input.js';

/**
 * Lets whoever is asked before a save set fields of sound drafts, in their order. What is set is
 * read and checked as if it had been sent, but for the actor's rights: a rule holds for everybody.
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
      const completed = await step(await pendingOf(tx, { object, part }, sound));
      await take(tx, { object, part }, sound, completed);
    }
  }
}

/** What is saved, and the part of it that can be set. */
interface Completed {
  readonly object: CompanyObject;
  readonly part: CompanyObject;
}

/** With what is computed of each, whoever saves it. */
async function pendingOf(
  tx: Tx,
  { object, part }: Completed,
  drafts: readonly Draft[],
): Promise<readonly PendingRecord[]> {
  const saved = drafts.map(({ after }) => after);
  const computed = await computeFields(tx, object, saved, 'company');
  demandWork(tx, object, drafts);
  return drafts.map((draft, i) => ({
    before: draft.before?.view ?? null,
    after: computed[i] ?? draft.after,
    changes: changesOf({ object, part }, draft),
  }));
}

/** All that the save changes, also what others write of a document. */
function changesOf({ object, part }: Completed, { before, after, values }: Draft): FieldValues {
  if (part === object) return values;
  const named = Object.entries(after).filter(([name]) => object.fields.has(name));
  const whole = Object.fromEntries(named);
  return before ? differing(before.view, whole) : whole;
}

async function take(
  tx: Tx,
  { object, part }: Completed,
  drafts: readonly Draft[],
  completed: readonly (CompletedRecord | null)[],
): Promise<void> {
  // Nobody sends it: a role that may not write a field saves records all the same.
  const read = inputReader(tx, part, { sent: {} }, object);
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
