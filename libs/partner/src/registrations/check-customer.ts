import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { matchKeys, traitsOf, type EndCustomer } from '../customers/end-customer.js';
import { standingByKeys, wholeCustomer } from './deal-registration.repository.js';
import type { RegistrationId } from './deal-registration.js';
import { isWithin, type PartnerScope } from './partner-scope.js';
import { isWaitedFor, matchesOf, protectionBy, rivalsOf } from './rivals.js';

/** What a partner is told of an end customer ahead of registering it: nothing of anybody else. */
export interface CustomerCheck {
  readonly outcome: 'free' | 'protected' | 'under_review';
  /** The last day; null as long as a deal is open. Only of one that is protected. */
  readonly until: LocalDate | null;
  /** Registrations of the same end customer by the partner itself. */
  readonly own: readonly RegistrationId[];
}

/** Answers whether an end customer is free for a partner. */
@Injectable()
export class CheckCustomer {
  constructor(private readonly db: Database) {}

  execute(ctx: Ctx, scope: PartnerScope, said: EndCustomer): Promise<CustomerCheck> {
    const endCustomer = wholeCustomer(said);
    const { partnerId } = scope;
    return this.db.read(ctx, async (tx) => {
      const keys = matchKeys(traitsOf(endCustomer));
      const [today, standing] = [await readToday(tx), await standingByKeys(tx, keys)];
      const asked = { id: newId<'deal-registration'>(), partnerId, endCustomer };
      const rivals = rivalsOf(asked, standing);
      const protection = protectionBy(rivals, today);
      const mine = standing.filter((each) => isWithin(scope, each));
      return {
        outcome: protection ? 'protected' : isWaitedFor(rivals) ? 'under_review' : 'free',
        until: protection?.until ?? null,
        own: matchesOf(endCustomer, mine).flatMap(({ found, match }) =>
          match === 'same' ? [found.id] : [],
        ),
      };
    });
  }
}
