import { sql, type Tx } from '@quittance/database';
import { invalidField, newId } from '@quittance/kernel';
import type { CompanyModel, ObjectHooks, RecordId } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { electronicAddressFault } from '@quittance/registrations';
import { accountExternalKeyTaken, accountHasMoney } from '../crm.errors.js';
import { ledgerAccountModel, notifyRules } from '../ledger-accounts/ask-rules.js';
import {
  followAccounts,
  insertCustomerLedgers,
  lockLedgerAccounts,
  releasePriceBooks,
} from '../ledger-accounts/ledger-account.repository.js';
import { parentCycle, refuseCycles } from './account.repository.js';
import { findMoneyOf, reasonOf } from './account-uses.queries.js';

/** By `account_external_key_key`. */
const TAKEN = sql(`
  select external_key as key from crm.account
  where company_id = $1 and external_key = any($2::text[]) and id <> all($3::uuid[])
    and (deleted_at is null or merged_into is not null) limit 1`);

/** @throws DomainError account_external_key_taken */
async function refuseTaken(tx: Tx, accounts: readonly FieldValues[]): Promise<void> {
  const keyed = accounts.filter(({ externalKey }) => externalKey);
  const keys = keyed.map(({ externalKey }) => externalKey);
  if (keys.length === 0) return;
  const twice = keys.find((key, i) => keys.indexOf(key) < i);
  const params = [tx.ctx.companyId, keys, keyed.map(({ id }) => id)];
  const taken = twice ?? (await tx.maybe<{ key: string }>(TAKEN, params))?.key;
  if (taken) throw accountExternalKeyTaken({ externalKey: String(taken) });
}

/**
 * An electronic address is of a scheme that there is, and has it.
 * @throws DomainError validation_failed
 */
function refuseEndpoint({ endpointScheme, endpointId }: FieldValues): void {
  const [scheme, id] = [endpointScheme ?? null, endpointId ?? null];
  if (scheme === null && id === null) return;
  if (scheme === null || id === null) {
    const missing = scheme === null ? '/endpointScheme' : '/endpointId';
    throw invalidField(
      missing,
      'required',
      'An electronic address has a scheme and an identifier.',
    );
  }
  const fault = electronicAddressFault({ scheme: String(scheme), id: String(id) });
  if (!fault) return;
  const pointer = fault.member === 'scheme' ? '/endpointScheme' : '/endpointId';
  throw invalidField(pointer, 'format', fault.message);
}

/**
 * Nobody sees the ledger accounts any more: what they hold on to is free, and no rule finds them.
 */
async function letLedgersGo(
  tx: Tx,
  model: CompanyModel,
  accounts: readonly FieldValues[],
): Promise<void> {
  const object = ledgerAccountModel(model);
  const ids = accounts.map(({ ledgerAccountId }) => ledgerAccountId as RecordId);
  await lockLedgerAccounts(
    tx,
    accounts.map(({ id }) => String(id)),
  );
  await releasePriceBooks(tx, ids);
  if (!object) return;
  for (const check of model.checks) await check.forget?.(tx, object, ids);
}

export const accountHooks: ObjectHooks = {
  async beforeCreate(tx, accounts) {
    accounts.forEach(refuseEndpoint);
    await refuseTaken(tx, accounts);
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

  async beforeUpdate(tx, changes) {
    const own = changes.find(({ before, after }) => after.parentId === before.id);
    if (own) throw parentCycle();
    for (const { after, changes: said } of changes) {
      if (said.endpointScheme !== undefined || said.endpointId !== undefined) refuseEndpoint(after);
    }
    const keyed = changes.filter(({ changes: { externalKey } }) => externalKey);
    await refuseTaken(
      tx,
      keyed.map(({ after }) => after),
    );
    return changes.map(() => ({}));
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
