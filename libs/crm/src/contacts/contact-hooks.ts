import { sql, type Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { updateRecords } from '@quittance/objects';
import type { CompanyObject, ObjectHooks, RecordId } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { lockAccounts } from '../accounts/account.repository.js';
import { CASCADE } from '../cascade.js';

/** The primary contacts of accounts, by `contact_primary_key`. */
const PRIMARY = sql(`
  select id from crm.contact
  where company_id = $1 and account_id = any($2::uuid[]) and is_primary and deleted_at is null
    and id <> all($3::uuid[])`);

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
 * Makes room for new primary contacts: those that were step back, which is a change of theirs like
 * any other. The rows of the accounts are locked first, so that of two at once the later one wins
 * instead of failing.
 */
async function stepBack(
  tx: Tx,
  contacts: CompanyObject,
  primary: readonly FieldValues[],
  keep: readonly string[],
): Promise<void> {
  const accounts = [...new Set(primary.map(({ accountId }) => String(accountId)))];
  if (accounts.length === 0) return;
  await lockAccounts(tx, accounts);
  const found = await tx.rows<{ id: RecordId }>(PRIMARY, [tx.ctx.companyId, accounts, keep]);
  const updates = found.map(({ id }) => ({ id, patch: { isPrimary: false } }));
  await updateRecords(tx, contacts, updates, CASCADE);
}

export const contactHooks: ObjectHooks = {
  async beforeCreate(tx, contacts, object) {
    contacts.forEach(refuseAlone);
    const primary = lastOfEach(contacts);
    await stepBack(tx, object, [...primary], []);
    return contacts.map((contact) => ({
      ...contact,
      name: fullName(contact),
      isPrimary: primary.has(contact),
    }));
  },

  async beforeUpdate(tx, changes, object) {
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
      object,
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

  /** The mark stays with the original. */
  beforeClone: () => Promise.resolve({ isPrimary: false }),
};
