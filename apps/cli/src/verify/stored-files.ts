import type { CheckedInvariant, OwnerQuery, Violation } from '@quittance/database/host';
import type { CompanyId } from '@quittance/kernel';
import type { DocumentId, FileStore } from '@quittance/objects/host';

/** Read at once: a hundred bytes each. */
const PAGE = 10_000;
const LISTED = 1000;
const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Row {
  readonly company_id: CompanyId;
  readonly id: DocumentId;
  readonly file_name: string;
  /** As the driver shows a bigint. */
  readonly size: string;
}

/** Looks for the file of every document, and at its size; its bytes are not read. */
export async function checkStoredFiles(
  query: OwnerQuery,
  store: Pick<FileStore, 'sizeOf'>,
): Promise<CheckedInvariant> {
  const started = performance.now();
  const violations: Violation[] = [];
  let count = 0;
  let after = [NOBODY, NOBODY];
  for (let rows: Row[]; (rows = await pageAfter(query, after)).length > 0;) {
    for (const { company_id: companyId, id, file_name: name, size } of rows) {
      const found = await store.sizeOf(companyId, id);
      if (found === Number(size)) continue;
      count += 1;
      const wrong =
        `${found === null ? 'is missing in' : `is cut short or replaced (${found} bytes) in`} ` +
        `DATA_DIR/documents: put ${name} back from the backup of DATA_DIR`;
      if (count <= LISTED) {
        violations.push({ invariant: 'F6', companyId, object: 'document', record: id, wrong });
      }
    }
    const last = rows.at(-1);
    after = [last?.company_id ?? '', last?.id ?? ''];
  }
  const milliseconds = Math.round(performance.now() - started);
  return { id: 'F6', holds: 'The files of documents are there', count, violations, milliseconds };
}

async function pageAfter(query: OwnerQuery, [company, id]: readonly string[]): Promise<Row[]> {
  return (await query(
    `select company_id, id, file_name, size from objects.document
     where state = 'stored' and (company_id, id) > ('${company}', '${id}')
     order by company_id, id limit ${PAGE}`,
  )) as Row[];
}
