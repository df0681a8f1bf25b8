import { actorOf } from '../actor-of.js';
import { Injectable } from '@nestjs/common';
import { decidesOwn, personBehind } from '@quittance/access';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { moveCheck } from '../checks/credit-check.repository.js';
import { CreditPorts } from '../credit-ports.js';
import { creditCheckNotOverridable, ownOverride } from '../credit.errors.js';
import { placedHolds, releaseHolds } from '../holds/credit-hold.repository.js';
import { readCreditSettings } from '../settings/credit-settings.repository.js';
import {
  creditOverrideView,
  type CreditOverride,
  type CreditOverrideId,
  type CreditOverrideView,
} from './credit-override.js';
import { storeOverride } from './credit-override.repository.js';
import { lockToDecide } from './decide-override.js';
import { tellSubject } from './expire-overrides.js';

/**
 * Overrules a check: it is approved, the soft holds of the customer are released, and whoever keeps
 * its document is told, all or nothing. Hard holds stay.
 */
@Injectable()
export class ApproveOverride {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly ports: CreditPorts,
  ) {}

  /**
   * @throws DomainError not_found, own_override, credit_override_not_requested, override_expired,
   *   credit_check_not_overridable where another check took its place;
   *   and what the document refuses, such as credit_hold_hard
   */
  execute(ctx: Ctx, id: CreditOverrideId, note: string | null): Promise<CreditOverrideView> {
    return this.db.write(ctx, async (tx) => {
      const { override, check } = await lockToDecide(tx, this.models, id);
      if (check.supersededAt !== null) throw creditCheckNotOverridable({ status: 'superseded' });
      const [settings, placed] = await Promise.all([
        readCreditSettings(tx),
        placedHolds(tx, override.accountId),
      ]);
      if (!settings.ownOverride && (await decidesAsOwn(tx, override))) throw ownOverride();
      const approved = moveCheck(tx, check, 'approved');
      const decided = { decidedBy: actorOf(tx), decidedAt: ctx.now, decisionNote: note };
      const stored = storeOverride(tx, 'credit_override.approved', override, {
        status: 'approved',
        ...decided,
      });
      const soft = placed.filter(({ strength }) => strength === 'soft');
      releaseHolds(tx, soft, { note: note ?? override.reason, overrideId: id });
      await tellSubject(tx, this.ports, approved, 'approved');
      return creditOverrideView(stored);
    });
  }
}

/** Hosts of before the asker was kept, which an upgrade lets run on for a while, kept the actor. */
async function decidesAsOwn(tx: Tx, { askedBy, requestedBy }: CreditOverride): Promise<boolean> {
  return decidesOwn(tx, [askedBy ?? (await personBehind(tx, requestedBy))]);
}
