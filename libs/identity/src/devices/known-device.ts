import type { Tx } from '@quittance/database';
import { asId, newId, type Id, type SessionId, type UserId } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import type { LockState } from '../sign-in/lock-out.js';
import { formatToken, hashToken, newOpaqueToken, parseToken } from '../tokens/opaque-token.js';
import {
  INSERT_DEVICE,
  LOCK_DEVICE,
  LOCK_DEVICE_OF_SESSION,
  OPEN_DEVICES,
  RECORD_DEVICE_ATTEMPT,
  RETIRE_DEVICES,
} from './known-device.sql.js';

export type DeviceId = Id<'known-device'>;

/** Seconds a device stays known after its last sign-in: 180 days. */
export const DEVICE_SECONDS = 180 * 24 * 3600;

/** Devices of one user that are known at once. */
export const MOST_DEVICES = 20;

/** A device that has signed in to the account before, with its own count of failures. */
export interface KnownDevice extends LockState {
  readonly id: DeviceId;
}

/** No device has it: what is written about it is written nowhere, at the same cost. */
const NO_DEVICE: DeviceId = asId<'known-device'>('00000000-0000-0000-0000-000000000000');

/** What is looked for; for who brings no token, or something else, what nobody has. */
export function deviceHash(token: string | null | undefined): Buffer {
  const parsed = parseToken(token ?? '', 'qd');
  return parsed ? hashToken(parsed) : randomBytes(32);
}

/** The device of this account with that token, locked; the account must be locked before. */
export function lockDevice(tx: Tx, userId: UserId, hash: Buffer): Promise<KnownDevice | undefined> {
  return tx.maybe<KnownDevice>(LOCK_DEVICE, [tx.ctx.companyId, userId, hash]);
}

/**
 * The device that a session of this account began on, locked; the account must be locked before.
 */
export function lockDeviceOf(
  tx: Tx,
  userId: UserId,
  sessionId: SessionId,
): Promise<KnownDevice | undefined> {
  return tx.maybe<KnownDevice>(LOCK_DEVICE_OF_SESSION, [tx.ctx.companyId, userId, sessionId]);
}

/** Writes what an attempt leaves on a device; without a device the same work is done for none. */
export async function recordDevice(
  tx: Tx,
  device: KnownDevice | undefined,
  { failures, lockedUntil }: LockState,
  admitted: boolean,
): Promise<void> {
  const params = [tx.ctx.companyId, device?.id ?? NO_DEVICE, failures, lockedUntil, admitted];
  await tx.run(RECORD_DEVICE_ATTEMPT, [...params, DEVICE_SECONDS]);
}

/** Makes a device known to an account and answers its token, of which only the hash is stored. */
export async function addDevice(tx: Tx, userId: UserId): Promise<{ id: DeviceId; token: string }> {
  const { companyId } = tx.ctx;
  const id = newId<'known-device'>();
  const token = newOpaqueToken('qd', companyId);
  await Promise.all([
    tx.run(INSERT_DEVICE, [companyId, id, userId, hashToken(token), DEVICE_SECONDS]),
    tx.run(RETIRE_DEVICES, [companyId, userId, id, MOST_DEVICES - 1]),
  ]);
  return { id, token: formatToken(token) };
}

/** Forgets the failures of every device of a user. */
export async function openDevices(tx: Tx, userId: UserId): Promise<void> {
  await tx.run(OPEN_DEVICES, [tx.ctx.companyId, userId]);
}
