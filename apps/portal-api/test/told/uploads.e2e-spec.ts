import { watchFailpoints } from '@quittance/config/host';
import { addSeconds, newId, type CompanyId } from '@quittance/kernel';
import { attachUploads } from '@quittance/objects';
import { FileStore, SweepDocuments, type DocumentId, type Upload } from '@quittance/objects/host';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let own: PortalClient;
let colleague: PortalClient;
let stranger: PortalClient;
let invoiceId: string;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  const account = await acme.account('Acme');
  own = await acme.person({ partyId: account, role: 'Admin' });
  colleague = await acme.person({ partyId: account, role: 'Admin' });
  const other = await CustomerStage.of(stage);
  stranger = await other.person({ partyId: await other.account('Acme'), role: 'Admin' });
  invoiceId = (await acme.invoice(account)).id;
});
afterAll(() => stage.close());

const PDF = '%PDF-1.7 proof';
const BYTES = { 'content-type': 'application/octet-stream' };

const send = (by: PortalClient, body: string, fileName = 'proof.pdf') =>
  by.call('POST', `/uploads?fileName=${fileName}`, { body, headers: BYTES });

async function sent(by = own, body = PDF, fileName = 'proof.pdf'): Promise<Upload> {
  const answer = await send(by, body, fileName);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Upload;
}

const ctxOf = () => ({ ...acme.people.ctx, now: stage.t.clock.now() });
const sender = () => own.signed.user.id;

function attach(ids: readonly string[], more: object = {}) {
  const target = { object: 'invoice', recordId: invoiceId, visibility: 'customer' as const };
  return stage.t.db.write(ctxOf(), (tx) =>
    attachUploads(tx, sender(), ids, { ...target, ...more }),
  );
}

test('keeps a file for its sender alone until it is attached or thrown away', async () => {
  const upload = await sent();
  expect(upload).toMatchObject({
    fileName: 'proof.pdf',
    mimeType: 'application/pdf',
    size: PDF.length,
  });
  const path = `/uploads/${upload.documentId}`;
  expect((await own.call('GET', path)).body).toEqual(upload);
  for (const by of [colleague, stranger]) {
    expect(codeOf(await by.call('GET', path))).toBe('404 not_found');
    expect(codeOf(await by.call('DELETE', path))).toBe('404 not_found');
  }
  const staff = await acme.staff.call('GET', `/documents/${upload.documentId}`);
  expect(staff.status).toBe(404);
  expect((await own.call('DELETE', path)).status).toBe(204);
  expect(codeOf(await own.call('GET', path))).toBe('404 not_found');
  const files = stage.portal.app.get(FileStore, { strict: false });
  const { companyId } = acme.people.ctx;
  expect(await files.sizeOf(companyId, upload.documentId)).toBe(null);
});

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>', 'page.txt'],
  ['a drawing', '<?xml version="1.0"?><svg onload="alert(1)"/>', 'drawing.png'],
  ['an archive', 'PK\u0003\u0004xlsm', 'macros.xlsm'],
  ['what nobody knows', 'MZ\u0000\u0001\u0002', 'program.pdf'],
  ['a program by its name', PDF, 'invoice.pdf.exe'],
])('refuses %s', async (_, body, fileName) => {
  expect(codeOf(await send(own, body, fileName))).toBe('422 file_type_refused');
});

test('keeps the ending that its bytes have, and no program within a name', async () => {
  expect(await sent(own, PDF, 'photo.exe.png')).toMatchObject({ fileName: 'photo_exe.pdf' });
});

test('keeps the bytes of a file whose commit nobody heard of', async () => {
  const files = stage.portal.app.get(FileStore, { strict: false });
  const { companyId } = acme.people.ctx;
  let isNext = false;
  watchFailpoints((name, subjects) => {
    if (name === 'FileStore.put.answered') isNext = true;
    if (!isNext || name !== 'transaction.committed') return;
    // What is done in the background commits in this process too.
    if (!subjects.includes('request')) return;
    watchFailpoints(undefined);
    throw new Error('the answer was lost');
  });
  expect((await send(own, PDF, 'unheard.pdf')).status).toBeGreaterThanOrEqual(500);
  const [waiting] = await stage.t.db.read(ctxOf(), (tx) =>
    tx.rows<{ id: DocumentId; state: string }>(
      `select id, state from objects.document where company_id = $1 and file_name = $2`,
      [companyId, 'unheard.pdf'],
    ),
  );
  expect(waiting?.state).toBe('waiting');
  expect(await files.sizeOf(companyId, waiting?.id as DocumentId)).toBe(PDF.length);
});

