import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { lockRegistration, storeRegistration } from './deal-registration.repository.js';
import {
  dealRegistrationView,
  type RegistrationId,
  type DealRegistrationView,
} from './deal-registration.js';
import { requireWithin, type PartnerScope } from './partner-scope.js';
import { extensionSetting } from '../settings/max-extensions.js';
import { extendedUntil } from './protection.js';

export interface ExtensionAsked {
  readonly reason: string;
  /** Those of the level where nothing is said. */
  readonly days: number | null;
}

/** Asks that a protection lasts longer. */
@Injectable()
export class RequestExtension {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, extension_not_allowed */
  execute(
    ctx: Ctx,
    id: RegistrationId,
    { reason, days }: ExtensionAsked,
    scope: PartnerScope,
  ): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const terms = { today, maxExtensions: await extensionSetting.read(tx) };
      requireWithin(scope, before);
      extendedUntil(before, days, terms);
      const change = { extensionAskedAt: ctx.now, extensionDays: days, extensionReason: reason };
      const after = storeRegistration(
        tx,
        'deal_registration.extension_requested',
        before,
        change,
        today,
      );
      return dealRegistrationView(after, today);
    });
  }
}
