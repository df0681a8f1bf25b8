import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { reach } from '@quittance/access';
import { readToday } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { matchKeys, traitsOf } from '../customers/end-customer.js';
import type { CustomerMatch } from '../customers/match-customers.js';
import {
  newestStanding,
  readRegistration,
  standingByKeys,
} from './deal-registration.repository.js';
import type { PartnerId, RegistrationId } from './deal-registration.js';
import { OF_PARTNER } from '../partner-reach.js';
import { protects } from './protection.js';
import type { RegistrationStatus } from './registration-status.js';
import { matchesOf } from './rivals.js';

/** Names are compared with so many of the newest; by key all that stand are found. */
const MOST_COMPARED = 5000;

/** Another registration that is, or may be, of the same end customer. */
export interface RegistrationConflict {
  readonly id: RegistrationId;
  readonly partnerId: PartnerId;
  readonly match: Exclude<CustomerMatch, 'different'>;
  readonly status: RegistrationStatus;
  readonly customerName: string;
  readonly submittedAt: string | null;
  readonly protectedUntil: LocalDate | null;
  /** Whether it stands in the way of another partner. */
  readonly protects: boolean;
}

/** Tells staff whom a registration meets, what is only alike among it. */
@Injectable()
export class ReadConflicts {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  execute(ctx: Ctx, id: RegistrationId): Promise<readonly RegistrationConflict[]> {
    return this.db.read(ctx, async (tx) => {
      const { endCustomer } = await readRegistration(tx, id);
      const today = await readToday(tx);
      const alike = await newestStanding(tx, MOST_COMPARED);
      const known = new Set(alike.map((each) => each.id));
      const byKey = await standingByKeys(tx, matchKeys(traitsOf(endCustomer)));
      const others = [...byKey.filter((each) => !known.has(each.id)), ...alike];
      const found = matchesOf(
        endCustomer,
        others.filter((each) => each.id !== id),
      );
      const reached = await reachedOf(
        tx,
        found.map(({ found: each }) => each.id),
      );
      return found
        .filter(({ found: each }) => reached.has(each.id))
        .map(({ found: each, match }) => ({
          id: each.id,
          partnerId: each.partnerId,
          match,
          status: each.status,
          customerName: each.endCustomer.name,
          submittedAt: each.submittedAt,
          protectedUntil: each.protectedUntil,
          protects: match === 'same' && protects(each, today),
        }))
        .sort((a, b) => Number(a.match === 'possible') - Number(b.match === 'possible'));
    });
  }
}

/** Those of them whose partners are within reach; by primary key. */
async function reachedOf(
  tx: Tx,
  ids: readonly RegistrationId[],
): Promise<ReadonlySet<RegistrationId>> {
  const params: unknown[] = [tx.ctx.companyId, ids];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const within = reach.rows(tx.ctx, OF_PARTNER.registration, 'r', bind);
  if (within === null) return new Set(ids);
  const rows = await tx.rows<{ id: RegistrationId }>(
    `select r.id from partner.deal_registration r
     where r.company_id = $1 and r.id = any($2::uuid[]) and ${within}`,
    params,
  );
  return new Set(rows.map(({ id }) => id));
}
