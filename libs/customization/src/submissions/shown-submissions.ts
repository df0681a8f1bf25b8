import { type Tx, arrays, sql } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { sight } from '@quittance/lists';
import { maskMembers, personalFields } from '@quittance/mass';
import type { CompanyModel, CompanyObject } from '@quittance/metadata';
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

/** What somebody has asked for. */
export interface ShownAs {
  /** A file of it leaves the house: that asks for the right to export, and masks personal data. */
  readonly isFile?: boolean;
}

/**
 * What was filled in, as whoever asks is shown it. What became a record is for who may view all
 * records of its kind; others are told that it was filled in. What became a hidden field of it is
 * left out.
 */
export async function shownSubmissions(
  tx: Tx,
  { objects }: CompanyModel,
  submissions: readonly SubmissionView[],
  { isFile = false }: ShownAs = {},
): Promise<readonly SubmissionView[]> {
  if (tx.ctx.permissions.all || submissions.length === 0) return submissions;
  const versions = await tx.rows<Mapped>(MAPPINGS, [
    tx.ctx.companyId,
    arrays.uuid(submissions, ({ formId }) => formId),
    arrays.int4(submissions, ({ formVersion }) => formVersion),
  ]);
  const shown = new Map(
    versions.map(({ formId, number, mapping }) => {
      const object = mapping && objects.get(mapping.object);
      const how = object ? sightOf(tx.ctx, object, mapping, isFile) : undefined;
      return [`${formId} ${number}`, how];
    }),
  );
  return submissions.map((each) => {
    const how = shown.get(`${each.formId} ${each.formVersion}`);
    if (!how) return each;
    if (how === 'closed') return { ...each, values: {}, recordId: null };
    const left = Object.entries(each.values).filter(([name]) => !how.hidden.has(name));
    return { ...each, values: maskMembers(Object.fromEntries(left), how.masked) };
  });
}

/** How somebody is shown what became records: not at all, or without some of what they hold. */
type Sight =
  | 'closed'
  | {
      readonly hidden: ReadonlySet<string>;
      readonly masked: readonly string[];
    };

function sightOf(ctx: Ctx, object: CompanyObject, { fields }: FormMapping, isFile: boolean): Sight {
  const { permissions } = ctx;
  const { resource } = object;
  const seesAll =
    permissions.can(resource, 'view') && permissions.scope(resource, 'view') === 'all';
  if (!seesAll || (isFile && !permissions.can(resource, 'export'))) return 'closed';
  const sourcesOf = (isMeant: (target: string) => boolean) =>
    Object.entries(fields).flatMap(([target, source]) => (isMeant(target) ? [source] : []));
  const kept = sight.hidden(ctx, object);
  const personal = isFile ? personalFields(ctx, object) : [];
  return {
    hidden: new Set(sourcesOf((target) => kept?.has(target) ?? false)),
    masked: sourcesOf((target) => personal.includes(target)),
  };
}
