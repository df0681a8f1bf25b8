import type { KeyRing } from '@quittance/config';
import type { AccountId, CompanyId, Id, InvoiceId } from '@quittance/kernel';
import { createHmac, timingSafeEqual } from 'node:crypto';

export type PayLinkId = Id<'pay-link'>;

/** What a lasting link leads to: an invoice, or several that a letter asks for together. */
export type PayTarget = { readonly companyId: CompanyId } & (
  | { readonly invoiceId: InvoiceId }
  | { readonly linkId: PayLinkId }
);

/** Whose link it is: others who are billed the invoice later are not shown by it. */
export type PayLink = PayTarget & { readonly accountId: AccountId };

/** Links that are out there from before it was said say nothing of whose they are. */
export type ReadPayLink = PayTarget & { readonly accountId?: AccountId };

const ID_BYTES = 16;
const MAC_BYTES = 16;
/** With the account, and those from before that have none. */
const TOKEN = /^(?:[\w-]{86}|[\w-]{64})$/;
/** A seal says what it is of: the id of the one is never taken for one of the other. */
const SEALED = {
  invoice: 'pay-link-of-account/',
  several: 'pay-link-of-account-and-several/',
} as const;
const SEALED_BEFORE = { invoice: 'pay-link/', several: 'pay-link-of-several/' } as const;

/**
 * The token of a lasting payment link: the ids and a seal, so that nobody can make one. It holds
 * for as long as its key is among the keys.
 */
export function payToken(ring: KeyRing, target: PayLink): string {
  const [kind, id] =
    'invoiceId' in target
      ? [SEALED.invoice, target.invoiceId]
      : ([SEALED.several, target.linkId] as const);
  const ids = Buffer.concat([target.companyId, id, target.accountId].map(bytesOf));
  const key = ring.keys.get(ring.activeId);
  if (!key) throw new Error('The active key is not among the keys');
  return Buffer.concat([ids, sealOf(key, kind, ids)]).toString('base64url');
}

/** What a token leads to; undefined when none of our keys has sealed it. */
export function readPayToken(ring: KeyRing, token: string): ReadPayLink | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // What is spelt in another way is no other address of the same.
  if (bytes.toString('base64url') !== token) return undefined;
  const ids = bytes.subarray(0, -MAC_BYTES);
  const seal = bytes.subarray(-MAC_BYTES);
  const isSealed = (kind: string) =>
    [...ring.keys.values()]
      .map((key) => timingSafeEqual(sealOf(key, kind, ids), seal))
      .includes(true);
  const companyId = uuidOf(ids.subarray(0, ID_BYTES)) as CompanyId;
  const id = uuidOf(ids.subarray(ID_BYTES, 2 * ID_BYTES));
  const account = ids.subarray(2 * ID_BYTES);
  const sealed = account.length > 0 ? SEALED : SEALED_BEFORE;
  const accountId = uuidOf(account) as AccountId;
  const whose = account.length > 0 ? { companyId, accountId } : { companyId };
  const [one, several] = [isSealed(sealed.invoice), isSealed(sealed.several)];
  if (one) return { ...whose, invoiceId: id as InvoiceId };
  return several ? { ...whose, linkId: id as PayLinkId } : undefined;
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
