import { newId } from '@quittance/kernel';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;
let acme: CustomerStage;
let accountId: string;

beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  accountId = await acme.account('Acme');
});
afterAll(() => stage.close());

interface Case {
  readonly id: string;
}

const SAID = { subject: 'It does not work', description: 'At all' };

async function open(who: PortalClient, more: object = {}): Promise<Case> {
  const answer = await who.call('POST', '/cases', { body: { ...SAID, ...more } });
  expect(answer.status).toBe(201);
  return answer.body as Case;
}

const read = async (who: PortalClient, { id }: Case) =>
  (await who.call('GET', `/cases/${id}`)).body as Case;

describe('fields of the company’s own of cases', () => {
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

  it('tell by no refusal what others have sent: what is unique is shown alone', async () => {
    const eve = await acme.person({ partyId: accountId, role: 'Admin' });
    const portals = { customer: 'write' };
    const device = { name: 'device__c', label: 'Device', type: 'text', portals };
    const path = `${FIELDS}/device__c`;
    const refused = [
      await acme.staff.call('POST', FIELDS, { body: { ...device, unique: true } }),
      await acme
        .made(FIELDS, device)
        .then(() => acme.staff.call('PATCH', path, { body: { unique: true } })),
    ];
    for (const answer of refused) {
      expect([codeOf(answer), answer.body]).toMatchObject([
        '422 validation_failed',
        { errors: [{ pointer: '/portals', code: 'conflict' }] },
      ]);
    }
    // As one was that the release before had taken.
    const { ctx } = acme.people;
    await stage.t.db.write(ctx, (tx) =>
      tx.run(
        `update customization.field set is_unique = true where company_id = $1 and name = $2`,
        [ctx.companyId, device.name],
      ),
    );
    const label = { body: { label: 'The device' } };
    expect((await acme.staff.call('PATCH', path, label)).status).toBe(200);
    const theirs = { subject: 'Theirs', accountId, blame__c: 'B', serial__c: 'S-6' };
    await acme.made('/cases', { ...theirs, device__c: 'D-1' });
    const body = { ...SAID, serial__c: 'S-7', device__c: 'D-1' };
    expect(await eve.call('POST', '/cases', { body })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/device__c', code: 'read_only' }] },
    });
    const { objects } = (await eve.call('GET', '/fields')).body as {
      objects: { object: string; fields: { name: string }[] }[];
    };
    const told = objects.flatMap(({ fields }) => fields).find(({ name }) => name === device.name);
    expect(told).toMatchObject({ access: 'read', required: false });
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
