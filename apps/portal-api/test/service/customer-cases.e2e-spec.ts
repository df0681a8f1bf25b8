import { IdempotencyKeys } from '@quittance/http/host';
import { newId, type Id } from '@quittance/kernel';
import { aMinuteLaterFor } from '../../../../test/faults/support/killed-request.js';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let accountId: string;
let ada: PortalClient;
let bo: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  accountId = await acme.account('Acme');
  ada = await acme.person({ partyId: accountId, role: 'Admin' });
  bo = await acme.person({ partyId: accountId, accessLevel: 'own' });
});
afterAll(() => stage.close());

interface Case {
  readonly id: string;
  readonly status: string;
  readonly comments: readonly { readonly body: string; readonly byCustomer: boolean }[];
}

const SAID = { subject: 'It does not work', description: 'At all' };

async function open(who: PortalClient, more: object = {}): Promise<Case> {
  const answer = await who.call('POST', '/cases', { body: { ...SAID, ...more } });
  expect(answer.status).toBe(201);
  return answer.body as Case;
}

const step = (who: PortalClient, { id }: Case, name: string, body: object = {}) =>
  who.call('POST', `/cases/${id}/${name}`, { body });
const read = async (who: PortalClient, { id }: Case) =>
  (await who.call('GET', `/cases/${id}`)).body as Case;
const byStaff = ({ id }: Case, name: string, body: object = {}) =>
  acme.made(`/cases/${id}/${name}`, body);

async function eventsOf({ id }: Case): Promise<string[]> {
  const { t } = stage;
  const rows = await t.db.read(acme.people.ctx, (tx) =>
    tx.rows<{ type: string; actor: string }>(
      `select type, actor_kind as actor from outbox.event
       where company_id = $1 and record_id = $2 and type like 'case.%' order by seq`,
      [acme.people.ctx.companyId, id],
    ),
  );
  return rows.map(({ type, actor }) => `${type} by ${actor}`);
}

