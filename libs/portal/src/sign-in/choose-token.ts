import { asId, isUuid, type CompanyId } from '@quittance/kernel';
import type { PortalUserId } from '../actors/portal-actor.js';

/** As whom somebody may go on: names the company, so that finding the user crosses none. */
export interface Choice {
  readonly companyId: CompanyId;
  readonly portalUserId: PortalUserId;
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

export function formatChoice({ companyId, portalUserId }: Choice): string {
  return Buffer.concat([bytesOf(companyId), bytesOf(portalUserId)]).toString('base64url');
}

/** What a choice names, or undefined when the text is none. */
export function parseChoice(text: string): Choice | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32) return undefined;
  const [company, user] = [idOf(bytes.subarray(0, 16)), idOf(bytes.subarray(16))];
  if (!isUuid(company) || !isUuid(user)) return undefined;
  return { companyId: asId<'company'>(company), portalUserId: asId<'portal-user'>(user) };
}
