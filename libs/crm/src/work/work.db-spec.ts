import { insertUser } from '@quittance/identity';
import { newId, type Ctx, type DomainError } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { listPage, parseListRequest } from '@quittance/lists';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { campaignMemberList, membersOf } from '../campaigns/campaign-member.queries.js';
import { CampaignMembers } from '../campaigns/campaign-members.js';
import { MoveArticle } from '../knowledge/move-article.js';
import { ConvertLead } from '../leads/convert-lead.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';
import { CompleteWork } from './complete-work.js';

let t: TestDatabase;
let crm: CrmRecords;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  crm = crmRecords(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
});

function refusal(work: Promise<unknown>): Promise<DomainError> {
  return work.then(
    () => Promise.reject(new Error('It was not refused')),
    (error: DomainError) => error,
  );
}

async function faults(work: Promise<unknown>): Promise<string[]> {
  const { options } = await refusal(work);
  return (options.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
}

describe('tasks and activities', () => {
  const task = (over = {}) => crm.make(ctx, 'task', { subject: 'Call back', ...over });
  const complete = ({ id }: RecordView, object: 'task' | 'activity' = 'task') =>
    new CompleteWork(t.db, crm.models).execute(ctx, { object, id, expectedVersion: null });

  it('are completed once, with the time', async () => {
    const made = await task();
    expect(await complete(made)).toMatchObject({ status: 'completed', completedAt: ctx.now });
    expect((await refusal(complete(made))).code).toBe('work_status_conflict');
    const again = await crm.change(ctx, 'task', made.id, { status: 'open' });
    expect(again.completedAt).toBeNull();
    const told = await t.db.read(ctx, (tx) =>
      tx.rows(`select object from outbox.event where type = 'task.completed'`),
    );
    expect(told).toEqual([{ object: 'task' }]);
  });

  it('move as their states allow', async () => {
    const made = await task({ status: 'cancelled' });
    const error = await refusal(crm.change(ctx, 'task', made.id, { status: 'in_progress' }));
    expect(error.code).toBe('work_status_conflict');
    expect((await refusal(complete(made))).code).toBe('work_status_conflict');
    const call = { subject: 'Rang', kind: 'call', status: 'completed' };
    const done = await crm.make(ctx, 'activity', call);
    expect(done.completedAt).toBe(ctx.now);
  });

  it('are about a record that exists and may be seen', async () => {
    const lead = await crm.make(ctx, 'lead', { name: 'L' });
    const about = { relatedObject: 'lead', relatedId: lead.id };
    expect(await task(about)).toMatchObject(about);
    expect(await faults(task({ relatedObject: 'lead', relatedId: newId() }))).toEqual([
      '/relatedId reference_not_found',
    ]);
    expect(await faults(task({ relatedObject: 'nothing', relatedId: lead.id }))).toEqual([
      '/relatedObject enum',
    ]);
    expect(await faults(task({ relatedObject: 'lead' }))).toEqual(['/relatedId required']);
    expect(await faults(task({ relatedId: lead.id }))).toEqual(['/relatedObject required']);
    const permissions = { ...ctx.permissions, all: false, scope: () => 'own' as const };
    const blind: Ctx = { ...ctx, permissions };
    expect(await faults(crm.make(blind, 'task', { subject: 'S', ...about }))).toEqual([
      '/relatedId reference_not_found',
    ]);
  });
});

describe('what tasks and activities are about', () => {
  const about = async (object: string, id: string) => {
    const related = { relatedObject: object, relatedId: id };
    const task = await crm.make(ctx, 'task', { subject: 'Call', ...related });
    const activity = await crm.make(ctx, 'activity', { subject: 'Rang', kind: 'call', ...related });
    return { task: task.id, activity: activity.id };
  };
  const nothing = { relatedObject: null, relatedId: null, version: 2 };

  it('is nothing any more once the record is deleted, and other records stay', async () => {
    const [lead, kept] = [
      await crm.make(ctx, 'lead', { name: 'Goes' }),
      await crm.make(ctx, 'lead', { name: 'Stays' }),
    ];
    const [gone, there] = [await about('lead', lead.id), await about('lead', kept.id)];
    await crm.remove(ctx, 'lead', lead.id);
    expect(await crm.read(ctx, 'task', gone.task)).toMatchObject(nothing);
    expect(await crm.read(ctx, 'activity', gone.activity)).toMatchObject(nothing);
    const still = { relatedObject: 'lead', relatedId: kept.id, version: 1 };
    expect(await crm.read(ctx, 'task', there.task)).toMatchObject(still);
    const told = await t.db.read(ctx, (tx) =>
      tx.rows(`select data -> 'relatedId' as related from outbox.event
        where type = 'record.updated' and object = 'task'`),
    );
    expect(told).toEqual([{ related: null }]);
  });

  it('is nothing whoever deletes it, though they may not see the task', async () => {
    const lead = await crm.make(ctx, 'lead', { name: 'Goes' });
    const { task } = await about('lead', lead.id);
    const scope = (resource: string) => (resource === 'leads' ? 'all' : 'own');
    const permissions = { ...ctx.permissions, all: false, scope } as Ctx['permissions'];
    await crm.remove({ ...ctx, permissions }, 'lead', lead.id);
    expect(await crm.read(ctx, 'task', task)).toMatchObject(nothing);
  });

  it('is there, whichever of deleting it and naming it comes first', async () => {
    for (let i = 0; i < 10; i++) {
      const lead = await crm.make(ctx, 'lead', { name: 'Torn' });
      const related = { relatedObject: 'lead', relatedId: lead.id };
      const [, made] = await Promise.allSettled([
        crm.remove(ctx, 'lead', lead.id),
        crm.make(ctx, 'task', { subject: 'Call', ...related }),
      ]);
      if (made.status === 'rejected') continue;
      expect(await crm.read(ctx, 'task', made.value.id)).toMatchObject(nothing);
    }
  });
});

describe('an article', () => {
  const article = (over = {}) =>
    crm.make(ctx, 'knowledge', { title: 'How', body: '<p>So.</p>', ...over });
  const move = ({ id }: RecordView, operation: 'publish' | 'archive') =>
    new MoveArticle(t.db, crm.models).execute(ctx, { id, expectedVersion: null, operation });

  it('is published, archived and published again', async () => {
    const made = await article();
    expect(made).toMatchObject({ status: 'draft', audience: 'internal' });
    expect(await move(made, 'publish')).toMatchObject({
      status: 'published',
      publishedAt: ctx.now,
    });
    expect((await refusal(move(made, 'publish'))).code).toBe('article_status_conflict');
    expect(await move(made, 'archive')).toMatchObject({ status: 'archived', archivedAt: ctx.now });
    expect(await move(made, 'publish')).toMatchObject({ status: 'published', archivedAt: null });
  });

  it('holds no script', async () => {
    const made = await article({ body: '<p onclick="x()">So<script>alert(1)</script></p>' });
    expect(made.body).toBe('<p>So</p>');
  });
});

describe('the members of a campaign', () => {
  let members: CampaignMembers;
  let campaign: RecordView;
  let lead: RecordView;
  let contact: RecordView;

  beforeEach(async () => {
    members = new CampaignMembers(t.db, crm.models);
    campaign = await crm.make(ctx, 'campaign', { name: 'Spring' });
    lead = await crm.make(ctx, 'lead', { name: 'Lea', companyName: 'Lea Ltd' });
    contact = await crm.make(ctx, 'contact', { lastName: 'Con' });
  });

  const add = (leadIds: string[], contactIds: string[], as = ctx) =>
    members.add(as, { campaignId: campaign.id, leadIds, contactIds, status: 'planned' });

  async function list(as = ctx) {
    const request = parseListRequest(campaignMemberList, {});
    const page = await t.db.read(as, (tx) =>
      listPage(tx, campaignMemberList, request, membersOf(campaign.id)),
    );
    return page.data;
  }

  it('are added once, changed, counted and removed', async () => {
    expect(await add([lead.id, lead.id], [contact.id])).toEqual({ added: 2 });
    expect(await add([lead.id], [])).toEqual({ added: 0 });
    const [first] = await list();
    const id = String(first?.id);
    expect(await members.change(ctx, campaign.id, id, 'responded')).toMatchObject({
      name: 'Lea',
      status: 'responded',
    });
    expect(await members.counts(ctx, campaign.id)).toEqual({
      total: 2,
      leads: 1,
      contacts: 1,
      byStatus: { planned: 1, sent: 0, responded: 1, converted: 0, unsubscribed: 0 },
    });
    await members.remove(ctx, campaign.id, id);
    expect((await list()).map(({ name }) => name)).toEqual(['Con']);
    expect((await refusal(members.remove(ctx, campaign.id, id))).code).toBe('not_found');
  });

  it('are people there are', async () => {
    expect(await faults(add([newId(), lead.id], [newId()]))).toEqual([
      '/leadIds/0 reference_not_found',
      '/contactIds/0 reference_not_found',
    ]);
    expect(await list()).toEqual([]);
  });

  it('go on as contacts when they are converted', async () => {
    await add([lead.id], []);
    const ask = { id: lead.id, expectedVersion: null };
    const { contactId } = await new ConvertLead(t.db, crm.models).execute(ctx, ask);
    expect(await list()).toMatchObject([{ leadId: null, contactId, status: 'converted' }]);
  });

  it('are those whose lead or contact the actor may see', async () => {
    const mine = newId<'user'>();
    const person = { id: mine, email: 'a@b.example', name: 'A', team: null, passwordHash: null };
    await t.db.write(ctx, (tx) => insertUser(tx, person));
    const own = await crm.make(ctx, 'lead', { name: 'Own', ownerId: mine });
    await add([lead.id, own.id], [contact.id]);
    const scope = (resource: string) => (resource === 'campaigns' ? 'all' : 'own');
    const permissions = { ...ctx.permissions, all: false, scope } as Ctx['permissions'];
    const narrow: Ctx = { ...ctx, permissions, userId: mine };
    expect((await list(narrow)).map(({ name }) => name)).toEqual(['Own']);
    expect((await members.counts(narrow, campaign.id)).total).toBe(1);
  });

  it('keep their campaign within its dates and its currency', async () => {
    const make = (over: object) => crm.make(ctx, 'campaign', { name: 'C', ...over });
    expect(await faults(make({ startDate: '2026-02-02', endDate: '2026-02-01' }))).toEqual([
      '/endDate min',
    ]);
    expect(await faults(make({ budget: '1.5', currency: 'JPY' }))).toEqual(['/budget precision']);
    expect(await make({ budget: '1.5' })).toMatchObject({ budget: '1.50', currency: 'EUR' });
  });
});
