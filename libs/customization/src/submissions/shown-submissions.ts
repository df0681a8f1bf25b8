import { type Tx, arrays, sql } from '@quittance/database';
import { sight } from '@quittance/lists';
import type { CompanyModel } from '@quittance/metadata';
import type { FormMapping } from '../forms/form.js';
import type { SubmissionView } from './submission.js';

interface Mapped {
  readonly formId: string;
  readonly number: number;
  readonly mapping: FormMapping | null;
}

const MAPPINGS = sql(`
  select v.form_id as "formId", v.number, v.definition->'mapping' as mapping
  from customization.form_version v
  where v.company_id = $1 and (v.form_id, v.number) in
    (select w.form_id, w.number from unnest($2::uuid[], $3::int[]) as w (form_id, number))`);

/**
 * What was filled in, as whoever asks is shown it: without what became a field of a record that is
 * hidden from them.
 */
export async function shownSubmissions(
  tx: Tx,
  { objects }: CompanyModel,
  submissions: readonly SubmissionView[],
): Promise<readonly SubmissionView[]> {
  if (!tx.ctx.permissions.fieldBound?.length || submissions.length === 0) return submissions;
  const versions = await tx.rows<Mapped>(MAPPINGS, [
    tx.ctx.companyId,
    arrays.uuid(submissions, ({ formId }) => formId),
    arrays.int4(submissions, ({ formVersion }) => formVersion),
  ]);
  const hidden = new Map(
    versions.map(({ formId, number, mapping }) => {
      const object = mapping && objects.get(mapping.object);
      const kept = object ? sight.hidden(tx.ctx, object) : undefined;
      const fields = Object.entries(mapping?.fields ?? {});
      const sources = fields.filter(([target]) => kept?.has(target)).map(([, source]) => source);
      return [`${formId} ${number}`, new Set(sources)];
    }),
  );
  return submissions.map((each) => {
    const left = hidden.get(`${each.formId} ${each.formVersion}`);
    if (!left?.size) return each;
    const shown = Object.entries(each.values).filter(([name]) => !left.has(name));
    return { ...each, values: Object.fromEntries(shown) };
  });
}
