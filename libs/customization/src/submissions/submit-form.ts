import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { readAhead } from '@quittance/formula';
import { DomainError, invalidFields, newId, type Ctx } from '@quittance/kernel';
import { CompanyModels, type CompanyModel, type RecordId } from '@quittance/metadata';
import { attemptCreates } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import { formRecordDenied } from '../customization.errors.js';
import { entriesOfSubmission } from '../forms/form-masters.js';
import { checkMove, formulasOf, termsOf } from '../forms/form-terms.js';
import type { FormDefinition, FormId, FormMapping } from '../forms/form.js';
import { frozenDefinition, holdForm } from '../forms/form.repository.js';
import { readSubmission } from './read-submission.js';
import type { SubmissionView } from './submission.js';
import { keepSubmissionKey, submissionUnder } from './submission-key.js';
import { findSubmission, insertSubmission } from './submission.repository.js';
import { toldToAnybody } from './told-to-anybody.js';

export interface FilledForm {
  readonly values: Readonly<Record<string, unknown>>;
  readonly via: SubmissionView['via'];
  /** The key of a caller who has no other protection against sending it twice. */
  readonly once?: SubmissionKey;
}

export interface SubmissionKey {
  readonly key: string;
  /** Told that it was sent before, with the same values or with others: those it refuses. */
  known(isSame: boolean): void;
}

/**
 * Takes a filled-in form, against the version that is published, and makes the record it is to
 * make. Of what is like a record that is there already the public is told nothing: it is taken like
 * any other, and left without a record of its own to whoever reads the submissions.
 */
@Injectable()
export class SubmitForm {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * @throws DomainError not_found, form_not_published, form_record_denied, validation_failed and
   *   whatever else the making of the record says
   */
  async execute(ctx: Ctx, id: FormId, { values, via, once }: FilledForm): Promise<SubmissionView> {
    return this.db.write(ctx, async (tx) => {
      const form = await holdForm(tx, id);
      const before = once && (await submissionUnder(tx, id, once.key, values));
      if (before) {
        once.known(before.isSame);
        return findSubmission(tx, id, before.id);
      }
      checkMove('submit', form);
      const definition = await frozenDefinition(tx, id, form.publishedVersion);
      const model = await this.models.of(tx);
      const terms = await termsOf(tx, model, entriesOfSubmission(definition, values));
      await readAhead(formulasOf(definition));
      const read = await readSubmission(definition, values, terms);
      if (read.errors.length > 0) throw invalidFields(read.errors);
      const submission: SubmissionView = {
        id: newId<'form-submission'>(),
        formId: id,
        formVersion: form.publishedVersion,
        values: read.values,
        ...(await makeRecord(tx, model, definition, { values: read.values, via })),
        via,
        submittedBy: ctx.userId,
        submittedAt: ctx.now,
      };
      await insertSubmission(tx, submission);
      if (once) await keepSubmissionKey(tx, submission, once.key, values);
      announce(tx, submission);
      return submission;
    });
  }
}

interface MadeRecord {
  readonly recordObject: string | null;
  readonly recordId: RecordId | null;
}

const NO_RECORD: MadeRecord = { recordObject: null, recordId: null };

/** Nothing is made where the object is gone since; of fields that are gone the rest is made. */
async function makeRecord(
  tx: Tx,
  { objects }: CompanyModel,
  { mapping }: FormDefinition,
  { values, via }: Pick<SubmissionView, 'values' | 'via'>,
): Promise<MadeRecord> {
  const object = mapping && objects.get(mapping.object);
  if (!object) return NO_RECORD;
  if (!tx.ctx.permissions.can(object.resource, 'create')) {
    throw formRecordDenied({ object: object.label });
  }
  const mapped = Object.entries(mapping.fields)
    .filter(([target, source]) => object.fields.has(target) && Object.hasOwn(values, source))
    .map(([target, source]) => [target, values[source]] as const);
  const [outcome] = await attemptCreates(tx, object, [Object.fromEntries(mapped)]);
  if (outcome?.record) return { recordObject: object.name, recordId: outcome.record.id };
  const refusal =
    outcome?.error && (via === 'public' ? toldToAnybody(outcome.error) : outcome.error);
  if (refusal) throw inWordsOfForm(refusal, mapping);
  return NO_RECORD;
}

/**
 * What is wrong with a field of the record is wrong with the field of the form that it came from.
 */
function inWordsOfForm(error: DomainError, { fields }: FormMapping): DomainError {
  const errors = error.options.errors?.map((each) => {
    const [, target = '', ...rest] = (each.pointer ?? '').split('/');
    const source = Object.hasOwn(fields, target) ? fields[target] : undefined;
    const at = source === undefined ? ['values'] : ['values', source, ...rest];
    return { ...each, pointer: `/${at.join('/')}` };
  });
  return new DomainError(error.problem, error.params, { ...error.options, errors });
}

function announce(tx: Tx, submission: SubmissionView): void {
  const { id, formId, formVersion, recordObject, recordId, via } = submission;
  const subject = { object: 'form_submission', recordId: id };
  const after = { formId, formVersion, recordObject, recordId, via };
  audit(tx, { action: 'form.submitted', ...subject, after });
  emit(tx, { type: 'record.created', ...subject, data: { ...submission } });
}
