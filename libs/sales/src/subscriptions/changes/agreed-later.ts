import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import { beginsByDiscount } from '../discounts/item-discount.js';
import { changePending } from '../subscription.errors.js';
import type { WholeSubscription } from '../subscription.repository.js';

/** By prefix of `amendment_number_key`. */
const RAISED_ON = sql(`select true as found from sales.amendment a
  where a.company_id = $1 and a.subscription_id = $2 and a.kind = 'renewed'
    and a.effective_on = $3 and a.after ? 'items' limit 1`);

/**
 * What a renewal has agreed for later than a day stays: it is not dropped with a change that is
 * planned and gives way. Of rows that begin with that change a renewal may have raised the price.
 * @throws DomainError change_pending
 */
export async function refuseAgreedLater(
  tx: Tx,
  { subscription, items }: WholeSubscription,
  on: LocalDate,
): Promise<void> {
  const { id, changeOn } = subscription;
  const later = items.find(
    (item) => item.validFrom > on && item.validFrom !== changeOn && !beginsByDiscount(items, item),
  );
  if (later) throw changePending({ day: later.validFrom });
  if (changeOn !== null && changeOn > on) await refuseRaised(tx, id, changeOn);
}

/**
 * A change that is planned does not give way where a renewal has raised prices from its day on.
 * @throws DomainError change_pending
 */
export async function refuseRaised(
  tx: Tx,
  id: WholeSubscription['subscription']['id'],
  day: LocalDate,
): Promise<void> {
  if (await tx.maybe(RAISED_ON, [tx.ctx.companyId, id, day])) throw changePending({ day });
}
