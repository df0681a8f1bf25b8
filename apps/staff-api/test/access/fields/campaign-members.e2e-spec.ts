import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../members.js';

const MATRIX = {
  campaigns: ['view', 'update', 'export'],
  leads: ['view', 'update'],
  contacts: ['view', 'update'],
};
const HIDDEN = { name: 'hidden', email: 'hidden' };

let t: TestDatabase;
let api: TestStaffApi;
/** To whom the names of contacts are hidden, or those of leads as well. */
let half: StaffClient;
let blind: StaffClient;
let members: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  const lead = await made('/leads', { name: 'Lear', email: 'l@example.com' });
  const contact = await made('/contacts', { lastName: 'Kent', email: 'kent@example.com' });
  members = `/campaigns/${await made('/campaigns', { name: 'Spring' })}/members`;
  await api.admin.call('POST', members, { body: { leadIds: [lead], contactIds: [contact] } });
  half = await memberWith(api, { matrix: MATRIX, fields: { contacts: HIDDEN } });
  blind = await memberWith(api, { matrix: MATRIX, fields: { contacts: HIDDEN, leads: HIDDEN } });
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function made(path: string, body: object): Promise<string> {
  const answer = await api.admin.call('POST', path, { body });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return bodyOf<{ id: string }>(answer).id;
}

interface Named {
  readonly id: string;
  readonly contactId: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

const listed = async (by: StaffClient, query = '') =>
  bodyOf<{ data: Named[] }>(await by.call('GET', `${members}${query}`)).data;
/** The same as a download. */
async function fileOf(by: StaffClient): Promise<string> {
  const answer = await by.call('GET', members, { headers: { accept: 'text/csv' } });
  expect(answer.status).toBe(200);
  return String(answer.body);
}

const told = (rows: readonly Named[]) => rows.map(({ name, email }) => [name, email]);
const LEAR = ['Lear', 'l@example.com'];

describe('members of a campaign, where names of contacts are hidden', () => {
  it('are named as far as they are leads', async () => {
    expect(told(await listed(half, '?sort=createdAt'))).toEqual(
      expect.arrayContaining([LEAR, [null, null]]),
    );
    expect(told(await listed(api.admin))).toContainEqual(['Kent', 'kent@example.com']);
  });

  it('are found by no name that is hidden', async () => {
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'name', op: 'contains', value: 'e' }),
    );
    for (const query of [`?filter=${filter}`, '?search=Lear', '?search=l@example']) {
      expect([query, told(await listed(half, query))]).toEqual([query, [LEAR]]);
    }
    for (const query of ['?search=Kent', '?search=kent@example']) {
      expect((await listed(api.admin, query)).length).toBe(1);
      expect([query, await listed(half, query)]).toEqual([query, []]);
    }
    expect(told(await listed(half, '?sort=name'))).toEqual([LEAR, [null, null]]);
    expect(told(await listed(half, '?sort=-email'))).toContainEqual([null, null]);
  });

  it('are taken away without them, and answered without them', async () => {
    const file = await fileOf(half);
    expect(file).toContain('Lear');
    expect(file).not.toMatch(/kent/i);
    const kent = (await listed(api.admin)).find(({ contactId }) => contactId !== null);
    const body = { status: 'responded' };
    const changed = await half.call('PATCH', `${members}/${kent?.id}`, { body });
    expect(changed.body).toMatchObject({ ...body, name: null, email: null });
  });
});

describe('members of a campaign, where names of leads are hidden as well', () => {
  it('have none', async () => {
    expect(told(await listed(blind))).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(await listed(blind, '?search=Lear')).toEqual([]);
    const file = await fileOf(blind);
    expect(file).not.toMatch(/kent|lear/i);
  });

  it('are not asked for by them', async () => {
    const filter = encodeURIComponent(
      JSON.stringify({ field: 'name', op: 'contains', value: 'e' }),
    );
    for (const query of [`?filter=${filter}`, '?sort=name', '?sort=email']) {
      const answer = await blind.call('GET', `${members}${query}`);
      expect([query, refusal(answer)[1]]).toEqual([query, 'invalid_list_request']);
    }
  });
});
