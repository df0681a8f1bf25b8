import { addSeconds, newId, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { TEMPLATE_KINDS } from '../templates/catalogue.js';
import { sampleData } from '../templates/variables.js';
import { findEmail } from './email.queries.js';
import type { EmailId } from './email.js';
import type { NewEmail } from './prepare-emails.js';
import { queueEmail } from './queue-email.js';
import { RemoveBodies } from './remove-bodies.js';
import { RetryEmail } from './retry-email.js';

const DAYS = 400;
const DAY = 24 * 3600;

let t: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  ctx = await t.newCompany();
});
afterAll(() => t.close());

const anEmail = (recordId: string): NewEmail => ({
  templateCode: 'INVOICE_SENT',
  to: 'billing@contoso.example',
  data: sampleData(TEMPLATE_KINDS.INVOICE_SENT.variables),
  object: 'invoice',
  recordId,
  dedupeKey: `key of ${recordId}`,
});

/** An e-mail that was written so many days ago and came to that. */
async function ended(days: number, status: string): Promise<EmailId> {
  const written = { ...ctx, now: addSeconds(ctx.now, -days * DAY) };
  const queued = await t.db.write(written, (tx) => queueEmail(tx, anEmail(`${status} ${days}`)));
  if (!('emailId' in queued)) throw new Error('It was refused');
  const over = status === 'queued' ? '' : ', due_at = null, finished_at = created_at';
  await t.db.write(ctx, (tx) =>
    tx.run(
      `update notifications.email set status = $3, message_id = 'm@x' ${over}
       where company_id = $1 and id = $2`,
      [ctx.companyId, queued.emailId, status],
    ),
  );
  return queued.emailId;
}

const find = (id: EmailId) => t.db.read(ctx, (tx) => findEmail(tx, id));

const remove = () => new RemoveBodies(t.db).execute(ctx, DAYS);

it('takes away what was written long ago, and keeps that it was', async () => {
  const id = await ended(DAYS + 1, 'sent');
  const before = await find(id);
  expect(await remove()).toBe(1);
  const says = expect.stringContaining(`removed on ${ctx.now.slice(0, 10)}`);
  const gone = { html: says, text: says, bodyRemovedAt: ctx.now };
  expect(await find(id)).toEqual({ ...before, ...gone });
  const kept = await t.db.read(ctx, (tx) =>
    tx.one(
      `select html, text, late, dedupe_key as "dedupeKey", message_id as "messageId"
       from notifications.email where company_id = $1`,
      [ctx.companyId],
    ),
  );
  const key = `key of sent ${DAYS + 1}`;
  expect(kept).toEqual({ html: '', text: '', late: null, dedupeKey: key, messageId: 'm@x' });
  expect(await remove()).toBe(0);
});

it('leaves what is younger and what is still to be sent', async () => {
  const ids = [await ended(DAYS - 1, 'sent'), await ended(DAYS + 1, 'queued')];
  expect(await remove()).toBe(0);
  for (const id of ids) expect((await find(id)).text).toContain('Contoso');
});

it('goes on batch by batch', async () => {
  await ended(DAYS + 1, 'sent');
  await t.db.write(ctx, (tx) =>
    tx.run(
      `insert into notifications.email (company_id, id, template_code, status, to_address, subject,
         html, text, language, from_name, attachments, object, record_id, request_id, created_at,
         finished_at)
       select e.company_id, n, e.template_code, e.status, e.to_address, e.subject,
         e.html, e.text, e.language, e.from_name, e.attachments, e.object, e.record_id,
         e.request_id, e.created_at, e.finished_at
       from notifications.email e, unnest($2::uuid[]) n where e.company_id = $1 returning 1`,
      [ctx.companyId, Array.from({ length: 1_200 }, () => newId())],
    ),
  );
  expect(await remove()).toBe(1201);
});

it('sends nothing again that is not there any more', async () => {
  const id = await ended(DAYS + 1, 'failed');
  await remove();
  const again = new RetryEmail(t.db).execute(ctx, id);
  await expect(again).rejects.toMatchObject({ code: 'email_body_removed' });
  expect((await find(id)).status).toBe('failed');
});
