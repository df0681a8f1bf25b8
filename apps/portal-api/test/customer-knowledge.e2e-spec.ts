import { CustomerStage } from './customer-stage.js';
import { codeOf, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let ada: PortalClient;
let bo: PortalClient;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  const partyId = await acme.account('Acme');
  ada = await acme.person({ partyId });
  bo = await acme.person({ partyId, accessLevel: 'own' });
});
afterAll(() => stage.close());

interface Told {
  readonly id: string;
  readonly title: string;
}

async function article(title: string, body: string, audience = 'customer', publish = true) {
  const made = await acme.made('/knowledge', { title, body, audience });
  if (publish) await acme.made(`/knowledge/${made.id}/publish`, {});
  return made.id;
}

const suggested = async (q: string) => {
  const answer = await ada.call('GET', `/knowledge/suggest?q=${encodeURIComponent(q)}`);
  return (answer.body as { articles: Told[] }).articles.map(({ title }) => title);
};

describe('knowledge', () => {
  it('is what is published for customers, for each of them', async () => {
    const id = await article('Open hours', '<p>From nine to five</p>');
    const hidden = [
      await article('Draft hours', 'Soon', 'customer', false),
      await article('Margins', 'Fat', 'internal'),
      await article('For partners', 'Hours', 'partner'),
    ];
    const list = (await bo.call('GET', '/knowledge')).body as { data: Told[] };
    expect(list.data.map((each) => each.id)).toEqual([id]);
    expect((await bo.call('GET', `/knowledge/${id}`)).body).toMatchObject({
      title: 'Open hours',
      body: '<p>From nine to five</p>',
    });
    for (const each of hidden) {
      expect(codeOf(await ada.call('GET', `/knowledge/${each}`))).toBe('404 not_found');
      const voted = await ada.call('POST', `/knowledge/${each}/helpful`, { body: {} });
      expect(codeOf(voted)).toBe('404 not_found');
    }
    await acme.made(`/knowledge/${id}/archive`, {});
    expect(codeOf(await ada.call('GET', `/knowledge/${id}`))).toBe('404 not_found');
  });

  it('suggests the three that fit best while somebody writes', async () => {
    await article('Reset your password', 'Follow the link in the e-mail');
    await article('Pay an invoice', 'With a card. Your password is not asked.');
    await article('Return a machine', 'Your order has a label');
    await article('Your account', 'Your name and your password');
    await article('Passports', 'Your photo', 'internal');
    expect((await suggested('I lost my password'))[0]).toBe('Reset your password');
    expect(await suggested('your password your')).toHaveLength(3);
    expect(await suggested('how to retu')).toContain('Return a machine');
    expect(await suggested('passports')).toEqual([]);
    expect(await suggested('?!')).toEqual([]);
    expect(codeOf(await ada.call('GET', '/knowledge/suggest'))).toBe('422 validation_failed');
  });

  it('finds the words that an article has now', async () => {
    const id = await article('Zebra', 'Stripes');
    expect(await suggested('zebra')).toEqual(['Zebra']);
    const change = { body: { title: 'Giraffe' } };
    expect((await acme.staff.call('PATCH', `/knowledge/${id}`, change)).status).toBe(200);
    expect(await suggested('zebra')).toEqual([]);
    expect(await suggested('giraffe stripes')).toEqual(['Giraffe']);
  });

  it('has what helped the most first among the frequent questions', async () => {
    const id = await article('Ärger', 'No');
    const asked = async () =>
      ((await ada.call('GET', '/faq')).body as { questions: { id: string }[] }).questions;
    expect((await asked())[0]?.id).not.toBe(id);
    const vote = (who: PortalClient, body: object) =>
      who.call('POST', `/knowledge/${id}/helpful`, { body });
    expect((await vote(ada, {})).status).toBe(204);
    await vote(ada, { helpful: true });
    await vote(bo, {});
    expect((await asked())[0]).toMatchObject({ id, question: 'Ärger', answer: 'No' });
    await vote(ada, { helpful: false });
    await vote(bo, { helpful: false });
    expect((await asked())[0]?.id).not.toBe(id);
  });
});
