import { sql, type Tx } from '@quittance/database';
import { type DomainError, invalidField, invalidFields, newId } from '@quittance/kernel';
import type { CompanyModel, ObjectHooks, PendingRecord, RecordId } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { deleteRecords } from '@quittance/objects';
import { electronicAddressFault } from '@quittance/registrations';
import { accountExternalKeyTaken, accountHasMoney } from '../crm.errors.js';
import { ledgerAccountModel, notifyRules } from '../ledger-accounts/ask-rules.js';
import {
  followAccounts,
  insertCustomerLedgers,
  lockLedgerAccounts,
} from '../ledger-accounts/ledger-account.repository.js';
import { parentCycle, refuseCycles } from './account.repository.js';
import { findMoneyOf, reasonOf } from './account-uses.queries.js';

/** By `account_external_key_key`. */
const TAKEN = sql(`
  select external_key as key, id from crm.account
  where company_id = $1 and external_key = any($2::text[])
    and (deleted_at is null or merged_into is not null)`);

/** Which of these have a key that another account has, or one before it among them. */
async function takenOf(tx: Tx, accounts: readonly FieldValues[]): Promise<Set<FieldValues>> {
  const keyed = accounts.filter(({ externalKey }) => externalKey);
  if (keyed.length === 0) return new Set();
  const rows = await tx.rows<{ key: string; id: string }>(TAKEN, [
    tx.ctx.companyId,
    keyed.map(({ externalKey }) => externalKey),
  ]);
  const owners = new Map(rows.map(({ key, id }) => [key, id]));
  const taken = keyed.filter(({ id, externalKey }) => {
    const owner = owners.get(String(externalKey));
    if (owner === undefined) owners.set(String(externalKey), String(id));
    return owner !== undefined && owner !== id;
  });
  return new Set(taken);
}

function takenKey(externalKey: string): DomainError {
  const { code } = accountExternalKeyTaken;
  const errors = [{ pointer: '/externalKey', code, message: 'is taken by another account' }];
  return accountExternalKeyTaken({ externalKey }, { errors });
}

/** An electronic address is of a scheme that there is, and has it. */
function endpointFault({ endpointScheme, endpointId }: FieldValues): DomainError | null {
  const [scheme, id] = [endpointScheme ?? null, endpointId ?? null];
  if (scheme === null && id === null) return null;
  if (scheme === null || id === null) {
    const missing = scheme === null ? '/endpointScheme' : '/endpointId';
    return invalidField(
      missing,
      'required',
      'An electronic address has a scheme and an identifier.',
    );
  }
  const fault = electronicAddressFault({ scheme: String(scheme), id: String(id) });
  if (!fault) return null;
  const pointer = fault.member === 'scheme' ? '/endpointScheme' : '/endpointId';
  return invalidField(pointer, 'format', fault.message);
}

/** Of the members that are said of an account. */
function saidFaults({ before, after, changes }: PendingRecord): readonly DomainError[] {
  const isSaid = ['endpointScheme', 'endpointId'].some((name) => changes[name] !== undefined);
  const endpoint = before === null || isSaid ? endpointFault(after) : null;
  const own = before !== null && after.parentId === before.id ? parentCycle() : null;
  return [endpoint, own].filter((fault) => fault !== null);
}

/** The ledger accounts are deleted with their accounts, and what points at them is released. */
async function letLedgersGo(
  tx: Tx,
  model: CompanyModel,
  accounts: readonly FieldValues[],
): Promise<void> {
  await lockLedgerAccounts(
    tx,
    accounts.map(({ id }) => String(id)),
  );
  const object = ledgerAccountModel(model);
  if (!object) return;
  const ledgers = accounts.map(({ ledgerAccountId }) => ({ id: ledgerAccountId as RecordId }));
  await deleteRecords(tx, object, ledgers, {
    unscoped: true,
    action: 'ledger_account.deleted',
  });
}

export const accountHooks: ObjectHooks = {
  /** account_external_key_taken, account_parent_cycle, validation_failed */
  async faults(tx, accounts) {
    const keyed = accounts.filter(({ before, changes }) => !before || changes.externalKey);
    const taken = await takenOf(
      tx,
      keyed.map(({ after }) => after),
    );
    return accounts.map((account) => {
      const key = taken.has(account.after) ? [takenKey(String(account.after.externalKey))] : [];
      const [first = null, ...more] = [...key, ...saidFaults(account)];
      if (more.length === 0) return first;
      return invalidFields([first, ...more].flatMap((fault) => fault?.options.errors ?? []));
    });
  },

  async beforeCreate(_, accounts) {
    return accounts.map(() => ({ ledgerAccountId: newId<'ledger-account'>() }));
  },

  /** An account has its ledger account from its first moment. */
  async afterCreate(tx, accounts, { model }) {
    const made = await insertCustomerLedgers(
      tx,
      accounts.map(({ id, name, ledgerAccountId }) => ({
        id: String(ledgerAccountId),
        accountId: id,
        name: String(name),
      })),
    );
    const written = made.map((after) => ({ before: null, after }));
    await notifyRules(tx, model, written);
  },

  async afterUpdate(tx, changes, { model }) {
    const moved = changes.filter(({ changes: { parentId } }) => parentId);
    await refuseCycles(
      tx,
      moved.map(({ after }) => after.id),
    );
    const followed = changes.filter(
      ({ changes: { name, ownerId } }) => name !== undefined || ownerId !== undefined,
    );
    const written = await followAccounts(
      tx,
      followed.map(({ after }) => after.id),
    );
    await notifyRules(tx, model, written);
  },

  /** @throws DomainError account_has_money */
  async beforeDelete(tx, accounts, { model }) {
    const ids = accounts.map(({ id }) => id);
    const uses = await findMoneyOf(tx, ids);
    const [first] = uses;
    if (!first) return letLedgersGo(tx, model, accounts);
    const account = accounts.find(({ id }) => String(id) === first.accountId);
    const reason = reasonOf(uses.filter(({ accountId }) => accountId === first.accountId));
    throw accountHasMoney({ name: String(account?.name), reason: String(reason) });
  },
};
