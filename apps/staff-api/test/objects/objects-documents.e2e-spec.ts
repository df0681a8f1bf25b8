import { CompanyModels, type RecordId } from '@quittance/metadata';
import { updateRecords } from '@quittance/objects';
import { FileStore, SweepDocuments, type DocumentId } from '@quittance/objects/host';
import { newId } from '@quittance/kernel';
import { watchFailpoints } from '@quittance/config/host';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { comesToWait } from '../../../../test/support/waiting.js';
import { memberMaker } from '../access/access-support.js';
import { defineField, done, made, type Json, type Made } from './objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let path: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  path = `/leads/${(await made(admin, '/leads', { name: 'Ada' })).id}/documents`;
});

afterAll(async () => {
  watchFailpoints(undefined);
  await api?.close();
  await t?.close();
});

const BYTES = { 'content-type': 'application/octet-stream' };

const attach = (body: string, query: string, client = admin, at = path) =>
  client.call('POST', `${at}?${query}`, { body, headers: BYTES });

const attached = async (body: string, query: string): Promise<Made> => {
  const answer = await attach(body, query);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Made;
};

const rows = (): Promise<Json[]> =>
  t.db.read(api.company, (tx) =>
    tx.rows<Json>('select id, state from objects.document where company_id = $1 order by id', [
      api.company.companyId,
    ]),
  );

describe('a document', () => {
  test('is attached, listed, read, shown to others and deleted', async () => {
    const document = await attached('%PDF-1.7 offer', 'fileName=..%2Foffer%0A.pdf');
    expect(document).toMatchObject({
      version: 1,
      object: 'lead',
      fileName: 'offer.pdf',
      mimeType: 'application/pdf',
      size: 14,
      visibility: 'internal',
      createdBy: admin.userId,
    });
    const own = `${path}/${document.id}`;
    const { data } = await done<{ data: Json[] }>(admin, 'GET', path);
    expect(data).toEqual([document]);
    const file = await admin.call('GET', `${own}/file`);
    expect(file.body).toBe('%PDF-1.7 offer');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="offer.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const shown = await done(admin, 'PATCH', own, { visibility: 'customer' });
    expect(shown).toMatchObject({ version: 2, visibility: 'customer' });
    const stale = { body: { visibility: 'internal' }, headers: { 'if-match': '"1"' } };
    expect((await admin.call('PATCH', own, stale)).status).toBe(412);
    expect((await admin.call('DELETE', own)).status).toBe(204);
    expect((await admin.call('GET', own)).status).toBe(404);
    const store = api.app.get(FileStore);
    await expect(store.open(api.company.companyId, document.id as DocumentId)).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });

  test('of a page is given back as text that no browser runs', async () => {
    const document = await attached('<script>alert(1)</script>', 'fileName=page.html');
    expect(document.mimeType).toBe('text/plain');
  });

  test('is refused without a byte, without a name, and when it is too large', async () => {
    const before = await rows();
    expect(await attach('', 'fileName=a')).toMatchObject({
      status: 422,
      body: { code: 'document_empty' },
    });
    expect((await attach('x', 'fileName=..')).status).toBe(422);
    expect((await attach('x', 'visibility=customer')).status).toBe(422);
    expect((await attach('x', 'fileName=a&visibility=everybody')).status).toBe(422);
    const large = 'x'.repeat(25 * 1024 * 1024 + 1);
    expect((await attach(large, 'fileName=a')).status).toBe(413);
    expect(await rows()).toEqual(before);
  });

  test('is put in a field of its record only, and leaves it when it is removed', async () => {
    await defineField(admin, 'lead', {
      name: 'scan__c',
      type: 'file',
      settings: { maxFiles: 2, mimeTypes: ['application/pdf'] },
    });
    const lead = path.replace('/documents', '');
    const scan = await attached('%PDF-1.7 scan', 'fileName=scan.pdf');
    const text = await attached('not a scan', 'fileName=scan.txt');
    const other = await made(admin, '/leads', { name: 'Other' });
    const put = (at: string, ids: unknown) => admin.call('PATCH', at, { body: { scan__c: ids } });
    expect(await put(lead, [scan.id])).toMatchObject({ status: 200, body: { scan__c: [scan.id] } });
    const refused: [string, unknown, string][] = [
      [`/leads/${other.id}`, [scan.id], 'reference_not_found'],
      [lead, [scan.id, newId()], 'reference_not_found'],
      [lead, [text.id], 'mime_type'],
    ];
    for (const [at, ids, code] of refused) {
      const { status, body } = await put(at, ids);
      expect([status, (body as { errors: Json[] }).errors[0]?.code]).toEqual([422, code]);
    }
    await done(admin, 'DELETE', `${path}/${scan.id}`);
    expect(await done(admin, 'GET', lead)).toMatchObject({ scan__c: null });
    await done(admin, 'DELETE', `${path}/${text.id}`);
  });

  test('leaves a field as well that it is put in while it is removed', async () => {
    await defineField(admin, 'lead', { name: 'copy__c', type: 'file' });
    const lead = path.replace('/documents', '');
    const copy = await attached('x', 'fileName=copy.txt');
    const patch = { copy__c: [copy.id] };
    const removal = await t.db.write(api.company, async (tx) => {
      const object = await api.app.get(CompanyModels).object(tx, 'lead');
      const id = lead.replace('/leads/', '') as RecordId;
      await updateRecords(tx, object, [{ id, patch }], { unscoped: true });
      const removing = admin.call('DELETE', `${path}/${copy.id}`);
      expect(await comesToWait(t, removing)).toBe(true);
      return { removing };
    });
    expect((await removal.removing).status).toBe(204);
    expect(await done(admin, 'GET', lead)).toMatchObject({ copy__c: null });
  });

  test('is of its record, of its company and in its scope alone', async () => {
    const document = await attached('x', 'fileName=a.txt');
    const other = await made(admin, '/leads', { name: 'Other' });
    const deal = `/contacts/${other.id}/documents/${document.id}`;
    const strangers = await api.newAdmin();
    const { client } = await memberMaker(
      api,
      t,
    )({
      matrix: { leads: ['view', 'update'], documents: ['view', 'delete'] },
    });
    const asked: [StaffClient, string][] = [
      [admin, `/leads/${other.id}/documents/${document.id}`],
      [admin, deal],
      [strangers, `${path}/${document.id}`],
    ];
    for (const [who, at] of asked) {
      expect((await who.call('GET', at)).status).toBe(404);
      expect((await who.call('GET', `${at}/file`)).status).toBe(404);
      expect((await who.call('DELETE', at)).status).toBeGreaterThanOrEqual(403);
    }
    expect((await client.call('GET', `${path}/${document.id}`)).status).toBe(200);
    expect((await client.call('DELETE', `${path}/${document.id}`)).status).toBe(403);
    expect((await attach('x', 'fileName=a', strangers)).status).toBe(404);
  });
});

