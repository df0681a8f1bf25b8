import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import { makeLink } from '@quittance/portal/host';
import {
  aBrowser,
  aPortalUser,
  aQuoteRequest,
  PORTAL_PASSWORD,
  totpAt,
} from '@quittance/portal/testing';
import type { Made } from '../../objects/objects-support.js';
import type { WriteStage } from './write-stage.js';

const PREFIXES = {
  customer: '/api/v1/mobile/portal',
  partner: '/api/v1/mobile/partner',
  vendor: '/api/v1/mobile/vendor',
} as const;
type Directory = keyof typeof PREFIXES;

interface Pair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly user: { readonly id: string };
}

export async function writePortalUsers(stage: WriteStage): Promise<void> {
  const user = stage.path('/portal-users/:id');
  await stage.do('PATCH', user, { name: 'Changed' });
  await stage.do('POST', `${user}/invite`);
  for (const verb of ['end-sessions', 'reset-mfa', 'unlock', 'deactivate', 'reactivate']) {
    await stage.do('POST', `${user}/${verb}`);
  }
  await stage.do('POST', `${user}/change-email`, { email: `${newId()}@example.com` });
  await importUser(stage);
  await stage.do('PATCH', '/portal-settings', { adminsManageUsers: false });
  await stage.do('PATCH', '/portal-settings', { adminsManageUsers: true });
  await handleRequests(stage);
}

/** What staff do about what customers ask quotes for. */
async function handleRequests(stage: WriteStage): Promise<void> {
  const { t, admin } = stage;
  const ctx = t.ctx(admin.companyId);
  const accountId = (await stage.post('/accounts', { name: `Asking ${newId()}` })).id;
  const { id: portalUserId } = await aPortalUser(t.db, ctx, { partyId: accountId });
  const asked = () => aQuoteRequest(t.db, ctx, { accountId, portalUserId });
  const request = `/self-service-quotes/${await asked()}`;
  await stage.do('PATCH', request, { needsInternalReview: false });
  await stage.do('POST', `${request}/publish`);
  await stage.do('POST', `${request}/assign`, { userId: admin.userId });
  await stage.do('POST', `${request}/quote`);
  await stage.do('POST', `/self-service-quotes/${await asked()}/decline`, { reason: 'No' });
}

async function importUser(stage: WriteStage): Promise<void> {
  const { id: partyId } = await stage.post('/accounts', { name: `Imported ${newId()}` });
  const body = [
    'directory,partyId,email,name,role',
    `customer,${partyId},${newId()}@example.com,Ida,Buyer`,
  ].join('\n');
  const headers = { 'content-type': 'text/csv' };
  await stage.admin.call('POST', '/portal-users/import', { body, headers });
}

export async function writePortals(stage: WriteStage): Promise<void> {
  for (const directory of Object.keys(PREFIXES) as Directory[]) {
    const visit = await Visit.of(stage, directory);
    await visit.signIn();
    await visit.keepHouse();
    await visit.isTold();
    await visit.sendFiles();
    await visit.isPushedTo();
    await visit.setPasswords();
    await visit.haveSecondFactor();
    await visit.isSeen();
    if (directory !== 'vendor') await visit.manage();
    if (directory === 'customer') await visit.keepAddresses();
    if (directory === 'vendor') await visit.keepCompany();
  }
}

/** Somebody with two memberships at the portal of a directory. */
class Visit {
  private constructor(
    private readonly stage: WriteStage,
    private readonly directory: Directory,
    private readonly email: string,
    private readonly users: readonly string[],
    private readonly company: string,
  ) {}

  static async of(stage: WriteStage, directory: Directory): Promise<Visit> {
    const email = `${newId()}@example.com`;
    const { company } = (await stage.admin.call('GET', '/auth/me')).body as {
      company: { slug: string };
    };
    const users: string[] = [];
    const visit = new Visit(stage, directory, email, users, company.slug);
    for (let n = 0; n < 2; n += 1) users.push(await visit.invited(email));
    return visit;
  }

  private async party(): Promise<string> {
    if (this.directory === 'customer') {
      return (await this.stage.post('/accounts', { name: `Party ${newId()}` })).id;
    }
    const kind = this.directory === 'vendor' ? 'supplier' : 'partner';
    return (await this.stage.post('/ledger-accounts', { name: `Party ${newId()}`, kind })).id;
  }

  private async invited(email: string): Promise<string> {
    const { directory } = this;
    const who = { directory, partyId: await this.party(), email, name: 'Pia', role: 'Admin' };
    return (await this.stage.post('/portal-users', who)).id;
  }

