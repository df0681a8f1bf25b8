import { newId } from '@quittance/kernel';
import type { StaffClient } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

/** What a rule asks whoever signs in with the client about a lead; answers its id. */
export async function plantRecordApproval(
  t: TestDatabase,
  client: StaffClient,
  leadId: string,
): Promise<string> {
  const me = (await client.call('GET', '/auth/me')).body as { user: { id: string } };
  const id = newId();
  await t.db.write(t.ctx(client.companyId), (tx) =>
    tx.run(
      `insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title,
         status, step, steps, asked, requested_at, history)
       values ($1, $2, $2, 'Planted', 'lead', $3, 'Planted', 'waiting', 1,
         '[{"approver": "owner"}]', jsonb_build_array($4::text), now(), '[]')`,
      [client.companyId, id, leadId, me.user.id],
    ),
  );
  return id;
}
