import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

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

const TEXTS = {
  subject: 'Rechnung {{ invoice.number }}',
  html: '<p>{{ account.name }}</p>',
  text: '{{ account.name }}',
};

const put = (code: string, body: object, headers: Record<string, string> = {}) =>
  api.admin.call('PUT', `/email-templates/${code}`, { body, headers });
const preview = (code: string, body: object = {}) =>
  api.admin.call('POST', `/email-templates/${code}/preview`, { body });

describe('e-mail templates', () => {
  it('are built in for every code, with the variables they offer', async () => {
    const { status, body } = await api.admin.call('GET', '/email-templates');
    expect(status).toBe(200);
    const templates = body as { code: string; active: boolean; source: string; version: number }[];
    expect(templates.map(({ code, active }) => [code, active])).toEqual([
      ['INVOICE_SENT', true],
      ['DUNNING_PAYMENT_RETRY', true],
      ['DUNNING_REMINDER', true],
      ['DUNNING_WARNING', true],
      ['PAYMENT_RECEIVED', false],
      ['CREDIT_NOTE_ISSUED', false],
      ['USER_INVITED', true],
      ['USER_PASSWORD_RESET', true],
      ['PORTAL_USER_INVITED', true],
      ['PORTAL_PASSWORD_RESET', true],
      ['APPROVAL_ASKED', true],
      ['APPROVAL_DECIDED', true],
      ['PORTAL_SECURITY_NOTICE', true],
      ['QUOTE_SENT', true],
      ['ORDER_CONFIRMED', true],
      ['PLAN_CHANGED', true],
      ['WEBHOOK_DISABLED', true],
      ['DISTANCE_SALES_THRESHOLD', true],
      ['RECORD_NOTICE', true],
      ['PORTAL_NOTICE', true],
      ['PORTAL_DIGEST', true],
    ]);
    expect(templates.every(({ source, version }) => source === 'default' && version === 0)).toBe(
      true,
    );
    const one = await api.admin.call('GET', '/email-templates/DUNNING_REMINDER');
    expect(one).toMatchObject({
      status: 200,
      body: {
        variables: expect.arrayContaining([
          { name: 'daysOverdue', about: 'days since the due date', sample: '7' },
        ]),
      },
    });
  });

  it('of a company win over the built-in ones until they are reset', async () => {
    const { admin } = api;
    const saved = await put('INVOICE_SENT', { ...TEXTS, language: 'de-DE' });
    expect(saved).toMatchObject({
      status: 200,
      body: { ...TEXTS, language: 'de-DE', active: true, source: 'saved', version: 1 },
    });
    expect((await admin.call('GET', '/email-templates/INVOICE_SENT')).body).toEqual(saved.body);
    const off = await put('INVOICE_SENT', { ...TEXTS, active: false });
    expect(off.body).toMatchObject({ active: false, language: 'de-DE', version: 2 });
    const other = await api.newAdmin();
    expect((await other.call('GET', '/email-templates/INVOICE_SENT')).body).toMatchObject({
      source: 'default',
    });
    const reset = await admin.call('POST', '/email-templates/INVOICE_SENT/reset');
    expect(reset).toMatchObject({ status: 200, body: { source: 'default', active: true } });
    expect((await admin.call('GET', '/email-templates/INVOICE_SENT')).body).toEqual(reset.body);
  });

  it('lose no change of somebody else', async () => {
    const saved = await put('DUNNING_WARNING', TEXTS, { 'if-match': '"0"' });
    expect(saved.status).toBe(200);
    expect(await put('DUNNING_WARNING', TEXTS, { 'if-match': '"0"' })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    });
  });

  it.each([
    ['html', '<p>\n  {% if account.name %}', 'line 2, column 3: '],
    ['subject', '{{ invoice.number | shout }}', 'line 1, column 1: undefined filter: shout'],
    ['text', 'Dear\n{{ customer.name }}', 'line 2, column 4: customer is none of company, '],
    ['html', '{{ account.name | raw }}', 'undefined filter: raw'],
    ['text', '{% include "/etc/passwd" %}', 'tag "include" not found'],
    ['text', '{% for i in (1..100000000) %}{% endfor %}', 'costs more work'],
  ])('refuse a fault in the %s with its place: %j', async (part, source, message) => {
    for (const refused of [
      await put('INVOICE_SENT', { ...TEXTS, [part]: source }),
      await preview('INVOICE_SENT', { [part]: source }),
    ]) {
      expect(refused).toMatchObject({
        status: 422,
        body: {
          code: 'email_template_invalid',
          errors: [{ pointer: `/${part}`, message: expect.stringContaining(message) }],
        },
      });
    }
  });

  it('name every fault of every part at once', async () => {
    const body = { subject: '{{ a', html: '{% b %}', text: '{{ c }} {{ d }}' };
    const { body: problem } = await put('INVOICE_SENT', body);
    const { errors } = problem as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/subject', '/html', '/text', '/text']);
  });

  it('are shown in each language that the company has written', async () => {
    const admin = await api.newAdmin();
    const call = (path: string, body: object, method = 'POST') =>
      admin.call(method, `/email-templates/${path}`, { body });
    const french = { ...TEXTS, subject: 'Facture {{ invoice.number }}', language: 'fr' };
    const translations = [french];
    const saved = await call('INVOICE_SENT', { ...TEXTS, translations }, 'PUT');
    expect(saved).toMatchObject({ status: 200, body: { translations, version: 1 } });
    const shown = async (language?: string) =>
      ((await call('INVOICE_SENT/preview', { language })).body as { subject: string }).subject;
    expect(await shown('fr')).toMatch(/^Facture /);
    expect(await shown('es')).toMatch(/^Rechnung /);
    expect(await shown()).toMatch(/^Rechnung /);
    // What is not said stays, and an empty list takes them all away.
    const kept = await call('INVOICE_SENT', { ...TEXTS, active: false }, 'PUT');
    expect(kept.body).toMatchObject({ translations, active: false });
    const without = await call('INVOICE_SENT', { ...TEXTS, translations: [] }, 'PUT');
    expect(without.body).toMatchObject({ translations: [] });
  });

  it('refuse a fault in another language with its place', async () => {
    const translations = [
      { ...TEXTS, language: 'fr' },
      { ...TEXTS, language: 'de', html: '{{ customer.name }}' },
    ];
    const fault = { pointer: '/translations/1/html', code: 'unknown_variable' };
    expect(await put('INVOICE_SENT', { ...TEXTS, translations })).toMatchObject({
      status: 422,
      body: { code: 'email_template_invalid', errors: [fault] },
    });
    const link = { ...TEXTS, html: '<p>{{ link }}</p>', text: '{{ link }}', language: 'fr' };
    const { body } = await api.admin.call('GET', '/email-templates/USER_INVITED');
    const { subject, html, text } = body as typeof TEXTS;
    const secret = { subject, html, text, translations: [link] };
    expect(await put('USER_INVITED', secret)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: expect.stringMatching('^/translations/0/') }] },
    });
  });

  it.each([
    [{ ...TEXTS, subject: '' }, '/subject'],
    [{ ...TEXTS, translations: [{ ...TEXTS, language: '' }] }, '/translations/0/language'],
    [
      { ...TEXTS, translations: [{ language: 'fr', text: 'x', html: 'x' }] },
      '/translations/0/subject',
    ],
    [{ ...TEXTS, translations: Array(21).fill({ ...TEXTS, language: 'fr' }) }, '/translations'],
    [{ ...TEXTS, language: 'not a tag' }, '/language'],
    [{ subject: 'x', html: 'y' }, '/text'],
  ])('refuse what is no template: %j', async (body, pointer) => {
    expect(await put('INVOICE_SENT', body)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer }] },
    });
  });

  it.each(['GET', 'PUT', 'POST'])('of an unknown code do not exist (%s)', async (method) => {
    const path = `/email-templates/toString${method === 'POST' ? '/reset' : ''}`;
    const call = method === 'PUT' ? { body: TEXTS } : {};
    expect((await api.admin.call(method, path, call)).status).toBe(404);
  });

  it('are logged when they are changed', async () => {
    const filter = JSON.stringify({ field: 'action', op: 'startsWith', value: 'email_template.' });
    const path = `/audit-log?sort=occurredAt&filter=${encodeURIComponent(filter)}`;
    const { body } = await api.admin.call('GET', path);
    const { data } = body as { data: { action: string; recordId: string; after: object }[] };
    expect(data).toContainEqual(
      expect.objectContaining({
        action: 'email_template.saved',
        recordId: 'INVOICE_SENT',
        after: expect.objectContaining({ subject: TEXTS.subject, source: 'saved' }),
      }),
    );
    expect(data).toContainEqual(expect.objectContaining({ action: 'email_template.reset' }));
  });
});

