import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { checkVersion, Database, type Tx } from '@quittance/database';
import { invalidField, notFound, type Ctx } from '@quittance/kernel';
import {
  CompanyModels,
  objectOf,
  type CompanyModel,
  type CompanyObject,
  type RecordId,
  type RecordView,
} from '@quittance/metadata';
import { deleteRecords, readStored, updateRecords } from '@quittance/objects';
import { withActiveMasters } from '@quittance/mass';
import { emit } from '@quittance/outbox';
import type { RecordAsk } from '../change-record.js';
import { accountMergeForbidden } from '../crm.errors.js';
import { ledgerAccountModel } from '../ledger-accounts/ask-rules.js';
import { lockLedgerAccounts } from '../ledger-accounts/ledger-account.repository.js';
import { AccountFollowers } from './account-followers.js';
import { findMoneyOf, reasonOf } from './account-uses.queries.js';
import { isBelow, lockMoves } from './account.repository.js';
import { fillLedger } from './fill-ledger.js';
import { filledFrom } from './filled-from.js';
import { hasPrimaryContact, leadsThatBecame, markMerged } from './merge-account.sql.js';
import { MOVED, moveReferrers } from './move-referrers.js';

export interface AccountMerge extends RecordAsk {
  /** The account that becomes part of the one asked for. */
  readonly loserId: string;
}

const BY_SYSTEM = { trusted: true, unscoped: true } as const;

/**
 * Makes one account of two: what points at the loser points at the winner, what the winner does not
 * say the loser says, and the loser is deleted with the winner's name on it. An account with money
 * records is no loser: what was invoiced, paid or certified stays with whom it was.
 */
@Injectable()
export class MergeAccount {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly followers: AccountFollowers = new AccountFollowers(),
  ) {}

  /**
   * @throws DomainError not_found, precondition_failed, account_merge_forbidden, validation_failed
   */
  async execute(ctx: Ctx, { id, loserId, expectedVersion }: AccountMerge): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const model = await this.models.of(tx);
      const accounts = accountsOf(model);
      // Money first, as everywhere: who invoices or pays holds the ledger account.
      await lockLedgerAccounts(tx, [id, loserId]);
      await lockMoves(tx);
      const { winner, loser } = await lockBoth(tx, accounts, id, loserId);
      checkVersion(winner.version, expectedVersion);
      const reason = reasonOf(await findMoneyOf(tx, [loserId]));
      if (reason)
        throw accountMergeForbidden({ name: String(loser.name), reason: `it has ${reason}` });
      const moved = await moveAll(tx, accounts, winner, loser);
      await fillLedger(tx, model, id, loserId);
      await deleteRecords(tx, accounts, [{ id: loser.id }], BY_SYSTEM);
      await markMerged(tx, loserId, id);
      await this.followers.follow(tx, { winnerId: id, loserId });
      const after = await fill(tx, accounts, winner, loser);
      tell(tx, after, loser, moved);
      return after;
    });
  }
}

function accountsOf({ objects }: CompanyModel): CompanyObject {
  const accounts = objects.get('account');
  if (!accounts) throw new Error('Accounts are not registered');
  return accounts;
}

async function lockBoth(tx: Tx, accounts: CompanyObject, id: string, loserId: string) {
  const ids = [id, loserId] as RecordId[];
  const found = await readStored(tx, accounts, ids, 'delete');
  const winner = found.get(id as RecordId)?.view;
  const loser = found.get(loserId as RecordId)?.view;
  if (!winner) throw notFound({ object: 'account' });
  if (id === loserId) throw invalidField('/loserId', 'same', 'must be another account');
  if (!loser) throw invalidField('/loserId', 'reference_not_found', 'There is no such account.');
  return { winner, loser };
}

/** Points everything at the winner. Answers how many records of each object were moved. */
async function moveAll(tx: Tx, accounts: CompanyObject, winner: RecordView, loser: RecordView) {
  // An account below the loser takes the loser's place in the tree before it takes its children.
  if (await isBelow(tx, winner.id, loser.id)) {
    const patch = { parentId: loser.parentId ?? null };
    await updateRecords(tx, accounts, [{ id: winner.id, patch }], BY_SYSTEM);
  }
  const stepsBack = await hasPrimaryContact(tx, winner.id);
  const moved = await moveReferrers(
    tx,
    { object: accounts, winnerId: winner.id, loser: { id: loser.id, name: loser.name } },
    // Other fields may point at accounts too, and say nothing of whose contact somebody is.
    (from, field) => (stepsBack && from === 'contact' && field === 'accountId' ? NOT_PRIMARY : {}),
  );
  await moveLeads(tx, accounts, winner, loser);
  return added(moved, await moveOfLedger(tx, accounts, winner, loser));
}

async function moveLeads(tx: Tx, accounts: CompanyObject, winner: RecordView, loser: RecordView) {
  const ids = await leadsThatBecame(tx, loser.id);
  const patch = { convertedAccountId: winner.id };
  const ofLeads = objectOf(accounts.model, 'lead');
  await updateRecords(
    tx,
    ofLeads,
    ids.map((id) => ({ id, patch })),
    MOVED,
  );
}

/** What hangs on the ledger account of the loser, which is deleted with it. */
async function moveOfLedger(
  tx: Tx,
  { model }: CompanyObject,
  winner: RecordView,
  loser: RecordView,
): Promise<Record<string, number>> {
  const object = ledgerAccountModel(model);
  if (!object) return {};
  const ledgerOf = (account: RecordView) => account.ledgerAccountId as RecordId;
  const gone = { id: ledgerOf(loser), name: loser.name };
  return moveReferrers(tx, { object, winnerId: ledgerOf(winner), loser: gone });
}

function added(some: Record<string, number>, more: Record<string, number>) {
  const names = [...new Set([...Object.keys(some), ...Object.keys(more)])];
  return Object.fromEntries(names.map((name) => [name, (some[name] ?? 0) + (more[name] ?? 0)]));
}

/** The primary contact of the winner stays; that of the loser is then one among others. */
const NOT_PRIMARY = { isPrimary: false } as const;

async function fill(tx: Tx, accounts: CompanyObject, { id }: RecordView, loser: RecordView) {
  const winner = (await readStored(tx, accounts, [id])).get(id)?.view;
  if (!winner) throw notFound({ object: 'account' });
  const patch = await withActiveMasters(tx, accounts, filledFrom(accounts, winner, loser));
  const updates = [{ id, patch }];
  const [after] = await updateRecords(tx, accounts, updates, BY_SYSTEM);
  return after ?? winner;
}

function tell(tx: Tx, after: RecordView, loser: RecordView, moved: Record<string, number>): void {
  const record = { object: 'account', recordId: after.id };
  const said = { mergedId: loser.id, mergedName: String(loser.name), moved };
  audit(tx, { action: 'account.merged', ...record, after: said });
  emit(tx, { type: 'account.merged', ...record, data: { ...after, ...said } });
}
