import type { Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import { findMasterCodes, type MasterKey } from '@quittance/masters';
import type { CompanyModels, RecordView } from '@quittance/metadata';
import { attachUploads, createRecords, type RecordInput } from '@quittance/objects';
import { emit } from '@quittance/outbox';

/** What somebody of a customer or of a partner asks or complains of. */
export interface NewCase {
  /** Null of a partner, who is no account. */
  readonly accountId: AccountId | null;
  readonly contactId: Id<'contact'> | null;
  readonly portalUserId: Id<'portal-user'>;
  readonly subject: string;
  readonly description: string;
  readonly reason?: string;
  readonly priority?: string;
  /** What the user has uploaded for it. */
  readonly documentIds?: readonly string[];
  /** Custom fields by their names, as they were sent. */
  readonly custom?: RecordInput;
  /** Those that they could be asked for; none where it is not told. */
  readonly asked?: ReadonlySet<string>;
  /** A record that it is about; whoever hands it over has looked whether the user reaches it. */
  readonly related?: { readonly object: string; readonly id: string };
}

const NOBODY: ReadonlySet<string> = new Set();

/** Where it comes from, for companies that have the entry of the master still. */
const ORIGIN: MasterKey = { type: 'case_origin', code: 'portal' };

/**
 * Opens a case in a transaction of the caller's. The counter of cases is drawn, the last of all
 * locks. @throws DomainError validation_failed, reference_not_found, file_type_refused
 */
export async function openCase(
  tx: Tx,
  models: CompanyModels,
  { related, documentIds = [], custom, asked = NOBODY, ...said }: NewCase,
): Promise<RecordView> {
  const cases = await models.object(tx, 'case');
  const about = related && { relatedObject: related.object, relatedId: related.id };
  const [origin] = await findMasterCodes(tx, [ORIGIN]);
  const input = { ...custom, ...said, ...about, ...(origin && { origin: origin.code }) };
  const [made] = await createRecords(tx, cases, [input], { trusted: true, asked });
  const opened = made as RecordView;
  const target = { object: 'case', recordId: opened.id, visibility: 'customer' } as const;
  await attachUploads(tx, said.portalUserId, documentIds, target);
  emit(tx, { type: 'case.opened', object: 'case', recordId: opened.id, data: opened });
  return opened;
}
