import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, sql, type Tx } from '@quittance/database';
import { invalidField, notFound, type Ctx } from '@quittance/kernel';
import { holdKeys, isPartner } from '../registrations/deal-registration.repository.js';
import type { PartnerId } from '../registrations/deal-registration.js';
import { holdPartner } from './member.repository.js';
import {
  partnerMemberNoun,
  partnerMemberView,
  type PartnerMember,
  type PartnerMemberPatch,
  type PartnerMemberView,
} from './member.js';

/** By which whoever moves a partner within the tree holds all of it. */
const TREE = 'tree';

/** How many may stand above one another. */
const DEEPEST = 10;

const FIND = sql(`
  select ${partnerMemberNoun.rows.select('m')} from partner.member m
  where m.company_id = $1 and m.id = $2`);
const PARENT = sql(`
  select m.parent_id as "parentId" from partner.member m where m.company_id = $1 and m.id = $2`);

/** Says in which tier a partner is, and below which other it stands. */
@Injectable()
export class SaveMember {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, validation_failed */
  execute(ctx: Ctx, id: PartnerId, patch: PartnerMemberPatch): Promise<PartnerMemberView> {
    return this.db.write(ctx, async (tx) => {
      if (!(await isPartner(tx, id, 'commissions'))) throw notFound({ object: 'partner' });
      // Two who are put below one another at once would both have been free of it.
      if (patch.parentId != null) await holdKeys(tx, [TREE]);
      await holdPartner(tx, id);
      const before = await tx.one<PartnerMember>(FIND, [ctx.companyId, id]);
      const after: PartnerMember = {
        ...before,
        tier: patch.tier === undefined ? before.tier : patch.tier,
        parentId: patch.parentId === undefined ? before.parentId : patch.parentId,
        version: before.version + 1,
        updatedAt: ctx.now,
      };
      if (after.parentId !== null) await refuseParent(tx, id, after.parentId);
      await partnerMemberNoun.store(tx, after);
      const about = { object: 'partner-member', recordId: id };
      const change = { before: partnerMemberView(before), after: partnerMemberView(after) };
      audit(tx, { action: 'partner_member.updated', ...about, ...change });
      return partnerMemberView(after);
    });
  }
}

/** @throws DomainError validation_failed */
async function refuseParent(tx: Tx, id: PartnerId, parentId: PartnerId): Promise<void> {
  if (!(await isPartner(tx, parentId, 'commissions'))) {
    throw invalidField('/parentId', 'reference_not_found', 'There is no such partner.');
  }
  let above: PartnerId | null = parentId;
  for (let depth = 0; above !== null; depth++) {
    if (above === id || depth >= DEEPEST) {
      throw invalidField('/parentId', 'cycle', 'stands below it, or too deep');
    }
    const found: { parentId: PartnerId | null } | undefined = await tx.maybe(PARENT, [
      tx.ctx.companyId,
      above,
    ]);
    above = found?.parentId ?? null;
  }
}
