import type { KeyRing } from '@quittance/config';
import type { CompanyId, InvoiceId } from '@quittance/kernel';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The invoice that a lasting link leads to. */
export interface PayTarget {
  readonly companyId: CompanyId;
  readonly invoiceId: InvoiceId;
}

const ID_BYTES = 16;
const MAC_BYTES = 16;
const TOKEN = /^[\w-]{64}$/;

/**
 * The token of a lasting payment link: both ids and a seal, so that it needs no row of its own and
 * nobody can make one. It holds for as long as its key is among the keys.
 */
export function payToken(ring: KeyRing, { companyId, invoiceId }: PayTarget): string {
  const ids = Buffer.concat([bytesOf(companyId), bytesOf(invoiceId)]);
  const key = ring.keys.get(ring.activeId);
  if (!key) throw new Error('The active key is not among the keys');
  return Buffer.concat([ids, sealOf(key, ids)]).toString('base64url');
}

/** The invoice of a token; undefined when none of our keys has sealed it. */
export function readPayToken(ring: KeyRing, token: string): PayTarget | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  const seal = bytes.subarray(2 * ID_BYTES);
  const matches = [...ring.keys.values()].map((key) => timingSafeEqual(sealOf(key, ids), seal));
  if (!matches.includes(true)) return undefined;
  return {
    companyId: uuidOf(ids.subarray(0, ID_BYTES)) as CompanyId,
    invoiceId: uuidOf(ids.subarray(ID_BYTES)) as InvoiceId,
  };
}

function sealOf(key: Buffer, ids: Buffer): Buffer {
  const mac = createHmac('sha256', key).update('pay-link/').update(ids).digest();
  return mac.subarray(0, MAC_BYTES);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
