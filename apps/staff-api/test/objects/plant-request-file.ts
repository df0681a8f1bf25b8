import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

/** A file that hangs on a request for a quote, as one that its customer has uploaded for it. */
export async function plantRequestFile(
  t: TestDatabase,
  client: StaffClient,
  { accountId, requestId }: { readonly accountId: string; readonly requestId: string },
): Promise<string> {
  const path = `/accounts/${accountId}/documents?fileName=planted.txt&visibility=customer`;
  const headers = { 'content-type': 'text/plain' };
  const { body } = await client.call('POST', path, { body: 'planted', headers });
  const { id } = body as { readonly id: string };
  await t.db.write(t.ctx(client.companyId), (tx) =>
    tx.run(
      `update objects.document set object = 'quote-request', record_id = $3
       where company_id = $1 and id = $2`,
      [client.companyId, id, requestId],
    ),
  );
  return id;
}
