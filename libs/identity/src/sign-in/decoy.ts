import { asId, type CompanyId, type UserId } from '@quittance/kernel';
import { createHash } from 'node:crypto';

/** The company of nobody: only the decoys live in it. */
export const NO_COMPANY: CompanyId = asId<'company'>('00000000-0000-0000-0000-000000000000');

/** Many, so that a storm on unknown e-mails does not queue on the lock of one row. */
export const DECOYS = 64;

export function decoyId(n: number): UserId {
  return asId<'user'>(`00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`);
}

/**
 * The row that stands in for an unknown e-mail. The same reads, writes and hash follow as for a
 * real user, so neither the answer nor its time tells them apart. One e-mail always meets one
 * decoy.
 */
export function decoyFor(email: string): UserId {
  return decoyId((createHash('sha256').update(email).digest()[0] ?? 0) % DECOYS);
}

/** The same for other directories, whose tables have decoys of the same ids. */
export const decoys = { company: NO_COMPANY, many: DECOYS, idOf: decoyId, standIn: decoyFor };
