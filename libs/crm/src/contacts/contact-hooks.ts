import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import type { FieldValues, ObjectHooks } from '@quittance/objects';
import { lockAccounts } from '../accounts/account.repository.js';

/** The primary contacts of the accounts step back, by `contact_primary_key`. */
const STEP_BACK = sql(`
  update crm.contact set is_primary = false, version = version + 1, updated_at = $3,
    updated_by = $4
  where company_id = $1 and account_id = any($2::uuid[]) and is_primary and deleted_at is null
    and id <> all($5::uuid[])
  returning id`);

function fullName({ firstName, lastName }: FieldValues): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function refuseAlone({ isPrimary, accountId }: FieldValues): void {
  if (!isPrimary || accountId) return;
  throw invalidField('/isPrimary', 'account_needed', 'A contact without account is not primary.');
}

/** Of several in one set that would be primary of one account, the last is. */
function lastOfEach(contacts: readonly FieldValues[]): Set<FieldValues> {
  const last = new Map<unknown, FieldValues>();
  for (const contact of contacts) if (contact.isPrimary) last.set(contact.accountId, contact);
  return new Set(last.values());
}

/**
 * Makes room for new primary contacts. The rows of the accounts are locked first, so that of two at
 * once the later one wins instead of failing.
 */
async function stepBack(tx: Tx, primary: readonly FieldValues[], keep: readonly string[]) {
  const accounts = [...new Set(primary.map(({ accountId }) => String(accountId)))];
  if (accounts.length === 0) return;
  await lockAccounts(tx, accounts);
  const { companyId, now, userId } = tx.ctx;
  const params = [companyId, accounts, now, userId, keep];
  for (const { id } of await tx.rows<{ id: string }>(STEP_BACK, params)) {
    audit(tx, {
      action: 'contact.updated',
      object: 'contact',
      recordId: id,
      before: { isPrimary: true },
      after: { isPrimary: false },
    });
  }
}

export const contactHooks: ObjectHooks = {
  async beforeCreate(tx, contacts) {
    contacts.forEach(refuseAlone);
    const primary = lastOfEach(contacts);
    await stepBack(tx, [...primary], []);
    return contacts.map((contact) => ({
      ...contact,
      name: fullName(contact),
      isPrimary: primary.has(contact),
    }));
  },

  async beforeUpdate(tx, changes) {
    const become = changes.filter(
      ({ after, changes: { isPrimary, accountId } }) =>
        after.isPrimary &&
        after.accountId !== null &&
        (isPrimary !== undefined || accountId !== undefined),
    );
    for (const {
      after,
      changes: { isPrimary },
    } of changes)
      if (isPrimary) refuseAlone(after);
    const primary = lastOfEach(become.map(({ after }) => after));
    await stepBack(
      tx,
      [...primary],
      changes.map(({ before }) => before.id),
    );
    return changes.map((change) => {
      // Who lost the account, or came second, is primary of nothing.
      const loses = become.includes(change)
        ? !primary.has(change.after)
        : change.after.accountId === null;
      return { name: fullName(change.after), ...(loses ? { isPrimary: false } : {}) };
    });
  },
};
