import { runAgainWhenTaken, sql, violates, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { connectorNoun, type Connector } from './connector.description.js';

const connectors = connectorNoun.rows;

/** The company's few payment connectors, the active one first; by `connector_provider_key`. */
const FIND_CONNECTORS = sql(`
  select ${connectors.select('c')} from gateway.connector c
  where company_id = $1 and kind = 'payment' order by active desc, updated_at desc, id`);
const LOCK_CONNECTORS = sql(`${FIND_CONNECTORS.text} for update`);

const DELETE_CONNECTORS = sql(`
  delete from gateway.connector where company_id = $1 and kind = 'payment'`);

/** No new version: nobody has configured anything, and who is about to is not in the way. */
const LEARN_ACCOUNT = sql(`
  update gateway.connector set settings = settings || jsonb_build_object('accountId', $3::text)
  where company_id = $1 and id = $2 and settings->>'accountId' is distinct from $3`);

/** Keeps which account a connector is for. The statement is sent before this returns. */
export function learnAccount(tx: Tx, id: string, accountId: string): Promise<number> {
  return tx.run(LEARN_ACCOUNT, [tx.ctx.companyId, id, accountId]);
}

/** The payment connectors of the company, the active one first. */
export function findConnectors(tx: Tx): Promise<Connector[]> {
  return tx.rows<Connector>(FIND_CONNECTORS, [tx.ctx.companyId]);
}

export function lockConnectors(tx: Tx): Promise<Connector[]> {
  return tx.rows<Connector>(LOCK_CONNECTORS, [tx.ctx.companyId]);
}

/** What a connector is given by those who configure it. */
export type ConnectorState = Omit<Connector, 'id' | 'version' | 'kind' | 'createdAt' | 'updatedAt'>;

export async function insertConnector(tx: Tx, state: ConnectorState): Promise<Connector> {
  const { now } = tx.ctx;
  const id = newId<'connector'>();
  const stored = {
    id,
    version: 1,
    kind: 'payment',
    ...state,
    createdAt: now,
    updatedAt: now,
  } as const;
  await connectors.insert(tx, [stored]).catch(afterTheOther);
  return stored;
}

export async function updateConnector(
  tx: Tx,
  connector: Connector,
  state: Partial<ConnectorState>,
): Promise<Connector> {
  const { id, version } = connector;
  const patch = { ...state, version: version + 1, updatedAt: tx.ctx.now };
  await connectors.update(tx, { id }, patch).catch(afterTheOther);
  return { ...connector, ...patch };
}

/** Somebody has set up a connector in the same instant: the transaction runs again and sees it. */
function afterTheOther(error: unknown): never {
  const taken = ['connector_provider_key', 'connector_active_key'].find((key) =>
    violates(error, key),
  );
  return runAgainWhenTaken(taken ?? '')(error);
}

export function deleteConnectors(tx: Tx): Promise<number> {
  return tx.run(DELETE_CONNECTORS, [tx.ctx.companyId]);
}