test('counts to the day what was thrown away or refused', async () => {
  const by = await acme.person({ partyId: await acme.account('Thrower'), role: 'Admin' });
  const { documentId } = await sent(by);
  expect((await by.call('DELETE', `/uploads/${documentId}`)).status).toBe(204);
  expect((await send(by, PDF, 'a.exe')).status).toBe(422);
  const { companyId } = acme.people.ctx;
  const bytes = await stage.t.db.read(ctxOf(), (tx) =>
    tx.one<{ bytes: string }>(
      `select sum(size)::text as bytes from objects.document
       where company_id = $1 and portal_user_id = $2 and state = 'removed'`,
      [companyId, by.signed.user.id],
    ),
  );
  expect(bytes).toEqual({ bytes: String(2 * PDF.length) });
});

test('refuses what is empty, nameless or larger than 25 MiB', async () => {
  expect(codeOf(await send(own, ''))).toBe('422 document_empty');
  expect(codeOf(await send(own, PDF, '..'))).toBe('422 validation_failed');
  const large = 'x'.repeat(25 * 1024 * 1024 + 1);
  expect(codeOf(await send(own, large, 'large.txt'))).toBe('413 payload_too_large');
});

test('becomes a document of a record, which staff see, and is an upload no longer', async () => {
  const { documentId } = await sent();
  const [document] = await attach([documentId]);
  expect(document).toMatchObject({ object: 'invoice', recordId: invoiceId });
  const { body } = await acme.staff.call('GET', `/invoices/${invoiceId}/documents`);
  expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toContain(documentId);
  expect(codeOf(await own.call('GET', `/uploads/${documentId}`))).toBe('404 not_found');
  await expect(attach([documentId])).rejects.toMatchObject({ code: 'reference_not_found' });
});

test('attaches all that is named or nothing, and tells where', async () => {
  const mine = await sent();
  const theirs = await sent(colleague);
  const foreign = await sent(stranger);
  const ids = [mine, theirs, foreign].map(({ documentId }) => documentId as string);
  const named = [...ids, newId(), ids[0] ?? ''];
  const refused: unknown = await attach(named).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'reference_not_found',
    options: { errors: [1, 2, 3, 4].map((n) => ({ pointer: `/documentIds/${n}` })) },
  });
  expect((await own.call('GET', `/uploads/${ids[0]}`)).status).toBe(200);
  const images = new Set(['image/png']);
  const wrong: unknown = await attach([ids[0] ?? ''], { takes: images }).catch((e: unknown) => e);
  expect(wrong).toMatchObject({
    code: 'file_type_refused',
    options: { errors: [{ pointer: '/documentIds/0' }] },
  });
  expect((await own.call('GET', `/uploads/${ids[0]}`)).status).toBe(200);
});

test('is over after a day, and its bytes go with the sweep', async () => {
  const { documentId } = await sent();
  const files = stage.portal.app.get(FileStore, { strict: false });
  const companyId: CompanyId = acme.people.ctx.companyId;
  const sweep = new SweepDocuments(stage.t.db, files);
  const later = { ...ctxOf(), now: addSeconds(stage.t.clock.now(), 24 * 3600 + 1) };
  await sweep.execute({ ...later, now: addSeconds(later.now, -10) });
  expect(await files.sizeOf(companyId, documentId)).toBe(PDF.length);
  const target = { object: 'invoice', recordId: invoiceId, visibility: 'customer' as const };
  const late = stage.t.db.write(later, (tx) => attachUploads(tx, sender(), [documentId], target));
  await expect(late).rejects.toMatchObject({ code: 'reference_not_found' });
  await sweep.execute(later);
  expect(await files.sizeOf(companyId, documentId)).toBe(null);
});

test('is bounded for a user by how many wait, also where many come at once', async () => {
  const by = await acme.person({ partyId: await acme.account('Filler'), role: 'Admin' });
  const waiting = (): DocumentId => newId<'document'>();
  const now = stage.t.clock.now();
  const { companyId } = acme.people.ctx;
  await stage.t.db.write(ctxOf(), async (tx) => {
    for (let n = 0; n < 48; n += 1) {
      await tx.run(
        `insert into objects.document (company_id, id, object, record_id, file_name, mime_type,
           size, sha256, visibility, state, due_at, created_at, updated_at, portal_user_id)
         values ($1, $2, 'upload', $3, 'a', 'text/plain', 1, '', 'internal', 'waiting', $4, $5,
           $5, $3)`,
        [companyId, waiting(), by.signed.user.id, addSeconds(now, 3600), now],
      );
    }
  });
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(by, 'text', 'a.txt')));
  expect(answers.map(codeOf).sort()).toEqual([
    '201',
    '201',
    '422 upload_limit_reached',
    '422 upload_limit_reached',
  ]);
});
