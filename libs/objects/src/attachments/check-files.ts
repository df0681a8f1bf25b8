import { sql, type Tx } from '@quittance/database';
import { sentFaults, type FieldValue } from '@quittance/fields';
import type { CompanyObject } from '@quittance/metadata';
import type { Draft } from '../records/draft.js';
import type { DocumentId } from './document.js';

interface AttachedFile {
  readonly id: DocumentId;
  readonly recordId: string;
  readonly bytes: number;
  readonly mimeType: string;
}

/** By the primary key; locked, so that none is removed before the field that names it is saved. */
const FILES = sql(`
  select d.id, d.record_id as "recordId", d.size::int as bytes, d.mime_type as "mimeType"
  from objects.document d
  where d.company_id = $1 and d.id = any($2::uuid[]) and d.object = $3 and d.state = 'stored'
  order by d.id for key share`);

/**
 * Whether the files that are newly put in a field hang on that very record and are of the size and
 * kind that the field takes: one statement for all fields of all records.
 */
export async function checkFiles(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Promise<void> {
  const fields = [...object.fields.values()].filter(({ type }) => type === 'file');
  if (fields.length === 0) return;
  const added = drafts.flatMap((draft) =>
    fields.flatMap(({ name, settings }) => {
      const before = idsOf(draft.before?.view[name] ?? null);
      return idsOf(draft.values[name] ?? null).flatMap((id, i) =>
        before.includes(id) ? [] : [{ draft, settings, id, pointer: `/${name}/${i}` }],
      );
    }),
  );
  if (added.length === 0) return;
  const ids = [...new Set(added.map(({ id }) => id))];
  const found = await tx.rows<AttachedFile>(FILES, [tx.ctx.companyId, ids, object.name]);
  const files = new Map<string, AttachedFile>(found.map((file) => [file.id, file]));
  for (const { draft, settings, id, pointer } of added) {
    const file = files.get(id);
    if (file?.recordId !== draft.id) {
      const message = 'There is no such document on this record: attach the file to it first.';
      draft.errors.push({ pointer, code: 'reference_not_found', message });
    } else {
      const fault = sentFaults.file(settings, file);
      if (fault) draft.errors.push({ pointer, ...fault });
    }
  }
}

function idsOf(value: FieldValue): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
