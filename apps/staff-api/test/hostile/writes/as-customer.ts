import { signInAt } from '@quittance/http/testing';
import { aPortalUser } from '@quittance/portal/testing';
import type { Made } from '../../objects/objects-support.js';
import type { WriteStage } from './write-stage.js';

const PREFIX = '/api/v1/mobile/portal';

/** What a customer does at the portal. @throws Error where it is refused */
export type Ask = (method: string, path: string, body?: object, prefix?: string) => Promise<Made>;

/** An Admin of a customer, signed in at the portal. */
export async function customerOf(
  { t, admin, portal, staff }: WriteStage,
  partyId: string,
  approvalLimit: string | null = null,
): Promise<Ask> {
  const ctx = t.ctx(admin.companyId);
  const user = { partyId, role: 'Admin', approvalLimit } as const;
  const { email, password } = await aPortalUser(t.db, ctx, user);
  const { company } = (await admin.call('GET', '/auth/me')).body as { company: { slug: string } };
  const credentials = { email, password, company: company.slug };
  const signed = await portal.call('POST', `${PREFIX}/auth/login`, { body: credentials });
  const { accessToken } = signed.body as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  return async (method, path, body, prefix = PREFIX) => {
    // A process verifies the tokens of one host at a time.
    signInAt(portal.app);
    const answer = await portal.call(method, `${prefix}${path}`, {
      headers,
      ...(body && { body }),
    });
    signInAt(staff.app);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body as Made;
  };
}

/** A quote as its customer has it before them. */
export async function sentQuote(stage: WriteStage, accountId: string, ask: Ask) {
  const { id } = await stage.post('/quotes', {
    accountId,
    currency: 'EUR',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '10.00', taxRate: '0' }],
  });
  for (const step of ['submit', 'approve', 'send']) await stage.post(`/quotes/${id}/${step}`, {});
  return (await ask('GET', `/quotes/${id}`)) as Made & { readonly version: number };
}
