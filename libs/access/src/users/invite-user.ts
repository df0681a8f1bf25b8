import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database } from '@quittance/database';
import { issuePasswordToken, lockUser, type PasswordToken } from '@quittance/identity';
import type { Ctx, UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { userDeactivated } from '../access.errors.js';
import { requireAdministrator, requireGrant } from '../rights.js';
import { requireStandIn } from './givable-roles.js';
import { refuseOftenInvited } from './refuse-often-invited.js';
import { lockAdminRole, requireGrantGiver, rolesOf } from './holders.js';

/**
 * Makes the single-use token with which a user sets a password, for the caller to hand over.
 * Whoever sees it can become that user, so it takes somebody who could give these roles anyway,
 * when it is made and when it is used.
 */
@Injectable()
export class InviteUser {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, user_deactivated, grant_required, administrator_required,
   * right_beyond_own, invitation_sent_lately
   */
  async execute(ctx: Ctx, id: UserId): Promise<PasswordToken> {
    requireGrant(ctx, 'roles');
    return this.db.write(ctx, async (tx) => {
      const adminRole = await lockAdminRole(tx);
      const user = await lockUser(tx, id);
      const held = await rolesOf(tx, id);
      if (adminRole && held.includes(adminRole))
        requireAdministrator(ctx, 'invite an administrator');
      await requireGrantGiver(tx, held);
      await requireStandIn(tx, held, user);
      if (!user.active) throw userDeactivated();
      await refuseOftenInvited(tx, id);
      const purpose = user.hasPassword ? 'reset' : 'invitation';
      audit(tx, { action: 'user.invited', object: 'user', recordId: id, after: { purpose } });
      const event = { type: 'user.invited', object: 'user', recordId: id } as const;
      emit(tx, { ...event, data: { id, email: user.email, purpose } });
      return issuePasswordToken(tx, id, purpose, { shownTo: ctx.actor.id });
    });
  }
}