  /** Accepts both invitations, chooses, refreshes, switches and signs out. */
  async signIn(): Promise<void> {
    const [one = '', two = ''] = this.users;
    const password = PORTAL_PASSWORD;
    const token = await this.link('invitation', one);
    const first = await this.post<Pair>('/auth/invitation/accept', { token, password });
    const { email, company } = this;
    await this.post('/auth/login', { email, company, password });
    const other = await this.link('invitation', two);
    await this.post('/auth/invitation/accept', { token: other }, first);
    const pair = await this.choose();
    const { refreshToken } = pair;
    const next = await this.post<Pair>('/auth/refresh', { refreshToken });
    const portalUserId = next.user.id === one ? two : one;
    const last = await this.post<Pair>('/auth/switch', { portalUserId }, next);
    await this.post('/auth/logout', { refreshToken: last.refreshToken });
  }

  async keepHouse(): Promise<void> {
    const pair = await this.choose();
    await this.call('PATCH', '/me', { theme: 'dark' }, pair);
    await this.call('PUT', '/me/preferences/lists', { value: { wide: true } }, pair);
    await this.call('DELETE', '/me/preferences/lists', undefined, pair);
    await this.choose(pair.user.id);
    const sessions = await this.call<{ id: string; current: boolean }[]>(
      'GET',
      '/auth/sessions',
      undefined,
      pair,
    );
    const other = sessions.find(({ current }) => !current)?.id;
    await this.call('DELETE', `/auth/sessions/${other}`, undefined, pair);
    await this.choose(pair.user.id);
    await this.call('DELETE', '/auth/sessions', undefined, pair);
  }

  /** Reads what it is told, and chooses what of. */
  async isTold(): Promise<void> {
    const pair = await this.choose();
    await this.call('PUT', '/me/notifications', { digest: 'off', choices: [] }, pair);
    const id = newId();
    await this.stage.meanwhile(
      `insert into portal.notice (company_id, id, portal_user_id, source, kind, category, object,
         record_id, facts, in_app, created_at)
       values ($1, $2, $3, 'planted', 'security_changed', 'security', 'portal-user', $3, '{}', true,
         now())`,
      [this.stage.admin.companyId, id, pair.user.id],
    );
    await this.call('POST', `/notifications/${id}/read`, undefined, pair);
    await this.call('POST', '/notifications/read-all', undefined, pair);
  }

  async sendFiles(): Promise<void> {
    const pair = await this.choose();
    const { documentId } = await this.call<{ documentId: string }>(
      'POST',
      '/uploads?fileName=a.pdf',
      '%PDF-1.7',
      pair,
    );
    await this.call('DELETE', `/uploads/${documentId}`, undefined, pair);
  }

  /** Keeps browsers to be told in, and ends them. */
  async isPushedTo(): Promise<void> {
    const pair = await this.choose();
    const kept = () => {
      const endpoint = `http://127.0.0.1:9/${newId()}`;
      return this.post<Made>('/push-subscriptions', { endpoint, keys: aBrowser().keys }, pair);
    };
    const { id } = await kept();
    await this.call('DELETE', `/push-subscriptions/${id}`, undefined, pair);
    await kept();
    await this.call('DELETE', '/push-subscriptions', undefined, pair);
  }

  async setPasswords(): Promise<void> {
    const pair = await this.choose();
    const next = 'the next password of all';
    const change = { current: PORTAL_PASSWORD, password: next };
    await this.post('/auth/password/change', change, pair);
    const { email, company } = this;
    await this.post('/auth/password/forgot', { email, company });
    const token = await this.link('reset', this.users[0] ?? '');
    await this.post('/auth/password/reset', { token, password: PORTAL_PASSWORD });
    const invited = await this.invited(`${newId()}@example.com`);
    await this.post('/auth/invitation/renew', { token: await this.link('invitation', invited) });
  }

  /** Sets one up, signs in by it, and takes it away. */
  async haveSecondFactor(): Promise<void> {
    const pair = await this.choose();
    const { secret } = await this.post<{ secret: string }>('/me/mfa/start', {}, pair);
    const code = totpAt(secret, this.stage.t.clock.now());
    const { recoveryCodes } = await this.post<{ recoveryCodes: string[] }>(
      '/me/mfa/confirm',
      { code },
      pair,
    );
    const { email, company } = this;
    const credentials = { email, company, password: PORTAL_PASSWORD };
    const offered = await this.post<{ choose: { choice: string }[]; chooseToken: string }>(
      '/auth/login',
      credentials,
    );
    const { choice } = offered.choose[0] ?? { choice: '' };
    const { mfaToken } = await this.post<{ mfaToken: string }>('/auth/choose', {
      chooseToken: offered.chooseToken,
      choice,
    });
    const [first = '', second = ''] = recoveryCodes;
    const next = await this.post<Pair>('/auth/mfa/verify', { mfaToken, code: first });
    const proof = { password: PORTAL_PASSWORD, code: second };
    const renewed = await this.post<{ recoveryCodes: string[] }>(
      '/me/mfa/recovery-codes',
      proof,
      next,
    );
    const [third = ''] = renewed.recoveryCodes;
    await this.call('DELETE', '/me/mfa', { ...proof, code: third }, next);
  }