describe('a case of a customer', () => {
  it('is not answered as staff would be, where the first answer got lost', async () => {
    const headers = { 'idempotency-key': newId() };
    const send = () => ada.call('POST', '/cases', { body: SAID, headers });
    const lost = vi.spyOn(IdempotencyKeys.prototype, 'keep').mockResolvedValueOnce();
    expect([(await send()).status, lost.mock.calls.length]).toEqual([201, 1]);
    expect(codeOf(await send())).toBe('409 idempotency_key_in_flight');
    await aMinuteLaterFor(stage.t, headers['idempotency-key']);
    expect(codeOf(await send())).toBe('409 idempotency_answer_lost');
  });

  it('is opened with what there is to choose of, and nothing else', async () => {
    const { body } = await ada.call('GET', '/cases/choices');
    const { reasons, priorities } = body as Record<string, { code: string; name: string }[]>;
    expect(priorities?.map(({ code }) => code)).toContain('high');
    const [reason] = reasons ?? [];
    expect(await open(ada, { reason: reason?.code })).toMatchObject({ reason: reason?.code });
    const wrong = { ...SAID, reason: 'none', priority: 'none' };
    const refused = await ada.call('POST', '/cases', { body: wrong });
    expect([codeOf(refused), refused.body]).toEqual([
      '422 validation_failed',
      expect.objectContaining({
        errors: [
          expect.objectContaining({ pointer: '/reason', code: 'enum' }),
          expect.objectContaining({ pointer: '/priority', code: 'enum' }),
        ],
      }),
    ]);
    expect(JSON.stringify(refused.body)).not.toContain('master');
  });

  it('is opened with what it is about, and told with who did so', async () => {
    const invoice = await acme.invoice(accountId);
    const related = { object: 'invoice', id: invoice.id };
    const made = await open(ada, { related, priority: 'high' });
    expect(made).toMatchObject({
      ...SAID,
      accountId,
      priority: 'high',
      status: 'new',
      portalUserId: ada.signed.user.id,
      relatedObject: 'invoice',
      relatedId: invoice.id,
      comments: [],
    });
    expect(JSON.stringify(made)).not.toMatch(/DueAt|Breached|resolution|ownerId/);
    expect(await eventsOf(made)).toEqual(['case.opened by portal']);
    const { body } = await acme.staff.call('GET', `/cases/${made.id}`);
    expect(body).toMatchObject({ origin: 'portal', portalUserId: ada.signed.user.id });
  });

  it('is about nothing that its user does not see', async () => {
    const { id } = await acme.invoice(accountId);
    const rival = await acme.invoice(await acme.account('Rival'));
    const blind = await acme.person({ partyId: accountId, without: ['viewInvoices'] });
    for (const [who, named] of [
      [ada, rival.id],
      [ada, newId()],
      [blind, id],
    ] as const) {
      const related = { object: 'invoice', id: named };
      const answer = await who.call('POST', '/cases', { body: { ...SAID, related } });
      expect(answer.body).toMatchObject({
        code: 'reference_not_found',
        errors: [{ pointer: '/related/id' }],
      });
    }
    const strange = await ada.call('POST', '/cases', { body: { ...SAID, priority: 'strange' } });
    expect(codeOf(strange)).toBe('422 validation_failed');
  });

  it('shows nobody what is said among staff', async () => {
    const made = await open(ada);
    await byStaff(made, 'comments', { body: 'They are late payers' });
    await byStaff(made, 'comments', { body: 'We look into it', visibility: 'public' });
    await byStaff(made, 'resolve', { resolution: 'Their own fault' });
    const seen = await read(ada, made);
    expect(seen.comments).toMatchObject([{ body: 'We look into it', byCustomer: false }]);
    const list = await ada.call('GET', '/cases?search=It');
    expect(JSON.stringify([seen, list.body])).not.toMatch(/late payers|own fault/);
    const found = await ada.call('GET', '/cases?search=fault');
    expect(found.body).toMatchObject({ total: 0 });
    for (const name of ['resolution', 'ownerId', 'firstResponseBreached']) {
      const filter = JSON.stringify({ field: name, op: 'isSet' });
      const asked = await ada.call('GET', `/cases?filter=${encodeURIComponent(filter)}`);
      expect(asked.status).toBe(400);
    }
  });

  it('takes files along that its user has uploaded', async () => {
    const upload = async (who: PortalClient) => {
      const headers = { 'content-type': 'application/octet-stream' };
      const sent = { body: '%PDF-1.7 proof', headers };
      const { body } = await who.call('POST', '/uploads?fileName=proof.pdf', sent);
      return (body as { documentId: string }).documentId;
    };
    const [first, second, other] = [await upload(ada), await upload(ada), await upload(bo)];
    const refused = { ...SAID, documentIds: [other] };
    const stolen = await ada.call('POST', '/cases', { body: refused });
    expect(stolen.body).toMatchObject({
      code: 'reference_not_found',
      errors: [{ pointer: '/documentIds/0' }],
    });
    const made = await open(ada, { documentIds: [first] });
    await step(ada, made, 'comments', { body: 'And this', documentIds: [second] });
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'recordId', op: 'eq', value: made.id }),
    );
    const files = (await ada.call('GET', `/documents?filter=${filter}`)).body as {
      data: { id: string; object: string }[];
    };
    expect(files.data.map(({ id }) => id).sort()).toEqual([first, second].sort());
    expect((await ada.call('GET', `/documents/${first}/file`)).body).toBe('%PDF-1.7 proof');
    expect(codeOf(await bo.call('GET', `/documents/${first}/file`))).toBe('404 not_found');
  });

  it('goes on with a word of the customer while it is not closed', async () => {
    const made = await open(bo);
    await byStaff(made, 'wait');
    const waiting = await step(bo, made, 'comments', { body: 'Here it is' });
    expect(waiting.body).toMatchObject({
      status: 'open',
      comments: [{ body: 'Here it is', byCustomer: true }],
    });
    await byStaff(made, 'resolve');
    expect((await step(bo, made, 'comments', { body: 'No' })).body).toMatchObject({
      status: 'open',
    });
    await step(bo, made, 'close');
    const late = await step(bo, made, 'comments', { body: 'Still no' });
    expect(codeOf(late)).toBe('409 case_status_conflict');
    expect(await eventsOf(made)).toContain('case.commented by portal');
  });

  it.each([
    ['new', []],
    ['open', ['open']],
    ['waiting', ['wait']],
    ['resolved', ['resolve']],
  ])('is closed when it is %s, and opened again', async (status, steps) => {
    const made = await open(ada);
    for (const each of steps) await byStaff(made, each);
    expect((await read(ada, made)).status).toBe(status);
    const untimely = await step(ada, made, 'reopen');
    if (status === 'resolved') {
      expect(untimely.body).toMatchObject({ status: 'open' });
    } else {
      expect(codeOf(untimely)).toBe('409 case_status_conflict');
    }
    expect((await step(ada, made, 'close')).body).toMatchObject({ status: 'closed' });
    expect(codeOf(await step(ada, made, 'close'))).toBe('409 case_status_conflict');
    expect((await step(ada, made, 'reopen')).body).toMatchObject({
      status: 'open',
      closedAt: null,
      resolvedAt: null,
    });
    const told = (await eventsOf(made)).slice(-2);
    expect(told).toEqual(['case.closed by portal', 'case.reopened by portal']);
  });

  it('is rated once, when it is over', async () => {
    const made = await open(ada);
    expect(codeOf(await step(ada, made, 'rate', { rating: 5 }))).toBe('409 case_status_conflict');
    await step(ada, made, 'close');
    for (const rating of [0, 6]) {
      expect(codeOf(await step(ada, made, 'rate', { rating }))).toBe('422 validation_failed');
    }
    expect((await step(ada, made, 'rate', { rating: 4 })).body).toMatchObject({ rating: 4 });
    expect(codeOf(await step(ada, made, 'rate', { rating: 5 }))).toBe('409 case_status_conflict');
  });

  it('is seen with level own by who raised it or is its contact', async () => {
    const [of, mine] = [await open(ada), await open(bo)];
    expect(codeOf(await bo.call('GET', `/cases/${of.id}`))).toBe('404 not_found');
    expect((await read(ada, mine)).id).toBe(mine.id);
    const contactId = await acme.contact(accountId, 'Cy');
    const cy = await acme.person({
      partyId: accountId,
      accessLevel: 'own',
      contactId: contactId as Id<'contact'>,
    });
    const theirs = await acme.made('/cases', { subject: 'Theirs', accountId, contactId });
    const list = (await cy.call('GET', '/cases')).body as { data: { id: string }[] };
    expect(list.data.map(({ id }) => id)).toEqual([theirs.id]);
  });

  // The last one: the clock goes on, and whoever is signed in is out.
  it('is over for good after 30 days, when another one names it', async () => {
    const user = await acme.people.user({ partyId: accountId, role: 'Admin' });
    const eve = await acme.people.enter(user);
    const [closed, within] = [await open(eve), await open(eve)];
    await step(eve, closed, 'close');
    await step(eve, within, 'close');
    stage.t.clock.set('2026-04-01T09:00:00.000Z');
    const back = await acme.people.enter(user);
    expect((await step(back, within, 'reopen')).body).toMatchObject({ status: 'open' });
    stage.t.clock.set('2026-04-01T09:00:01.000Z');
    expect(codeOf(await step(back, closed, 'reopen'))).toBe('409 case_reopen_expired');
    const next = await open(back, { related: { object: 'case', id: closed.id } });
    expect(next).toMatchObject({ relatedObject: 'case', relatedId: closed.id });
  });
});