describe('an upload whose commit is not answered', () => {
  afterEach(() => watchFailpoints(undefined));

  /** Once the file is stored the next commit is made, and nobody hears of it. */
  const loseAnswer = () => {
    let isNext = false;
    watchFailpoints((name, subjects) => {
      if (name === 'FileStore.put.answered') isNext = true;
      if (!isNext || name !== 'transaction.committed') return;
      // What is done in the background commits in this process too.
      if (!subjects.includes('request')) return;
      isNext = false;
      throw new Error('the answer was lost');
    });
  };

  test('keeps its file, which the repetition answers', async () => {
    loseAnswer();
    const asked = { body: 'kept', headers: { ...BYTES, 'idempotency-key': newId() } };
    const post = () => admin.call('POST', `${path}?fileName=kept.txt`, asked);
    expect((await post()).status).toBeGreaterThanOrEqual(500);
    watchFailpoints(undefined);
    const again = await post();
    expect([again.status, again.body]).toEqual([201, expect.anything()]);
    const own = `${path}/${(again.body as Made).id}`;
    expect((await admin.call('GET', `${own}/file`)).body).toBe('kept');
    await done(admin, 'DELETE', own);
  });

  test('takes its bytes away where the sweep has forgotten it already', async () => {
    const ids: string[] = [];
    watchFailpoints(async (name) => {
      if (name !== 'FileStore.put.answered') return;
      watchFailpoints(undefined);
      const gone = `delete from objects.document where company_id = $1 and state = 'uploading'
        returning id`;
      const rows = await t.db.write(api.company, (tx) =>
        tx.rows<{ id: string }>(gone, [api.company.companyId]),
      );
      ids.push(...rows.map(({ id }) => id));
    });
    expect(await attach('late', 'fileName=late.txt')).toMatchObject({
      body: { code: 'document_upload_given_up' },
    });
    expect(ids).toHaveLength(1);
    const { companyId } = api.company;
    expect(await api.app.get(FileStore).sizeOf(companyId, ids[0] as DocumentId)).toBe(null);
  });
});

describe('a process that dies', () => {
  /** As far as the request is concerned: what comes behind the point never happens. */
  const dieAt = (point: string) =>
    watchFailpoints((name) => {
      if (name === point) throw new Error(`died at ${point}`);
    });
  const sweep = () => {
    t.clock.set('2026-03-02T12:00:00.000Z');
    return new SweepDocuments(t.db, api.app.get(FileStore)).execute(t.ctx(api.company.companyId));
  };

  test('amid an upload or a removal leaves nothing that the sweep does not find', async () => {
    const before = (await rows()).length;
    const document = await attached('x', 'fileName=a.txt');
    dieAt('FileStore.remove.asked');
    await admin.call('DELETE', `${path}/${document.id}`);
    watchFailpoints(undefined);
    expect((await rows()).filter(({ state }) => state === 'removed')).toHaveLength(1);
    await t.db.write(api.company, (tx) =>
      tx.run(
        `insert into objects.document (company_id, id, object, record_id, file_name, mime_type,
           size, sha256, visibility, state, due_at, created_at, updated_at)
         select company_id, $3::uuid, object, record_id, 'cut off', '', 0, '', visibility,
           'uploading', $2, created_at, updated_at
         from objects.document where company_id = $1 limit 1`,
        [api.company.companyId, '2026-03-02T10:00:00.000Z', newId()],
      ),
    );
    const { total } = await done<{ total: number }>(admin, 'GET', path);
    expect(total).toBe(before);
    expect(await sweep()).toBe(2);
    expect(await rows()).toHaveLength(before);
    expect(await sweep()).toBe(0);
  });
});
