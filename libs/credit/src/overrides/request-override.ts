import { Injectable } from '@nestjs/common';
import { personBehind } from '@quittance/access';
import { lockLedgerAccount } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import {
  epochMs,
  invalidField,
  newId,
  type AccountId,
  type Ctx,
  type Instant,
} from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { requireVisibleAccount } from '../accounts/visible-account.js';
import type { CreditCheck, CreditCheckId } from '../checks/credit-check.js';
import { lockCheck, moveCheck, readCheck } from '../checks/credit-check.repository.js';
import { CreditPorts } from '../credit-ports.js';
import { creditCheckNotOverridable } from '../credit.errors.js';
import { actorOf } from '../actor-of.js';
import {
  creditOverrideNoun,
  creditOverrideView,
  type CreditOverride,
  type CreditOverrideView,
} from './credit-override.js';
import { insertOverride, overridesOver } from './credit-override.repository.js';
import { expireOverrides } from './expire-overrides.js';

export interface OverrideInput {
  readonly reason: string;
  /** From then on it counts no longer, decided or not. */
  readonly expiresAt: Instant | null;
}

/** Asks that a check be overruled; until that is decided it awaits approval. */
@Injectable()
export class RequestOverride {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly ports: CreditPorts,
  ) {}

  /** @throws DomainError not_found, credit_check_not_overridable, validation_failed */
  async execute(ctx: Ctx, id: CreditCheckId, input: OverrideInput): Promise<CreditOverrideView> {
    const { reason, expiresAt } = input;
    if (expiresAt !== null && epochMs(expiresAt) <= epochMs(ctx.now)) {
      throw invalidField('/expiresAt', 'min', 'must be in the future');
    }
    return this.db.write(ctx, async (tx) => {
      const { accountId } = await readCheck(tx, id);
      await requireVisibleAccount(tx, this.models, accountId);
      const check = await this.lockCheck(tx, accountId, id);
      refuseDecided(check);
      const override: CreditOverride = {
        ...creditOverrideNoun.empty,
        id: newId<'credit-override'>(),
        version: 1,
        checkId: id,
        accountId,
        status: 'requested',
        reason,
        expiresAt,
        statusBefore: check.status,
        requestedBy: actorOf(tx),
        askedBy: await personBehind(tx),
        requestedAt: ctx.now,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      insertOverride(tx, override);
      moveCheck(tx, check, 'awaiting_approval');
      return creditOverrideView(override);
    });
  }

  /** What nobody decided in time ends first, and is in nobody's way. */
  private async lockCheck(tx: Tx, accountId: AccountId, id: CreditCheckId): Promise<CreditCheck> {
    const [, over, check] = await tx.locked(
      () => lockLedgerAccount(tx, accountId),
      (locked) => overridesOver(locked, accountId),
      (locked) => lockCheck(locked, id),
    );
    if (over.length === 0) return check;
    await expireOverrides(tx, this.ports, accountId);
    return lockCheck(tx, id);
  }
}

function refuseDecided({ status, supersededAt }: CreditCheck): void {
  if (supersededAt !== null) throw creditCheckNotOverridable({ status: 'superseded' });
  if (status === 'needs_approval' || status === 'rejected') return;
  throw creditCheckNotOverridable({ status });
}
