import { allEntities } from '../../../apps/cli/src/assembly.js';
import { CollectPayment, NoSubscriptions, RunDunning } from '@quittance/dunning';
import { systemClock, systemCtx, type CompanyId, type LocalDate } from '@quittance/kernel';
import { TemplateRenderer, type MailAvailability } from '@quittance/notifications';
import { gatewayOf } from '../../../libs/gateway/src/testing/gateway-of.js';
import { doMeasuredWork } from '../support/measured-process.js';

/** What the parent asks: the dunning run of a company. */
export interface DunningOrder {
  readonly companyId: CompanyId;
  readonly asOf: LocalDate;
}

/** A worker's dunning in a process of its own. */
void doMeasuredWork<DunningOrder>(allEntities, (db) => {
  const renderer = new TemplateRenderer();
  const collect = new CollectPayment(db, gatewayOf(db, () => []).startCheckout, renderer);
  const mail = { available: true } as MailAvailability;
  const run = new RunDunning(db, collect, new NoSubscriptions(), systemClock, mail, renderer);
  return async ({ companyId, asOf }) => {
    const ctx = systemCtx(companyId, systemClock.now(), 'bench');
    const done = await run.execute(ctx, { asOf });
    if (done?.sent !== done?.invoices) throw new Error(JSON.stringify(done));
  };
});
