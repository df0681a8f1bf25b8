import type { Tx } from '@quittance/database';
import { asId, newId, type CompanyId, type Id, type SessionId } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import type { SignInTables } from '../directories/sign-in-tables.js';
import type { KnownAsker } from '../passwords/password-hasher.js';
import type { LockState } from '../sign-in/lock-out.js';
import { formatToken, hashToken, newOpaqueToken } from '../tokens/opaque-token.js';
import { deviceStatements } from './device-statements.js';
import { parseDevice } from './device-token.js';

export type DeviceId = Id<'known-device'>;

/** Devices of one account that are known at once. */
export const MOST_DEVICES = 20;

/** A device that has signed in to the account before, with its own count of failures. */
export interface KnownDevice extends LockState {
  readonly id: DeviceId;
}

/** No device has it: what is written about it is written nowhere, at the same cost. */
const NO_DEVICE: DeviceId = asId<'known-device'>('00000000-0000-0000-0000-000000000000');

/** What is looked for; for who brings no token, or something else, what nobody has. */
export function deviceHash(token: string | null | undefined): Buffer {
  const parsed = parseDevice(token ?? '');
  return parsed ? hashToken(parsed) : randomBytes(32);
}

/** Of the accounts that a name may mean, the one that knows the device that asks. */
export function askerAmong(
  accounts: readonly {
    readonly companyId: CompanyId;
    readonly id: string;
    readonly known: boolean;
  }[],
): KnownAsker | null {
  const own = accounts.find(({ known }) => known);
  return own ? { companyId: own.companyId, userId: own.id } : null;
}

/** The devices of a directory, which stay known for so long after their last sign-in. */
export function deviceStore(tables: SignInTables, lifeSeconds: number) {
  const statements = deviceStatements(tables);
  return {
    hashOf: deviceHash,
    askerAmong,

    /** The device of this account with that token, locked; the account must be locked before. */
    lock: (tx: Tx, holder: string, hash: Buffer): Promise<KnownDevice | undefined> =>
      tx.maybe<KnownDevice>(statements.lock, [tx.ctx.companyId, holder, hash]),

    /** The device that a session of this account began on, locked behind the account. */
    lockOf: (tx: Tx, holder: string, session: SessionId): Promise<KnownDevice | undefined> =>
      tx.maybe<KnownDevice>(statements.lockOfSession, [tx.ctx.companyId, holder, session]),

    /** Writes what an attempt leaves on a device; without one the same work is done for none. */
    async record(
      tx: Tx,
      device: KnownDevice | undefined,
      { failures, lockedUntil, triesInLock }: LockState,
      admitted: boolean,
    ): Promise<void> {
      const count = [failures, lockedUntil, admitted, lifeSeconds, triesInLock];
      await tx.run(statements.record, [tx.ctx.companyId, device?.id ?? NO_DEVICE, ...count]);
    },

    /** Makes a device known and answers its token, of which only the hash is stored. */
    async add(tx: Tx, holder: string): Promise<{ id: DeviceId; token: string }> {
      const { companyId } = tx.ctx;
      const id = newId<'known-device'>();
      const token = newOpaqueToken('qd', companyId);
      await Promise.all([
        tx.run(statements.insert, [companyId, id, holder, hashToken(token), lifeSeconds]),
        tx.run(statements.retire, [companyId, holder, id, MOST_DEVICES - 1]),
      ]);
      return { id, token: formatToken(token) };
    },

    /** Forgets the failures of every device of an account. */
    async open(tx: Tx, holder: string): Promise<void> {
      await tx.run(statements.open, [tx.ctx.companyId, holder]);
    },

    /** Deletes so many that ended a day ago and that no session names; answers how many. */
    purge: (tx: Tx, most: number): Promise<number> =>
      tx.run(statements.deleteEnded, [tx.ctx.companyId, most]),
  };
}
