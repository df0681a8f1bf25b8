import { MailSink, Mailbox, SmtpCarrier, type OutgoingMail } from '@quittance/notifications/host';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../test/support/started-product';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';

let t: TestDatabase;
let api: TestStaffApi;
let dataDir: string;
let sink: MailSink;
let carrier: SmtpCarrier;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'quittance-mailbox-'));
  const port = await freePort();
  t = await testDatabase();
  api = await startStaffApi(t, { DEV_MAILBOX_PORT: String(port), DATA_DIR: dataDir });
  const onError = (error: unknown) => {
    throw error;
  };
  sink = new MailSink(new Mailbox(join(dataDir, 'mailbox')), { port, onError });
  await sink.start();
  carrier = new SmtpCarrier({ url: `smtp://127.0.0.1:${port}`, from: 'mail@quittance.example' });
});
afterAll(async () => {
  await sink.stop();
  await api.close();
  await t.close();
  await rm(dataDir, { recursive: true });
});

const A_MAIL: OutgoingMail = {
  messageId: 'one@quittance.example',
  fromName: 'Acme',
  replyTo: null,
  to: 'ada@example.com',
  subject: 'Hello <b>Ada</b>',
  html: '<script>alert(1)</script><p>Hi</p>',
  text: 'Pay at https://pay.example.com/?a=1&b=2. Or <not>.',
  language: 'en',
  attachments: [],
};

async function mail(parts: Partial<OutgoingMail> = {}): Promise<string> {
  const carried = await carrier.carry({ ...A_MAIL, ...parts });
  if (carried.outcome !== 'accepted') throw new Error(carried.error);
  const id = /kept as (\S+)/.exec(carried.answer)?.[1];
  if (!id) throw new Error(carried.answer);
  return id;
}

async function read(path: string) {
  const answer = await fetch(`${api.url}${path}`);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

describe('the mailbox for development', () => {
  it('lists what was sent, the newest first, to whoever asks', async () => {
    const older = await mail({ subject: 'The older one' });
    const newer = await mail();
    const { status, headers, html } = await read('/dev/mailbox');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(html).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;');
    expect(html.indexOf(newer)).toBeLessThan(html.indexOf(older));
    expect(html.indexOf(newer)).toBeGreaterThan(0);
  });

  it('shows the text with its links and nothing of it as HTML', async () => {
    const id = await mail();
    const { html } = await read(`/dev/mailbox/${id}`);
    expect(html).toContain(
      '<a href="https://pay.example.com/?a=1&amp;b=2" ' +
        'rel="noreferrer">https://pay.example.com/?a=1&amp;b=2</a>. Or &lt;not&gt;.',
    );
    expect(html).toContain('Acme &lt;mail@quittance.example&gt;');
    expect(html).not.toContain('<script>');
    expect(html).toContain(`<iframe sandbox src="/dev/mailbox/${id}/html"`);
  });

  it('shows the HTML where no script of it runs', async () => {
    const id = await mail();
    const { headers, html } = await read(`/dev/mailbox/${id}/html`);
    expect(html).toContain('<p>Hi</p>');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining(['sandbox', "default-src 'none'", "frame-ancestors 'self'"]),
    );
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('hands attachments out as files', async () => {
    const content = Buffer.from('%PDF-1.7 ü');
    const file = { filename: 'INV "1".html', contentType: 'text/html', content };
    const id = await mail({ attachments: [file] });
    expect((await read(`/dev/mailbox/${id}`)).html).toContain('INV &quot;1&quot;.html');
    const answer = await fetch(`${api.url}/dev/mailbox/${id}/attachments/0`);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(content);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''INV/);
    expect((await read(`/dev/mailbox/${id}/attachments/1`)).status).toBe(404);
  });

  it.each(['nothing', '..%2f..%2fsecrets', '01990000-0000-7000-8000-000000000000'])(
    'has no e-mail %s',
    async (id) => {
      for (const path of [id, `${id}/html`, `${id}/attachments/0`]) {
        expect((await read(`/dev/mailbox/${path}`)).status).toBe(404);
      }
    },
  );

  it('keeps the newest two hundred', async () => {
    const mailbox = new Mailbox(join(dataDir, 'full'));
    const ids: string[] = [];
    for (let i = 0; i < 203; i += 1) {
      ids.push(await mailbox.keep(Buffer.from(`Subject: ${i}\r\n\r\n${i}`)));
    }
    const kept = await mailbox.list();
    expect(kept).toHaveLength(200);
    expect(kept[0]?.email.subject).toBe('202');
    expect(await mailbox.find(ids[2] ?? '')).toBeUndefined();
  });

  it('is not there unless it is switched on', async () => {
    const plain = await startStaffApi(t);
    try {
      expect((await plain.call('GET', '/dev/mailbox')).status).toBe(404);
    } finally {
      await plain.close();
    }
  });
});

describe('the page that sets a password', () => {
  it('is allowed one script and requests to its own host', async () => {
    const { status, headers, html } = await read('/auth/password/set');
    expect(status).toBe(200);
    expect(html).toContain('<form hidden>');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'sha256-[^']+'; connect-src 'self'/);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });
});
