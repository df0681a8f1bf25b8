import { asId, isUuid, type CompanyId } from '@quittance/kernel';

const PREFIX = 'sbl_';
const BYTES = 16;

/** The public id of a link: company and link in one, so that a page finds its company by itself. */
export function linkIdOf(companyId: CompanyId, id: string): string {
  const bytes = [companyId, id].map((each) => Buffer.from(each.replaceAll('-', ''), 'hex'));
  return PREFIX + Buffer.concat(bytes).toString('base64url');
}

/** The company and the link of a public id; undefined when it is none. */
export function readLinkId(
  linkId: string,
): { readonly companyId: CompanyId; readonly id: string } | undefined {
  if (!linkId.startsWith(PREFIX)) return undefined;
  const bytes = Buffer.from(linkId.slice(PREFIX.length), 'base64url');
  if (bytes.length !== 2 * BYTES) return undefined;
  const [companyId, id] = [uuidOf(bytes.subarray(0, BYTES)), uuidOf(bytes.subarray(BYTES))];
  if (!isUuid(companyId) || !isUuid(id)) return undefined;
  return linkId === linkIdOf(asId(companyId), id) ? { companyId: asId(companyId), id } : undefined;
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
