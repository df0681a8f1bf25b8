import { randomBytes } from 'node:crypto';

/** The word of a link to a form of this company that nobody was given. */
export function newFormToken(companyId: string): string {
  const company = Buffer.from(companyId.replaceAll('-', ''), 'hex');
  return `qf_${Buffer.concat([company, randomBytes(24)]).toString('base64url')}`;
}
