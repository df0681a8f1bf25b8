import { rowSet, runAgainWhenTaken, sql, violates, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import type { Connector } from './connector.js';
import { ConnectorEntity } from './connector.entity.js';

const connectorRows = rowSet(ConnectorEntity);
const COLUMNS = connectorRows.select('c');

/** The company's few payment connectors, the active one first; by `connector_provider_key`. */
const FIND_CONNECTORS = sql(`
  select ${COLUMNS} from gateway.connector c
  where company_id = $1 and kind = 'payment' order by active desc, updated_at desc, id`);

const LOCK_CONNECTORS = sql(`
  select ${COLUMNS} from gateway.connector c
  where company_id = $1 and kind = 'payment' order by active desc, updated_at desc, id
  for update`);

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
export type ConnectorState = Omit<Connector, 'id' | 'version' | 'createdAt' | 'updatedAt'>;

export async function insertConnector(tx: Tx, state: ConnectorState): Promise<Connector> {
  const { now } = tx.ctx;
  const id = newId<'connector'>();
  const stored = { id, version: 1, kind: 'payment', ...state, createdAt: now, updatedAt: now };
  await connectorRows.insert(tx, [stored]).catch(afterTheOther);
  return stored;
}

export async function updateConnector(
  tx: Tx,
  connector: Connector,
  state: Partial<ConnectorState>,
): Promise<Connector> {
  const stored = {
    ...connector,
    ...state,
    version: connector.version + 1,
    updatedAt: tx.ctx.now,
  };
  const { id, createdAt: _, ...patch } = stored;
  await tx.update(ConnectorEntity, { id }, patch as Partial<ConnectorEntity>).catch(afterTheOther);
  return stored;
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