  /** Somebody of the staff looks on, and is done. */
  async isSeen(): Promise<void> {
    const [id = ''] = this.users;
    const reason = 'They have asked';
    const path = `/portal-users/${id}/view-as`;
    const { code } = (await this.stage.post(path, { reason })) as unknown as { code: string };
    await this.post('/auth/view-as', { code });
    const { body } = await this.stage.admin.call('GET', `/view-as-sessions?portalUserId=${id}`);
    const [seen] = body as Made[];
    await this.stage.do('DELETE', `/view-as-sessions/${seen?.id}`);
  }

  async manage(): Promise<void> {
    const pair = await this.choose();
    const who = { email: `${newId()}@example.com`, name: 'Col', role: 'Viewer' };
    const { id } = await this.post<Made>('/colleagues', who, pair);
    await this.call('PATCH', `/colleagues/${id}`, { name: 'Colin' }, pair);
    for (const verb of ['resend', 'unlock', 'end-sessions', 'deactivate', 'reactivate']) {
      await this.post(`/colleagues/${id}/${verb}`, {}, pair);
    }
  }

  async keepAddresses(): Promise<void> {
    const pair = await this.choose();
    const yard = { label: 'Yard', line1: '1 Quay', city: 'Riga', country: 'LV' };
    const { id } = await this.post<Made>('/addresses', yard, pair);
    await this.call('PATCH', `/addresses/${id}`, { city: 'Tallinn', country: 'EE' }, pair);
    await this.call('DELETE', `/addresses/${id}`, undefined, pair);
  }

  /** Says what it is called and where it is paid to: taken back, approved and rejected once. */
  async keepCompany(): Promise<void> {
    const pair = await this.choose();
    const { id: vendorId } = await this.call<Made>(
      'PATCH',
      '/me/company',
      { tradingName: 'Nuts', contacts: [{ name: 'Nina' }] },
      pair,
    );
    const bank = { accountName: 'Nuts Ltd', iban: 'DE02120300000000202051' };
    await this.call('POST', '/me/bank-details', bank, pair);
    await this.call('DELETE', '/me/bank-details', undefined, pair);
    for (const [step, body] of [
      ['approve', undefined],
      ['reject', { reason: 'No' }],
    ] as const) {
      await this.call('POST', '/me/bank-details', bank, pair);
      const at = `/ledger-accounts/${vendorId}/bank-changes`;
      const { body: sent } = await this.stage.admin.call('GET', at);
      await this.stage.do('POST', `${at}/${(sent as { data: Made[] }).data[0]?.id}/${step}`, body);
    }
    const changes = `/ledger-accounts/${vendorId}/bank-changes`;
    const asked = await this.stage.do('POST', changes, bank);
    await this.stage.do('POST', `${changes}/${asked.id}/withdraw`);
    const { id } = await this.stage.do(
      'POST',
      `/ledger-accounts/${vendorId}/documents?fileName=terms.pdf&visibility=vendor`,
      '%PDF-1.7',
      { 'content-type': 'application/octet-stream' },
    );
    await this.call('POST', '/downloads', { type: 'document', id, format: 'file' }, pair);
  }

  /** Signs in as the first user offered, or as this one. */
  private async choose(wanted?: string): Promise<Pair> {
    const { email, company } = this;
    const credentials = { email, company, password: PORTAL_PASSWORD };
    for (let tried = 0; ; tried += 1) {
      const offered = await this.post<{
        choose: { choice: string }[];
        chooseToken: string;
      }>('/auth/login', credentials);
      const { choice } = offered.choose[tried % 2] ?? { choice: '' };
      const { chooseToken } = offered;
      const pair = await this.post<Pair>('/auth/choose', { chooseToken, choice });
      if (wanted === undefined || pair.user.id === wanted) return pair;
    }
  }

  private link(purpose: 'invitation' | 'reset', userId: string): Promise<string> {
    const { t, admin } = this.stage;
    return t.db.write(t.ctx(admin.companyId), async (tx) => {
      const { credentialId } = await tx.one<{ credentialId: never }>(
        `select credential_id as "credentialId" from portal.portal_user where id = $1`,
        [userId],
      );
      const portalUserId = purpose === 'invitation' ? (userId as never) : null;
      return makeLink(tx, { purpose, credentialId, portalUserId });
    });
  }

  private post<T>(path: string, body: object, by?: Pair): Promise<T> {
    return this.call<T>('POST', path, body, by);
  }

  private async call<T>(
    method: string,
    path: string,
    body?: object | string,
    by?: Pair,
  ): Promise<T> {
    const { portal, staff } = this.stage;
    const headers: Record<string, string> = {
      ...(by && { authorization: `Bearer ${by.accessToken}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/pdf' }),
    };
    const isEmpty = body === undefined || /\/colleagues\/.+\/[a-z-]+$/.test(path);
    // A process verifies the tokens of one host at a time.
    signInAt(portal.app);
    const answer = await portal.call(method, `${PREFIXES[this.directory]}${path}`, {
      headers,
      ...(isEmpty ? {} : { body }),
    });
    signInAt(staff.app);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body as T;
  }
}
