import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, namedSql, sql, type Tx } from '@quittance/database';
import type { Ctx, UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { changeCompany } from '../change-company.js';
import { CompanyChecks } from '../company-checks.js';
import {
  bankApprovalOff,
  noSwitchOffWaits,
  ownSwitchOff,
  switchOffLapsed,
  switchOffOfPeople,
  switchOffWaits,
} from '../company.errors.js';
import { lockCompany } from '../company.queries.js';
import type { BankApproval, SwitchOff } from './bank-approval.js';

/** By primary key. */
const READ = sql(`
  select bank_changes_need_approval as required, bank_approval_switch_off as "switchOff"
  from company.company where id = $1`);

const KEEP = namedSql(
  `update company.company set bank_approval_switch_off = :switchOff, updated_at = :now
   where id = :companyId`,
  { values: { switchOff: 'jsonb' } },
);

/** Whether bank changes need approval, and who asks to end that. */
export async function readBankApproval(tx: Tx): Promise<BankApproval> {
  return (await tx.maybe<BankApproval>(READ, [tx.ctx.companyId])) as BankApproval;
}

/** Whether somebody of the staff may ask for it by now. */
export type MayAsk = (tx: Tx, userId: UserId) => Promise<boolean>;

/**
 * What keeps one of the staff from changing alone where somebody is paid to is not ended by one of
 * them alone either: who asks waits for another. Behind the lock of the company.
 */
@Injectable()
export class EndBankApproval {
  constructor(
    private readonly db: Database,
    private readonly checks: CompanyChecks,
  ) {}

  /** @throws DomainError switch_off_of_people, bank_approval_off, switch_off_waits */
  ask(ctx: Ctx, { reason }: Pick<SwitchOff, 'reason'>): Promise<BankApproval> {
    return this.db.write(ctx, async (tx) => {
      const { required, switchOff: waiting } = await held(tx);
      if (!required) throw bankApprovalOff();
      if (waiting) throw switchOffWaits();
      const requestedBy = personOf(ctx);
      const asked = { requestedBy, requestedByName: ctx.actor.name, requestedAt: ctx.now, reason };
      await KEEP.run(tx, { switchOff: asked });
      note(tx, 'requested', { reason });
      tell(tx, 'waiting', asked);
      return { required, switchOff: asked };
    });
  }

  /**
   * What somebody has asked for who may not any more lapses with that, and can be asked for again.
   * @throws DomainError switch_off_of_people, no_switch_off_waits, own_switch_off,
   *   switch_off_lapsed
   */
  async approve(ctx: Ctx, mayAsk: MayAsk): Promise<BankApproval> {
    const approved = await this.db.write(ctx, async (tx): Promise<BankApproval | null> => {
      const waiting = await waitingOf(tx);
      const { requestedBy, requestedByName, reason } = waiting;
      if (requestedBy === personOf(ctx)) throw ownSwitchOff();
      await KEEP.run(tx, { switchOff: null });
      const holds = await mayAsk(tx, requestedBy);
      if (holds) await changeCompany(tx, this.checks, { bankChangesNeedApproval: false });
      note(tx, holds ? 'approved' : 'lapsed', { requestedBy, requestedByName, reason });
      if (holds) tell(tx, 'approved', waiting);
      return holds ? { required: false, switchOff: null } : null;
    });
    if (!approved) throw switchOffLapsed();
    return approved;
  }

  /**
   * What it was asked for stays as it is.
   * @throws DomainError switch_off_of_people, no_switch_off_waits
   */
  reject(ctx: Ctx, { reason }: Pick<SwitchOff, 'reason'>): Promise<BankApproval> {
    return this.leave(ctx, 'rejected', reason);
  }

  /** @throws DomainError switch_off_of_people, no_switch_off_waits */
  withdraw(ctx: Ctx): Promise<BankApproval> {
    return this.leave(ctx, 'withdrawn', null);
  }

  private leave(ctx: Ctx, word: 'rejected' | 'withdrawn', reason: string | null) {
    return this.db.write(ctx, async (tx): Promise<BankApproval> => {
      personOf(ctx);
      const waiting = await waitingOf(tx);
      const { requestedBy, requestedByName } = waiting;
      await KEEP.run(tx, { switchOff: null });
      note(tx, word, { requestedBy, requestedByName, ...(reason !== null && { reason }) });
      tell(tx, word, { ...waiting, reason });
      return { required: true, switchOff: null };
    });
  }
}

/** Keys neither ask nor decide: who has made one could be both. @throws switch_off_of_people */
function personOf({ actor, userId }: Ctx): UserId {
  if (actor.kind !== 'staff' || userId === null) throw switchOffOfPeople();
  return userId;
}

async function held(tx: Tx): Promise<BankApproval> {
  await lockCompany(tx);
  return readBankApproval(tx);
}

/** @throws DomainError no_switch_off_waits */
async function waitingOf(tx: Tx): Promise<SwitchOff> {
  const { switchOff } = await held(tx);
  if (!switchOff) throw noSwitchOffWaits();
  return switchOff;
}

function note(tx: Tx, word: string, after: Readonly<Record<string, string>>): void {
  const about = { object: 'company', recordId: tx.ctx.companyId };
  audit(tx, { action: `company.bank_approval_switch_off_${word}`, ...about, after });
}

const EVENT_OF = {
  waiting: 'company.bank_approval_switch_off_requested',
  approved: 'company.bank_approval_switch_off_approved',
  rejected: 'company.bank_approval_switch_off_rejected',
  withdrawn: 'company.bank_approval_switch_off_withdrawn',
} as const;

type Told = Pick<SwitchOff, 'requestedBy' | 'requestedByName'> & { reason: string | null };

/** Tells who may decide, and who asked: nobody looks at a setting to see whether it waits. */
function tell(tx: Tx, status: keyof typeof EVENT_OF, switchOff: Told): void {
  const { requestedBy, requestedByName, reason } = switchOff;
  const { companyId } = tx.ctx;
  const data = { id: companyId, requestedBy, requestedByName, status, reason };
  emit(tx, { type: EVENT_OF[status], object: 'company', recordId: companyId, data });
}
