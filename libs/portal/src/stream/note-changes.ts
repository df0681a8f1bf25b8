import type { EventEnvelope } from '@quittance/contracts';
import { namedSql, sql, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { ToldNotice } from '../notices/tell-users.js';
import { changeOf, type NewChange } from './portal-change.js';

const NOTE = namedSql(
  `insert into portal.change
     (company_id, id, portal_user_id, object, record_id, version, change, at)
   select k.id, r.id, u.id, r.object, r.record_id, r.version, r.change, now()
   from company.pub_company k
   cross join :rows as r
   left join portal.portal_user u on u.company_id = :companyId and u.id = r.portal_user_id
   where k.id = :companyId and (r.portal_user_id is null or u.id is not null)`,
  {
    rows: {
      id: 'uuid',
      portalUserId: 'uuid',
      object: 'text',
      recordId: 'uuid',
      version: 'integer',
      change: 'text',
    },
  },
);

/** By change_at_index: nobody who comes back after an hour is told what they have missed. */
const FORGET = sql(`
  delete from portal.change where company_id = $1 and at < now() - interval '1 hour'`);

/**
 * Notes what has changed for those who look at it now. Of work on many records they are told by
 * their notices alone: a run over thousands is no news to a page.
 */
export async function noteChanges(
  tx: Tx,
  events: readonly EventEnvelope[],
  told: readonly ToldNotice[],
): Promise<void> {
  const ofEvents = tx.ctx.bulk ? [] : events.flatMap((event) => changeOf(event) ?? []);
  const ofNotices = told
    .filter(({ choice }) => choice.app)
    .map(({ id, user }): NewChange => ({
      portalUserId: user.id,
      object: 'notification',
      recordId: id,
      version: null,
      change: 'created',
    }));
  const rows = [...ofEvents, ...ofNotices].map((row) => ({ id: newId<'change'>(), ...row }));
  if (rows.length > 0) await NOTE.run(tx, NOTE.columns(rows));
}

/** Forgets changes that are over an hour old. */
export function forgetChanges(tx: Tx): Promise<number> {
  return tx.run(FORGET, [tx.ctx.companyId]);
}
