import type { Tx } from '@quittance/database';
import type { CompanyObject } from '@quittance/metadata';
import type { RecordApproval } from './approval.description.js';
import { writeAbout } from './approval-letters.js';
import { approvalReach, storeRecordApproval } from './approval.repository.js';
import type { Held } from './held-record.js';
import { filled, type Said } from './letter-words.js';
import { showStatus } from './request-approval.js';
import { titleFor } from './shown-approvals.js';

/** How an approval ends. */
export interface Ending {
  /** The log's verb, and what its record shows. */
  readonly status: 'approved' | 'rejected' | 'recalled';
  readonly note: Said | null;
}

/**
 * Stores that an approval is decided, shows it in the record, which is free again, and tells
 * whoever has caused it.
 */
export async function concludeApproval(
  tx: Tx,
  before: RecordApproval,
  after: RecordApproval,
  { held, status, note }: Ending & { readonly held: Held | null },
): Promise<RecordApproval> {
  const decided: RecordApproval = { ...after, status, decidedAt: tx.ctx.now, dueAt: null };
  await storeRecordApproval(tx, status, before, decided, null);
  if (!held) return decided;
  const { object, subject } = held;
  const depth = (await approvalReach(tx, [decided.id])).get(decided.id)?.depth ?? 1;
  await showStatus(tx, object, decided, { depth, subject });
  await tellDecided(tx, object, decided, { status, note });
  return decided;
}

/** Tells whoever has caused it, by the title that they may see. */
export async function tellDecided(
  tx: Tx,
  object: CompanyObject,
  decided: RecordApproval,
  ending: Ending,
): Promise<void> {
  const { requestedBy } = decided;
  if (requestedBy === null) return;
  const title = await titleFor(tx, object, requestedBy, decided);
  const letter = { users: [requestedBy], kind: 'decided', message: told(ending) } as const;
  await writeAbout(tx, object, { ...decided, title }, letter);
}

const told =
  ({ status, note }: Ending): Said =>
  (words) =>
    note === null
      ? words[status]
      : filled(words.said, { decision: words[status], note: note(words) });
