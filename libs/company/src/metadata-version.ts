import { sql, type Tx } from '@quittance/database';

/** By primary key. */
const BUMP = sql(`
  update company.company set metadata_version = metadata_version + 1 where id = $1`);

/** By primary key. */
const READ = sql(`select metadata_version as version from company.company where id = $1`);

const changing = new WeakSet<Tx>();

/**
 * Whether metadata change in this transaction: what it reads of them is its own, and of no use to
 * others before it is committed.
 */
export function changesMetadata(tx: Tx): boolean {
  return changing.has(tx);
}

/**
 * Says that the company's metadata change in this transaction: its fields, objects, layouts, views,
 * forms, rules or masters. Requests that begin after the commit read them anew.
 *
 * Locks the company's row until the end of the transaction, so that a company's metadata changes
 * come one after the other and their versions rise in the order of the commits. Lock order: **call
 * it first**, before any row of metadata, record or number counter is locked. Two changes then
 * never wait for each other in a circle, and what is counted afterwards (200 fields, cycles of
 * formulas) is not changed by anybody else meanwhile. Never call it in an ordinary change of
 * records: they would wait for each other for nothing.
 */
export async function bumpMetadata(tx: Tx): Promise<void> {
  changing.add(tx);
  await tx.run(BUMP, [tx.ctx.companyId]);
}

/**
 * The version of the company's metadata as the transaction sees it. A request has it already, in
 * `ctx.metadataVersion`: this is for jobs, and for a transaction that has changed metadata itself.
 */
export async function readMetadataVersion(tx: Tx): Promise<number> {
  return (await tx.one<{ version: number }>(READ, [tx.ctx.companyId])).version;
}
