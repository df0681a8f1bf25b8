import { Injectable } from '@nestjs/common';
import { personBehind } from '@quittance/access';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import { invalidField, newId, type Ctx } from '@quittance/kernel';
import { isCurrency, parseMinor, type Currency } from '@quittance/money';
import { writtenBy } from '../written-by.js';
import { isPartner } from '../registrations/deal-registration.repository.js';
import type { PartnerId } from '../registrations/deal-registration.js';
import {
  commissionNoun,
  commissionView,
  type Commission,
  type CommissionView,
} from './commission.js';
import { insertCommissions } from './commission.repository.js';
import { holdPartner } from '../members/member.repository.js';

export interface Adjustment {
  readonly partnerId: PartnerId;
  readonly currency: Currency;
  /** Decimal text; below zero it takes away. */
  readonly amount: string;
  readonly reason: string;
}

/**
 * Adds an entry by hand, payable at once: what was booked is never edited. Whoever wrote it does
 * not approve the statement that it comes to.
 */
@Injectable()
export class AdjustCommission {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed */
  execute(ctx: Ctx, adjustment: Adjustment): Promise<CommissionView> {
    const { partnerId, currency, reason } = adjustment;
    const amount = amountOf(adjustment);
    return this.db.write(ctx, async (tx) => {
      if (!(await isPartner(tx, partnerId, 'commissions'))) {
        throw invalidField('/partnerId', 'reference_not_found', 'There is no such partner.');
      }
      await holdPartner(tx, partnerId);
      const today = await readToday(tx);
      const entry: Commission = {
        ...commissionNoun.empty,
        id: newId<'commission'>(),
        version: 1,
        seq: 0,
        kind: 'adjustment',
        status: 'payable',
        partnerId,
        reason,
        moneyOn: today,
        availableOn: today,
        currency,
        base: 0n,
        amount,
        payoutCurrency: currency,
        payoutBase: 0n,
        payoutAmount: amount,
        minimumPayout: 0n,
        createdBy: writtenBy(tx),
        writtenBy: await personBehind(tx),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await insertCommissions(tx, [entry]);
      return commissionView(entry);
    });
  }
}

/** @throws DomainError validation_failed */
function amountOf({ amount, currency }: Adjustment): bigint {
  if (!isCurrency(currency)) throw invalidField('/currency', 'enum', 'is no currency');
  const minor = parseMinor(amount, currency);
  if (minor !== undefined && minor !== 0n) return minor;
  throw invalidField('/amount', 'format', `must be an amount of ${currency} and not 0`);
}
