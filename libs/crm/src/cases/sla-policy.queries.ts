import { readCompanyTerms } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { OpenHours } from './business-hours.js';
import { DEFAULT_TARGETS, type SlaPolicy, type SlaTarget } from './sla.js';

/** The service times of a company as the API shows them. */
export interface SlaPolicyView {
  /** 0 until one is saved: then the built-in targets hold. */
  readonly version: number;
  readonly targets: readonly SlaTarget[];
  /** Null is round the clock. In the time zone of the company. */
  readonly hours: readonly OpenHours[] | null;
}

/** By primary key. */
const READ = sql(`select version, targets, hours from crm.sla_policy where company_id = $1`);
const LOCK = sql(`${READ.text} for update`);

export async function readSlaPolicyView(tx: Tx, { lock = false } = {}): Promise<SlaPolicyView> {
  const saved = await tx.maybe<SlaPolicyView>(lock ? LOCK : READ, [tx.ctx.companyId]);
  return saved ?? { version: 0, targets: DEFAULT_TARGETS, hours: null };
}

/** The policy in force, with the hours in the company's zone. */
export async function readSlaPolicy(tx: Tx): Promise<SlaPolicy> {
  const [{ targets, hours }, { timeZone }] = await Promise.all([
    readSlaPolicyView(tx),
    readCompanyTerms(tx),
  ]);
  return { targets, hours: hours === null ? null : { timeZone, open: hours } };
}
