import { asId, isUuid, type CompanyId } from '@quittance/kernel';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const COMPANY_BYTES = 16;
const TOKEN = /^[\w-]{64}$/;

/** The word in the address of a shared quote: its company, and 32 random bytes. */
export function newLinkToken(companyId: CompanyId): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return Buffer.concat([company, randomBytes(SECRET_BYTES)]).toString('base64url');
}

/** What is kept of it. */
export function linkTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The company that it names, whether or not there is one; undefined when it is no such word. */
export function companyOfLink(token: string): CompanyId | undefined {
  if (!TOKEN.test(token)) return undefined;
  const hex = Buffer.from(token, 'base64url').subarray(0, COMPANY_BYTES).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return isUuid(id) ? asId<'company'>(id) : undefined;
}

/**
 * What a page has to send back to act: it is made of the word of the link and of what the page
 * showed, so that whoever only opens an address, as mail scanners do, does nothing.
 */
export function pageNonce(token: string, contentHash: string): string {
  return createHmac('sha256', token).update(contentHash).digest('base64url');
}

export function isPageNonce(token: string, contentHash: string, sent: string): boolean {
  const [own, other] = [Buffer.from(pageNonce(token, contentHash)), Buffer.from(sent)];
  return own.length === other.length && timingSafeEqual(own, other);
}
