import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import { invalidField, newId, type Ctx } from '@quittance/kernel';
import { writtenBy } from '../written-by.js';
import {
  insertRegistration,
  isPartner,
  storeRegistration,
} from './deal-registration.repository.js';
import {
  registrationNoun,
  dealRegistrationView,
  type Registration,
  type RegistrationDraft,
  type DealRegistrationView,
} from './deal-registration.js';
import { holdAsRegistered } from './held-rivals.js';
import type { PartnerScope } from './partner-scope.js';
import { givenOf } from './registration-draft.js';
import { refuseProtected } from './rivals.js';

/**
 * Writes a registration down: of a partner's user a draft, which nobody sees but them; what staff
 * write down for a partner is submitted with it.
 */
@Injectable()
export class CreateRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed, customer_protected */
  execute(
    ctx: Ctx,
    draft: RegistrationDraft,
    scope: PartnerScope | null,
  ): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const today = await readToday(tx);
      if (!(await isPartner(tx, draft.partnerId, 'deal-registrations'))) {
        throw invalidField('/partnerId', 'reference_not_found', 'There is no such partner.');
      }
      const row: Registration = {
        ...registrationNoun.empty,
        ...(await givenOf(tx, draft)),
        id: newId<'deal-registration'>(),
        version: 1,
        partnerId: draft.partnerId,
        registeredBy: writtenBy(tx),
        portalUserId: scope?.portalUserId ?? null,
        status: 'draft',
        extensions: 0,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      insertRegistration(tx, row, today);
      if (scope !== null) return dealRegistrationView(row, today);
      refuseProtected(await holdAsRegistered(tx, row), today);
      const change = { status: 'submitted', submittedAt: ctx.now } as const;
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.submitted', row, change, today),
        today,
      );
    });
  }
}
