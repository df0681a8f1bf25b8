import { sql, type Tx } from '@quittance/database';
import { newId, type Instant } from '@quittance/kernel';
import { taxConnectorNoun, type TaxConnector } from './tax-connector.description.js';

const connectors = taxConnectorNoun.rows;

/** The company's few tax connectors, the active one first; by `connector_provider_key`. */
const FIND = `select ${connectors.select('c')} from tax.connector c
  where c.company_id = $1 order by c.active desc, c.updated_at desc, c.id`;
const FIND_CONNECTORS = sql(FIND);
const LOCK_CONNECTORS = sql(`${FIND} for update`);
/** The first connector has no row that could be waited for. */
const LOCK_SETTING_UP = sql(
  `select pg_advisory_xact_lock(hashtextextended('tax.connector ' || $1::text, 0))`,
);
const DELETE_CONNECTORS = sql(`delete from tax.connector where company_id = $1`);

/** Notes once that the provider does not accept the credentials, or that it does again. */
const MARK_FAILING = sql(`
  update tax.connector set failing_since = $3, last_error = $4, version = version + 1,
    updated_at = $5
  where company_id = $1 and id = $2 and (failing_since is null) <> ($3::timestamptz is null)`);

export function findTaxConnectors(tx: Tx): Promise<TaxConnector[]> {
  return tx.rows<TaxConnector>(FIND_CONNECTORS, [tx.ctx.companyId]);
}

/** Those who set connectors up wait for one another, whether there are any yet or none. */
export async function lockTaxConnectors(tx: Tx): Promise<TaxConnector[]> {
  await tx.run(LOCK_SETTING_UP, [tx.ctx.companyId]);
  return tx.rows<TaxConnector>(LOCK_CONNECTORS, [tx.ctx.companyId]);
}

/** What a connector is given by those who configure it. */
export type TaxConnectorState = Pick<
  TaxConnector,
  'provider' | 'active' | 'credentials' | 'settings'
>;

export async function insertTaxConnector(tx: Tx, state: TaxConnectorState): Promise<TaxConnector> {
  const { now } = tx.ctx;
  const id = newId<'tax-connector'>();
  const stamps = { version: 1, createdAt: now, updatedAt: now };
  const stored = { id, ...state, failingSince: null, lastError: null, ...stamps };
  await connectors.insert(tx, [stored]);
  return stored;
}

/** New credentials are given the benefit of the doubt. */
export async function updateTaxConnector(
  tx: Tx,
  connector: TaxConnector,
  state: Partial<TaxConnectorState>,
): Promise<TaxConnector> {
  const { id, version } = connector;
  const patch = {
    ...state,
    failingSince: null,
    lastError: null,
    version: version + 1,
    updatedAt: tx.ctx.now,
  };
  await connectors.update(tx, { id }, patch);
  return { ...connector, ...patch };
}

export function deleteTaxConnectors(tx: Tx): Promise<number> {
  return tx.run(DELETE_CONNECTORS, [tx.ctx.companyId]);
}

/** With an error: failing since now; without one: failing no more. Answers whether that is news. */
export async function markFailing(tx: Tx, id: string, error: string | null): Promise<boolean> {
  const { companyId, now } = tx.ctx;
  const since: Instant | null = error === null ? null : now;
  return (await tx.run(MARK_FAILING, [companyId, id, since, error, now])) > 0;
}
