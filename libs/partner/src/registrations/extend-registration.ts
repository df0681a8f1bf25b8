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
import { extensionSetting } from '../settings/max-extensions.js';
import { extendedUntil } from './protection.js';

export interface Extension {
  readonly days: number;
  readonly reason: string;
}

/** Lets a protection last longer, from its old end on. */
@Injectable()
export class ExtendRegistration {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, extension_not_allowed */
  execute(
    ctx: Ctx,
    id: RegistrationId,
    { days, reason }: Extension,
  ): Promise<DealRegistrationView> {
    return this.db.write(ctx, async (tx) => {
      const [before, today] = [await lockRegistration(tx, id), await readToday(tx)];
      const terms = { today, maxExtensions: await extensionSetting.read(tx) };
      const change = {
        protectedUntil: extendedUntil(before, days, terms),
        extensions: before.extensions + 1,
        extensionAskedAt: null,
        extensionDays: null,
        extensionReason: null,
        message: reason,
      };
      return dealRegistrationView(
        storeRegistration(tx, 'deal_registration.extended', before, change, today),
        today,
      );
    });
  }
}