describe('the preview', () => {
  it('shows the texts in force with samples, in the name of the company', async () => {
    const { status, body } = await preview('DUNNING_PAYMENT_RETRY');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      subject: 'Payment of 2 invoices is outstanding',
      html: expect.stringContaining('Dear Contoso &amp; Sons,'),
      text: expect.stringContaining('-- \nTest Company Ltd'),
    });
  });

  it('shows other texts and data, and saves none of it', async () => {
    const { body } = await preview('DUNNING_REMINDER', {
      subject: '{{ account.name }}',
      html: '{{ account.name }} {{ invoice.number }}',
      data: { account: { name: '<b>\r\nBcc: x@example.com' } },
    });
    expect(body).toMatchObject({
      subject: '<b> Bcc: x@example.com',
      html: '&lt;b&gt;\r\nBcc: x@example.com INV-000042',
    });
    const inForce = await api.admin.call('GET', '/email-templates/DUNNING_REMINDER');
    expect(inForce.body).toMatchObject({ source: 'default', version: 0 });
  });

  it('reaches nothing by the names every object inherits', async () => {
    const text = '{{ account.__proto__ }}{{ account.constructor.name }}{{ account.toString }}.';
    const { status, body } = await preview('DUNNING_REMINDER', { text });
    const fault = { pointer: '/text', code: 'unknown_variable' };
    expect([status, body]).toMatchObject([422, { errors: [fault, fault, fault] }]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('takes no data named %s', async (name) => {
    const body = JSON.parse(`{"data":{"account":{"${name}":{"name":"x"}}}}`) as object;
    expect((await preview('DUNNING_REMINDER', body)).status).toBe(400);
  });
});
