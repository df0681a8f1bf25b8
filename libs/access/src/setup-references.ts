import type { ReferredRecord, SetupReference } from '@quittance/configuration';
import { sql, type Tx } from '@quittance/database';

/** Those of a company by its key; an administrator reads its set-up, now and then. */
const USERS = sql(`
  select u.id, u.email as name from identity.pub_user u where u.company_id = $1 order by u.id`);
const ROLES = sql(`
  select r.id, r.name from access.role r where r.company_id = $1 order by r.id`);

/** Users by their e-mail address and roles by their name. */
export const accessReferences: readonly SetupReference[] = [
  {
    kind: 'user',
    resource: 'users',
    read: (tx: Tx) => tx.rows<ReferredRecord>(USERS, [tx.ctx.companyId]),
  },
  {
    kind: 'role',
    resource: 'roles',
    read: (tx: Tx) => tx.rows<ReferredRecord>(ROLES, [tx.ctx.companyId]),
  },
];
