import { asId, isUuid, type CompanyId } from '@quittance/kernel';
import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 24;
const COMPANY_BYTES = 16;
const TOKEN = /^qf_[A-Za-z0-9_-]{54}$/;

/** The word in the address of a public form: names the company and proves that one was given it. */
export function newFormToken(companyId: CompanyId): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return `qf_${Buffer.concat([company, randomBytes(SECRET_BYTES)]).toString('base64url')}`;
}

/** What is kept of it. */
export function formTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The company that it names, whether or not there is one; undefined when it is no such word. */
export function companyOfToken(token: string): CompanyId | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token.slice(3), 'base64url');
  const hex = bytes.subarray(0, COMPANY_BYTES).toString('hex');
  const id = [8, 12, 16, 20, 32].map((end, i, ends) => hex.slice(ends[i - 1] ?? 0, end)).join('-');
  return isUuid(id) ? asId<'company'>(id) : undefined;
}
