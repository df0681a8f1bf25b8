import { signInAt } from '@quittance/http/testing';
import { objectsMigrations } from '@quittance/objects/host';
import { HeardStream } from '../../../../test/support/heard-stream.js';
import { asAdmin } from '../../../../test/support/test-server.js';
import { codeOf, PREFIX, type PortalClient } from '../portal-people.js';
import { at, data, made, PartnerStage, RIGHTS, someone } from '../partner-stage.js';

let partners: PartnerStage;

beforeAll(async () => {
  partners = await PartnerStage.open();
});
afterAll(() => partners.stage.close());

const BYTES = { 'content-type': 'application/octet-stream' };

/** A file that Pax sends with what is asked for a registration, and the request. */
async function asked(): Promise<{ readonly documentId: string; readonly requestId: string }> {
  const { pax, post } = partners;
  const { id } = await made(pax, someone());
  await at(pax, id, 'submit');
  await post(`/deal-registrations/${id}/approve`, {});
  const sent = await pax.call('POST', '/uploads?fileName=plan.pdf', {
    body: '%PDF-1.7 plan',
    headers: BYTES,
  });
  const { documentId } = sent.body as { documentId: string };
  const body = { lines: [{ description: 'Till', quantity: '5' }], documentIds: [documentId] };
  const request = await at(pax, id, 'request-quote', body);
  expect(codeOf(request)).toBe('201');
  return { documentId, requestId: (request.body as { id: string }).id };
}

const ofRequest = async (id: string) =>
  data(await partners.staff('GET', `/self-service-quotes/${id}/documents`));
const seenBy = async (by: PortalClient) =>
  data(await by.call('GET', '/documents?pageSize=200')).map((each) => each.id);

test('files that a partner sends with a request are for the partner alone', async () => {
  const { pax, colleague, yan } = partners;
  const { documentId, requestId } = await asked();
  expect(await ofRequest(requestId)).toMatchObject([{ id: documentId, visibility: 'partner' }]);
  expect(await seenBy(pax)).toContain(documentId);
  expect(codeOf(await pax.call('GET', `/documents/${documentId}/file`))).toBe('200');
  expect(await seenBy(colleague)).not.toContain(documentId);
  expect(await seenBy(yan)).not.toContain(documentId);
  expect(codeOf(await yan.call('GET', `/documents/${documentId}/file`))).toBe('404 not_found');
});

test('whoever sees such a file hears of it, and of the request nothing', async () => {
  const { pax, colleague, yan, stage } = partners;
  const peer = await partners.user(partners.x, RIGHTS);
  signInAt(stage.portal.app);
  const hearing = async (by: PortalClient) =>
    new HeardStream(
      await HeardStream.at(`${stage.portal.url}${PREFIX.partner}/events/stream`, {
        authorization: `Bearer ${by.signed.accessToken}`,
      }),
    );
  const streams = [await hearing(pax), await hearing(peer)];
  const others = [await hearing(colleague), await hearing(yan)];
  const { documentId, requestId } = await asked();
  await stage.tellPortals({ mails: false, appUrl: null });
  for (const heard of streams) {
    await heard.until(`{"object":"document","id":"${documentId}"`);
    expect(heard.text).not.toContain(requestId);
  }
  for (const heard of others) expect(heard.text).not.toContain(documentId);
  for (const heard of [...streams, ...others]) heard.leave();
});

test('those that were kept for the customer are for the partner from an upgrade on', async () => {
  const { pax, stage } = partners;
  const [theirs, ours] = [await asked(), await asked()];
  const Upgrade = objectsMigrations.find(({ name }) => name.startsWith('FilesOfPartners'));
  await asAdmin(stage.t.ownerUrl, async (owner) => {
    const set = `update objects.document set visibility = 'customer'`;
    await owner.query(`${set} where id = any($1::uuid[])`, [[theirs.documentId, ours.documentId]]);
    // What nobody of a portal has sent.
    await owner.query(`update objects.document set portal_user_id = null where id = $1`, [
      ours.documentId,
    ]);
    expect(await seenBy(pax)).not.toContain(theirs.documentId);
    const runner = { query: (text: string) => owner.query(text) };
    for (const _ of ['once', 'again']) await new Upgrade!().up(runner as never);
  });
  expect(await seenBy(pax)).toContain(theirs.documentId);
  expect(await ofRequest(theirs.requestId)).toMatchObject([{ visibility: 'partner', version: 2 }]);
  expect(await ofRequest(ours.requestId)).toMatchObject([{ visibility: 'customer', version: 1 }]);
});
