import { allEntities } from '../../../apps/cli/src/assembly.js';
import { NoSubscriptions, RunDunning } from '@quittance/dunning/host';
import { systemClock, systemCtx, type CompanyId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { TemplateRenderer, type MailAvailability } from '@quittance/notifications';
import { gatewayOf } from '@quittance/gateway/testing';
import { doMeasuredWork } from '../support/measured-process.js';

/** What the parent asks: the dunning run of a company. */
export interface DunningOrder {
  readonly companyId: CompanyId;
  readonly asOf: LocalDate;
}

/** A worker's dunning in a process of its own. */
void doMeasuredWork<DunningOrder>(allEntities, (db) => {
  const renderer = new TemplateRenderer();
  const { checkouts } = gatewayOf(db, () => []);
  const mail = { available: true } as MailAvailability;
  const run = new RunDunning(db, checkouts, new NoSubscriptions(), systemClock, mail, renderer);
  return async ({ companyId, asOf }) => {
    const ctx = systemCtx(companyId, systemClock.now(), 'bench');
    const done = await run.execute(ctx, { asOf });
    if (done?.sent !== done?.invoices) throw new Error(JSON.stringify(done));
  };
});
