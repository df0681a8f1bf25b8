import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { deflection } from './deflection.js';
import { funnel, type FunnelStep } from './funnel.js';
import { onlineShare } from './online-share.js';
import { quoteConversion } from './quote-conversion.js';
import { shareOf } from './share.js';
import { mostOrdered, mostViewed } from './top-products.js';
import { usageGroups, type UsageGrouping } from './usage-groups.js';
import { usagePeriod, type PortalUsageAsk, type UsagePeriod } from './usage-period.js';
import { activation, activeUsers } from './users.js';

/** How the portals of a company are used. */
@Injectable()
export class ReadPortalUsage {
  constructor(private readonly db: Database) {}

  /** @throws DomainError validation_failed */
  figures(ctx: Ctx, ask: PortalUsageAsk, by: UsageGrouping | null) {
    return this.db.read(ctx, async (tx) => {
      const period = await periodOf(tx, ask);
      const [users, cohort, quotes, online, spared, ordered, viewed, groups] = await Promise.all([
        activeUsers(tx, period),
        activation(tx, period),
        quoteConversion(tx, period),
        onlineShare(tx, period),
        deflection(tx, period),
        mostOrdered(tx, period),
        mostViewed(tx, period),
        by ? usageGroups(tx, period, by) : null,
      ]);
      const share = (part: number, whole: number) => shareOf(BigInt(part), BigInt(whole));
      return {
        from: period.from,
        to: period.to,
        activeUsers: users,
        activation: { ...cohort, share: share(cohort.activated, cohort.invited) },
        quoteConversion: { ...quotes, share: share(quotes.accepted, quotes.sent) },
        onlineShare: online,
        deflection: { ...spared, share: share(spared.deflected, spared.suggested) },
        topProducts: { ordered, viewed },
        groups,
      };
    });
  }

  /** @throws DomainError validation_failed */
  funnel(ctx: Ctx, ask: PortalUsageAsk): Promise<FunnelStep[]> {
    return this.db.read(ctx, async (tx) => funnel(tx, await periodOf(tx, ask)));
  }
}

async function periodOf(tx: Tx, ask: PortalUsageAsk): Promise<UsagePeriod> {
  const terms = await readCompanyTerms(tx);
  const today = companyToday(terms, tx.ctx.now);
  return usagePeriod(ask, { timeZone: terms.timeZone, today });
}
