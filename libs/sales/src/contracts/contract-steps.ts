import { readToday } from '@quittance/company';
import { checkVersion, Database, type Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/calendar';
import type { FieldValues } from '@quittance/fields';
import { notFound, type Ctx } from '@quittance/kernel';
import { Injectable } from '@nestjs/common';
import {
  CompanyModels,
  type CompanyObject,
  type RecordId,
  type RecordView,
} from '@quittance/metadata';
import { readStored, updateRecords } from '@quittance/objects';
import { emit } from '@quittance/outbox';
import type { ContractId } from './contract.js';

/** Which contract an operation is about. */
export interface ContractAsk {
  readonly id: ContractId;
  /** What `If-Match` names; null: any. */
  readonly expectedVersion: number | null;
  /** Another document brings the operation about: whoever may see the contract. */
  readonly unscoped?: boolean;
}

/** How a change of a contract is told. */
export type ContractEvent =
  | 'contract.activated'
  | 'contract.renewal_notice'
  | 'contract.renewed'
  | 'contract.expired'
  | 'contract.terminated'
  | 'record.updated';

/** What an operation makes of a contract. */
export interface ContractStep {
  readonly patch: FieldValues;
  readonly told: ContractEvent;
}

/** A contract that is locked, with what its operations need. */
export interface LockedContract extends Pick<ContractAsk, 'unscoped'> {
  readonly contract: RecordView;
  readonly object: CompanyObject;
  readonly today: LocalDate;
}

/** What all operations on contracts have in common. */
@Injectable()
export class ContractSteps {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Locks a contract, lets an operation decide on what it is, and saves what that says.
   * @throws DomainError not_found, precondition_failed, and those of the decision
   */
  change(
    ctx: Ctx,
    ask: ContractAsk,
    decide: (tx: Tx, locked: LockedContract) => ContractStep | Promise<ContractStep>,
  ): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const locked = await this.lock(tx, ask);
      return this.save(tx, locked, await decide(tx, locked));
    });
  }

  /** @throws DomainError not_found, precondition_failed */
  async lock(
    tx: Tx,
    { id, expectedVersion, unscoped = false }: ContractAsk,
  ): Promise<LockedContract> {
    const [object, today] = await Promise.all([this.models.object(tx, 'contract'), readToday(tx)]);
    const key = id as string as RecordId;
    const found = (await readStored(tx, object, [key], 'change', unscoped)).get(key);
    if (!found) throw notFound({ object: 'contract' });
    checkVersion(found.view.version, expectedVersion);
    return { contract: found.view, object, today, unscoped };
  }

  async save(
    tx: Tx,
    { contract, object, unscoped = false }: LockedContract,
    { patch, told }: ContractStep,
  ): Promise<RecordView> {
    const updates = [{ id: contract.id, patch }];
    const options = { trusted: true, unscoped, action: told };
    const [after] = await updateRecords(tx, object, updates, options);
    if (!after) throw notFound({ object: 'contract' });
    emit(tx, { type: told, object: 'contract', recordId: after.id, data: after });
    return after;
  }
}
