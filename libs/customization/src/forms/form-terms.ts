import type { Tx } from '@quittance/database';
import { readAhead } from '@quittance/formula';
import { dateAt } from '@quittance/calendar';
import { WorkBudget } from '@quittance/work';
import { findMasterCodes, type MasterKey } from '@quittance/masters';
import { readWork } from '@quittance/fields';
import type { CompanyModel } from '@quittance/metadata';
import { formArchived, formNotArchived, formNotPublished } from '../customization.errors.js';
import { checkedDefinition } from './check-definition.js';
import { entriesOfDefinition } from './form-masters.js';
import { mayMove, type FormDefinition, type FormMove } from './form.js';
import type { Form } from './form.entity.js';
import type { SubmissionTerms } from '../submissions/submission-terms.js';

/** What values of a form are read by; of masters it knows the entries that are asked about. */
export async function termsOf(
  tx: Tx,
  { terms }: CompanyModel,
  asked: readonly MasterKey[],
): Promise<SubmissionTerms> {
  const { timeZone, baseCurrency } = terms;
  const { now, work: whole } = tx.ctx;
  const wanted = new Map(asked.map((each) => [keyOf(each.type, each.code), each]));
  const found = await findMasterCodes(tx, [...wanted.values()]);
  const known = new Set(found.map(({ type, code }) => keyOf(type, code)));
  const hasEntry = (type: string, code: string) => known.has(keyOf(type, code));
  const work = new WorkBudget(readWork.most, whole);
  return { now, today: dateAt(now, timeZone), timeZone, baseCurrency, hasEntry, work };
}

const keyOf = (type: string, code: string) => `${type} ${code}`;

/**
 * A definition as it is stored, by the company's objects and masters.
 * @throws DomainError validation_failed, with everything that is wrong
 */
export async function definitionOf(
  tx: Tx,
  model: CompanyModel,
  definition: FormDefinition,
): Promise<FormDefinition> {
  const terms = await termsOf(tx, model, entriesOfDefinition(definition));
  await readAhead(formulasOf(definition));
  return checkedDefinition(definition, model.objects, terms);
}

/** The conditions of a form that are formulas. */
export function formulasOf({ rules }: FormDefinition): readonly string[] {
  return rules.flatMap(({ when }) => (typeof when === 'string' ? [when] : []));
}

const REFUSALS = {
  edit: formArchived,
  publish: formArchived,
  archive: formArchived,
  restore: formNotArchived,
  submit: formNotPublished,
} as const;

/** @throws DomainError form_archived, form_not_archived, form_not_published */
export function checkMove(move: FormMove, { name, status }: Form): void {
  if (!mayMove(move, status)) throw REFUSALS[move]({ name, status });
}
