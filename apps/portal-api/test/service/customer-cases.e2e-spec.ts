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

describe('fields of the company’s own', () => {
  it('are sent with a case as far as they are opened, and asked for no further', async () => {
    const eve = await acme.person({ partyId: accountId, role: 'Admin' });
    const field = (name: string, customer: string, required: boolean) =>
      acme.made('/customization/objects/case/fields', {
        name,
        label: name,
        type: 'text',
        required,
        portals: { customer },
      });
    await field('serial__c', 'write', true);
    await field('verdict__c', 'read', false);
    await field('blame__c', 'none', true);
    const refused = async (more: object) => {
      const answer = await eve.call('POST', '/cases', { body: { ...SAID, ...more } });
      const { errors } = answer.body as { errors: { pointer: string }[] };
      return [codeOf(answer), ...errors.map(({ pointer }) => pointer)];
    };
    expect(await refused({})).toEqual(['422 validation_failed', '/serial__c']);
    const [sent, more] = [{ serial__c: 'S-1' }, { verdict__c: 'Ours' }];
    expect(await refused({ ...sent, ...more })).toEqual(['422 validation_failed', '/verdict__c']);
    const blame = { ...sent, blame__c: 'You' };
    expect(await refused(blame)).toEqual(['400 malformed_request', '/blame__c']);
    const made = await open(eve, sent);
    const told = { ...sent, verdict__c: null };
    expect([made, await read(eve, made)]).toMatchObject([told, told]);
    expect(made).not.toHaveProperty('blame__c');
    const { body } = await eve.call('GET', '/cases?sort=-createdAt&pageSize=1');
    expect(body).toMatchObject({ data: [told] });
    const kept = await acme.staff.call('GET', `/cases/${made.id}`);
    expect(kept.body).toMatchObject({ ...told, blame__c: null });
  });

  const FIELDS = '/customization/objects/case/fields';

  it('have days that are lived, as every day that is said at the portal', async () => {
    const eve = await acme.person({ partyId: accountId, role: 'Admin' });
    const field = (name: string, type: string, more: object = {}) =>
      acme.made(FIELDS, { name, label: name, type, portals: { customer: 'write' }, ...more });
    await field('broken__c', 'date');
    await field('seen__c', 'datetime');
    await field('built__c', 'date', { settings: { min: '1900-01-01' } });
    const body = { ...SAID, broken__c: '9999-12-31', seen__c: '1999-12-31T12:00:00Z' };
    const refused = await eve.call('POST', '/cases', { body });
    expect([codeOf(refused), refused.body]).toEqual([
      '422 validation_failed',
      expect.objectContaining({
        errors: [
          expect.objectContaining({ pointer: '/broken__c', code: 'max' }),
          expect.objectContaining({ pointer: '/seen__c', code: 'min' }),
          expect.objectContaining({ pointer: '/serial__c', code: 'required' }),
        ],
      }),
    ]);
    const days = { broken__c: '2199-12-31', built__c: '1931-05-01', serial__c: 'S-4' };
    expect(await open(eve, days)).toMatchObject(days);
    const far = { subject: 'Far', accountId, broken__c: '9999-12-31', blame__c: 'B' };
    const byUs = await acme.staff.call('POST', '/cases', { body: { ...far, serial__c: 'S-5' } });
    expect(byUs).toMatchObject({ status: 201, body: { broken__c: '9999-12-31' } });
  });

  it.each([
    ['closed', 'PATCH', { portals: { customer: 'none' } }],
    ['marked as personal', 'PATCH', { personal: true }],
    ['taken away', 'DELETE', undefined],
  ] as const)('are told by no kept answer once they are %s', async (state, method, body) => {
    const eve = await acme.person({ partyId: accountId, role: 'Admin' });
    const name = `${state.split(' ')[0]}__c`;
    const made = {
      name,
      label: name,
      type: 'text',
      default: 'Ours',
      portals: { customer: 'read' },
    };
    await acme.made(FIELDS, made);
    const headers = { 'idempotency-key': newId() };
    const said = { ...SAID, serial__c: 'S-2' };
    const send = () => eve.call('POST', '/cases', { body: said, headers });
    const first = await send();
    expect(first).toMatchObject({ status: 201, body: { [name]: 'Ours' } });
    const again = await send();
    expect(again).toMatchObject({ status: 201, body: first.body });
    const changed = await acme.staff.call(method, `${FIELDS}/${name}`, { body });
    expect(changed.status).toBeLessThan(300);
    const late = await send();
    expect(codeOf(late)).toBe('409 idempotency_rights_changed');
    expect(JSON.stringify(late.body)).not.toContain('Ours');
    expect(await read(eve, first.body as Case)).not.toHaveProperty(name);
  });

  it('leave kept answers alone as long as others are the company’s own', async () => {
    const eve = await acme.person({ partyId: accountId, role: 'Admin' });
    const headers = { 'idempotency-key': newId() };
    const body = { ...SAID, serial__c: 'S-3' };
    const first = await eve.call('POST', '/cases', { body, headers });
    await acme.made(FIELDS, { name: 'inner__c', label: 'Inner', type: 'text' });
    const again = await eve.call('POST', '/cases', { body, headers });
    expect(again).toMatchObject({ status: 201, body: first.body });
  });
});
