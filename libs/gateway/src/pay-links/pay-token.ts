import type { KeyRing } from '@quittance/config';
import type { CompanyId, Id, InvoiceId } from '@quittance/kernel';
import { createHmac, timingSafeEqual } from 'node:crypto';

export type PayLinkId = Id<'pay-link'>;

/** What a lasting link leads to: an invoice, or several that a letter asks for together. */
export type PayTarget = { readonly companyId: CompanyId } & (
  | { readonly invoiceId: InvoiceId }
  | { readonly linkId: PayLinkId }
);

const ID_BYTES = 16;
const MAC_BYTES = 16;
const TOKEN = /^[\w-]{64}$/;
/** A seal says what it is of: the id of the one is never taken for one of the other. */
const SEALED = { invoice: 'pay-link/', several: 'pay-link-of-several/' } as const;

/**
 * The token of a lasting payment link: both ids and a seal, so that nobody can make one. It holds
 * for as long as its key is among the keys.
 */
export function payToken(ring: KeyRing, target: PayTarget): string {
  const [kind, id] =
    'invoiceId' in target
      ? [SEALED.invoice, target.invoiceId]
      : ([SEALED.several, target.linkId] as const);
  const ids = Buffer.concat([bytesOf(target.companyId), bytesOf(id)]);
  const key = ring.keys.get(ring.activeId);
  if (!key) throw new Error('The active key is not among the keys');
  return Buffer.concat([ids, sealOf(key, kind, ids)]).toString('base64url');
}

/** What a token leads to; undefined when none of our keys has sealed it. */
export function readPayToken(ring: KeyRing, token: string): PayTarget | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  const seal = bytes.subarray(2 * ID_BYTES);
  const isSealed = (kind: string) =>
    [...ring.keys.values()]
      .map((key) => timingSafeEqual(sealOf(key, kind, ids), seal))
      .includes(true);
  const companyId = uuidOf(ids.subarray(0, ID_BYTES)) as CompanyId;
  const id = uuidOf(ids.subarray(ID_BYTES));
  const [one, several] = [isSealed(SEALED.invoice), isSealed(SEALED.several)];
  if (one) return { companyId, invoiceId: id as InvoiceId };
  return several ? { companyId, linkId: id as PayLinkId } : undefined;
}

function sealOf(key: Buffer, kind: string, ids: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(kind).update(ids).digest();
  return mac.subarray(0, MAC_BYTES);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
