import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { moveCheck } from '../checks/credit-check.repository.js';
import { CreditPorts } from '../credit-ports.js';
import { actorOf } from '../actor-of.js';
import {
  creditOverrideView,
  type CreditOverrideId,
  type CreditOverrideView,
} from './credit-override.js';
import { storeOverride } from './credit-override.repository.js';
import { lockToDecide } from './decide-override.js';
import { tellSubject } from './expire-overrides.js';

/** Lets a check stand: it returns to what it was, and the block remains. */
@Injectable()
export class RejectOverride {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly ports: CreditPorts,
  ) {}

  /** @throws DomainError not_found, credit_override_not_requested, override_expired */
  execute(ctx: Ctx, id: CreditOverrideId, reason: string): Promise<CreditOverrideView> {
    return this.db.write(ctx, async (tx) => {
      const { override, check } = await lockToDecide(tx, this.models, id);
      const back = moveCheck(tx, check, override.statusBefore);
      const stored = storeOverride(tx, 'credit_override.rejected', override, {
        status: 'rejected',
        decidedBy: actorOf(tx),
        decidedAt: ctx.now,
        decisionNote: reason,
      });
      await tellSubject(tx, this.ports, back, 'rejected');
      return creditOverrideView(stored);
    });
  }
}
