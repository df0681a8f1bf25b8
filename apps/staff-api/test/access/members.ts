import { newId, type UserId } from '@quittance/kernel';
import type { Answer, StaffClient, TestStaffApi } from '../../../../test/support/test-api.js';

export interface MemberRights {
  readonly matrix?: Readonly<Record<string, readonly string[]>>;
  readonly grants?: readonly string[];
  readonly scopes?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The body of an answer as an object whose members a test looks at. */
export function bodyOf<T = Record<string, unknown>>({ body }: Answer): T {
  return body as T;
}

/** The code of a refusal beside its status. */
export function refusal({ status, body }: Answer): [number, unknown] {
  return [status, (body as { code?: string } | undefined)?.code];
}

export async function newRole(by: StaffClient, rights: MemberRights = {}): Promise<string> {
  const body = { name: `Role ${newId()}`, ...rights };
  return bodyOf<{ id: string }>(await by.call('POST', '/roles', { body })).id;
}

/** A colleague of the API's administrator who may do just this, made through the API. */
export async function memberWith(api: TestStaffApi, rights: MemberRights): Promise<StaffClient> {
  const roleIds = [await newRole(api.admin, rights)];
  const body = { email: `${newId()}@example.com`, name: 'Mia Member', roleIds };
  const made = await api.admin.call('POST', '/users', { body });
  const member = api.client(api.company.companyId, bodyOf<{ id: UserId }>(made).id);
  await member.signedIn;
  return member;
}

/** An API key of one of the staff, with the rights of a new role or of one that there is. */
export async function keyOf(api: TestStaffApi, by: StaffClient, rights: MemberRights | string) {
  const roleId = typeof rights === 'string' ? rights : await newRole(by, rights);
  const made = await by.call('POST', '/api-keys', { body: { name: `Key ${newId()}`, roleId } });
  const { id, key } = bodyOf<{ id: string; key: string }>(made);
  const headers = { authorization: `Bearer ${key}` };
  const call: StaffClient['call'] = (method, path, init) =>
    api.call(method, path, { ...init, headers: { ...init?.headers, ...headers } });
  return { id, roleId, call };
}
