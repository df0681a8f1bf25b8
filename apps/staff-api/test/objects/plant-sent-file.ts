import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

interface SentFile {
  /** Where it was before. */
  readonly accountId: string;
  readonly object: string;
  readonly recordId: string;
}

/** A file that hangs on a record, as one that a user of a portal has uploaded for it. */
export async function plantSentFile(
  t: TestDatabase,
  client: StaffClient,
  { accountId, object, recordId }: SentFile,
): Promise<string> {
  const path = `/accounts/${accountId}/documents?fileName=planted.txt&visibility=customer`;
  const headers = { 'content-type': 'text/plain' };
  const { body } = await client.call('POST', path, { body: 'planted', headers });
  const { id } = body as { readonly id: string };
  await t.db.write(t.ctx(client.companyId), (tx) =>
    tx.run(
      `update objects.document set object = $4, record_id = $3
       where company_id = $1 and id = $2`,
      [client.companyId, id, recordId, object],
    ),
  );
  return id;
}
