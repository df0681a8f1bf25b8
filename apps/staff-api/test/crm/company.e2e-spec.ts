import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { bodyOf, memberWith, newRole, refusal } from '../access/members.js';

/** One transparent pixel. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let t: TestDatabase;
let api: TestStaffApi;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api.close();
  await t.close();
});

const patch = (body: unknown, headers = {}) =>
  api.admin.call('PATCH', '/company', { body, headers });

describe('/company', () => {
  it('shows and changes the caller’s own company', async () => {
    const before = bodyOf(await api.admin.call('GET', '/company'));
    expect(before).toMatchObject({
      id: api.company.companyId,
      taxRounding: 'document',
      autoApplyCredit: false,
      resumeOnPayment: true,
      maxLateDays: 60,
      bankChangesNeedApproval: false,
      distanceSalesSetBy: 'hand',
      version: 1,
    });
    const body = {
      legalName: 'Beispiel GmbH',
      address: { line1: 'Hauptstr. 1', city: 'Köln', country: 'DE' },
      taxRegistrations: [{ country: 'DE', number: 'DE136695976' }],
      timeZone: 'Europe/Berlin',
      locale: 'de-DE',
      taxRounding: 'line',
      autoApplyCredit: true,
      resumeOnPayment: false,
      maxLateDays: 30,
      bankChangesNeedApproval: true,
      distanceSalesSetBy: 'count',
    };
    const changed = await patch(body, { 'if-match': '"1"' });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ ...body, slug: before.slug, version: 2 });
    const merged = await patch({ address: { postalCode: '50667' } });
    expect(merged.body).toMatchObject({ address: { city: 'Köln', postalCode: '50667' } });
    expect(refusal(await patch({ locale: 'en' }, { 'if-match': '"1"' }))).toEqual([
      412,
      'precondition_failed',
    ]);
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, '/timeZone'],
    [{ locale: 'not a locale' }, '/locale'],
    [{ baseCurrency: 'XXX' }, '/baseCurrency'],
    [{ taxRounding: 'never' }, '/taxRounding'],
    [{ distanceSalesSetBy: 'nobody' }, '/distanceSalesSetBy'],
    [{ logo: 'https://example.com/logo.png' }, '/logo'],
    [{ logo: 'data:image/svg+xml;base64,PHN2Zz4=' }, '/logo'],
    [{ address: { country: 'Germany' } }, '/address/country'],
    [{ taxRegistrations: [{ country: 'de', number: '1' }] }, '/taxRegistrations/0/country'],
    [{ fiscalYearStartMonth: 13 }, '/fiscalYearStartMonth'],
    [{ bankAccount: { iban: 'DE00120300000000202051' } }, '/bankAccount/iban'],
    [{ documentLanguage: 'tlh' }, '/documentLanguage'],
  ])('refuses %j', async (body, pointer) => {
    const answer = await patch(body);
    expect(answer.status).toBe(422);
    expect(bodyOf<{ errors: object[] }>(answer).errors).toContainEqual(
      expect.objectContaining({ pointer }),
    );
  });

  it.each(['slug', 'id', 'version', 'active'])('takes no %s', async (member) => {
    expect((await patch({ [member]: 'x' })).status).toBe(400);
  });

  it('keeps what its documents say of it', async () => {
    const body = {
      tradeName: 'Beispiel',
      registrationNumber: 'HRB 12345',
      contact: { email: 'ar@beispiel.example', website: 'https://beispiel.example' },
      bankAccount: { iban: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' },
      documentLanguage: 'de',
    };
    const admin = await api.newAdmin(await t.newCompany());
    const change = (to: object) => admin.call('PATCH', '/company', { body: to });
    const changed = bodyOf(await change(body));
    expect(changed).toMatchObject({ ...body, bankAccount: { iban: 'DE02120300000000202051' } });
    const merged = bodyOf(await change({ contact: { phone: '+49 221 1' }, bankAccount: null }));
    expect(merged).toMatchObject({ contact: { ...body.contact, phone: '+49 221 1' } });
    expect(merged.bankAccount).toMatchObject({ iban: null, bic: null });
  });

  it('comes under a GSTIN only when its invoices are numbered as that allows', async () => {
    const admin = await api.newAdmin(await t.newCompany());
    const register = () =>
      admin.call('PATCH', '/company', {
        body: { taxRegistrations: [{ country: 'IN', number: '27AAPFU0939F1ZV' }] },
      });
    const number = (type: string, format: string) =>
      admin.call('PUT', `/numbering/${type}`, { body: { format } });
    await number('invoice', '{SEQ:6}');
    await number('credit-note', 'CREDIT-{YYYY}-{SEQ:6}');
    const refused = await register();
    expect(refused).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            pointer: '/taxRegistrations',
            message: expect.stringContaining('{SEQ:6} of the invoice'),
          },
          { pointer: '/taxRegistrations', message: expect.stringContaining('of the credit-note') },
        ],
      },
    });
    await number('invoice', 'INV-{SEQ:6}');
    await number('credit-note', 'CN-{SEQ:6}');
    expect((await register()).status).toBe(200);
    expect((await number('invoice', '{SEQ:6}')).status).toBe(422);
  });

  it('takes a picture as its logo and gives it back', async () => {
    const send = (type: string, body: Uint8Array) =>
      fetch(`${api.url}/company/logo`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${api.admin.token()}`, 'content-type': type },
        body: Uint8Array.from(body),
      });
    const set = await send('image/png', LOGO);
    expect(set.status).toBe(200);
    expect(await set.json()).toMatchObject({
      logo: `data:image/png;base64,${LOGO.toString('base64')}`,
    });
    expect((await send('image/png', Buffer.from('<svg/>'))).status).toBe(422);
    expect((await send('image/png', Buffer.alloc(220_001))).status).toBe(413);
    expect((await api.admin.call('DELETE', '/company/logo')).body).toMatchObject({ logo: null });
  });

  it('cannot be without a name', async () => {
    expect((await patch({ legalName: null })).status).toBe(400);
    expect((await patch({ legalName: '  ' })).status).toBe(422);
    expect((await patch({ legalName: 'Acme\nLtd' })).status).toBe(422);
    expect((await patch({ address: { line1: 'High\u0007 Street 1' } })).status).toBe(422);
  });

  it('asks for the right', async () => {
    const viewer = await memberWith(api, { matrix: { company: ['view'] } });
    expect((await viewer.call('GET', '/company')).status).toBe(200);
    const refused = await viewer.call('PATCH', '/company', { body: { legalName: 'Mine' } });
    expect(refused.body).toMatchObject({ code: 'permission_denied' });
    expect(bodyOf(refused).detail).toMatch(/update.*company/);
  });
});

describe('/company/bank-approval', () => {
  const at = '/company/bank-approval';
  const asked = { body: { reason: 'There are few of us' } };
  const isRequired = async () =>
    bodyOf(await api.admin.call('GET', '/company'))['bankChangesNeedApproval'];

  it('is switched on by one, and off by no one alone', async () => {
    await patch({ bankChangesNeedApproval: true });
    expect(refusal(await patch({ bankChangesNeedApproval: false, locale: 'fr' }))).toEqual([
      409,
      'bank_approval_stays',
    ]);
    const waits = await api.admin.call('POST', `${at}/switch-off`, asked);
    expect(waits.body).toMatchObject({
      required: true,
      switchOff: { requestedBy: api.admin.userId, reason: 'There are few of us' },
    });
    expect((await api.admin.call('GET', at)).body).toEqual(waits.body);
    expect(refusal(await api.admin.call('POST', `${at}/switch-off`, asked))[1]).toBe(
      'switch_off_waits',
    );
    expect(refusal(await api.admin.call('POST', `${at}/approve`))).toEqual([409, 'own_switch_off']);
    expect(await isRequired()).toBe(true);
  });

  it('is switched off by another with the right, signed in', async () => {
    const roleId = await newRole(api.admin, {
      matrix: { company: ['view', 'create', 'update', 'approve'] },
    });
    const key = bodyOf<{ key: string }>(
      await api.admin.call('POST', '/api-keys', { body: { name: 'Key', roleId } }),
    );
    const byKey = { headers: { authorization: `Bearer ${key.key}` } };
    for (const step of ['approve', 'reject', 'withdraw']) {
      const body = step === 'reject' ? { reason: 'No' } : undefined;
      const answer = await api.call('POST', `${at}/${step}`, { ...byKey, body });
      expect(refusal(answer)).toEqual([403, 'switch_off_of_people']);
    }
    const clerk = await memberWith(api, { matrix: { company: ['view', 'update'] } });
    expect(refusal(await clerk.call('POST', `${at}/approve`))).toEqual([403, 'permission_denied']);
    const other = await memberWith(api, { matrix: { company: ['view', 'approve'] } });
    const answers = await Promise.all([1, 2, 3].map(() => other.call('POST', `${at}/approve`)));
    expect(answers.map((each) => refusal(each)[0]).sort()).toEqual([200, 409, 409]);
    expect(await isRequired()).toBe(false);
    expect(refusal(await api.admin.call('POST', `${at}/switch-off`, asked))[1]).toBe(
      'bank_approval_off',
    );
  });

  it('keeps where the company is paid to from being changed by one', async () => {
    const bank = { iban: 'DE02120300000000202051', bic: 'BYLADEM1001' };
    const admin = await api.newAdmin(await t.newCompany());
    const change = (body: object) => admin.call('PATCH', '/company', { body });
    await change({ bankAccount: bank, bankChangesNeedApproval: true });
    for (const bankAccount of [{ iban: 'GB82WEST12345698765432' }, { holder: 'Eve' }]) {
      const refused = refusal(await change({ bankAccount, locale: 'fr' }));
      expect(refused).toEqual([409, 'bank_account_stays']);
    }
    const same = await change({ bankAccount: bank, locale: 'de' });
    expect(same.body).toMatchObject({ bankAccount: bank, locale: 'de' });
    // As of parties: without an account nothing goes astray.
    expect((await change({ bankAccount: null })).status).toBe(200);
    expect(refusal(await change({ bankAccount: bank }))[1]).toBe('bank_account_stays');
  });

  it('stays where it is rejected or taken back, and all of it is in the log', async () => {
    await patch({ bankChangesNeedApproval: true });
    for (const [step, body] of [
      ['withdraw', undefined],
      ['reject', { reason: 'No' }],
    ] as const) {
      await api.admin.call('POST', `${at}/switch-off`, asked);
      const left = await api.admin.call('POST', `${at}/${step}`, body ? { body } : {});
      expect(left.body).toEqual({ required: true, switchOff: null });
      const again = await api.admin.call('POST', `${at}/${step}`, body ? { body } : {});
      expect(refusal(again)).toEqual([409, 'no_switch_off_waits']);
    }
    const leaver = await memberWith(api, { matrix: { company: ['view', 'create'] } });
    await leaver.call('POST', `${at}/switch-off`, asked);
    await api.admin.call('POST', `/users/${leaver.userId}/deactivate`);
    for (const code of ['switch_off_lapsed', 'no_switch_off_waits']) {
      expect(refusal(await api.admin.call('POST', `${at}/approve`))).toEqual([409, code]);
    }
    expect(await isRequired()).toBe(true);
    const log = await api.admin.call('GET', '/audit-log?search=bank_approval&sort=id');
    const { data } = bodyOf<{ data: { action: string }[] }>(log);
    const words = data.map(({ action }) => action.replace('company.bank_approval_switch_off_', ''));
    expect(words.filter((word) => word !== 'requested')).toEqual([
      'approved',
      'withdrawn',
      'rejected',
      'lapsed',
    ]);
  });
});
