import { newId } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import {
  LIST_VIEWS,
  SECTIONS,
  bringIn,
  call,
  configure,
  exported,
  revisions,
  type Body,
} from './configuration-support';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

describe('a change of the configuration', () => {
  it('is a revision that says who, when and what, place by place', async () => {
    const admin = await api.newAdmin();
    const made = await call(admin, 'POST', LIST_VIEWS, { name: 'Old' });
    await call(admin, 'PATCH', `${LIST_VIEWS}/${String(made.body.id)}`, {
      name: 'New',
      sort: 'sku',
    });
    const [newest] = await revisions(admin);
    expect(newest).toMatchObject({
      kind: 'list_view',
      object: 'product',
      change: 'updated',
      actor: { kind: 'staff', id: admin.userId },
      madeAt: '2026-03-02T09:00:00.000Z',
    });
    const one = await call(admin, 'GET', `/customization/revisions/${String(newest?.id)}`);
    expect(one.body.differences).toEqual([
      { pointer: '/name', before: 'Old', after: 'New' },
      { pointer: '/sort', before: null, after: 'sku' },
    ]);
    const filter = encodeURIComponent(JSON.stringify({ field: 'object', op: 'eq', value: 'lead' }));
    expect(await revisions(admin, `&filter=${filter}`)).toEqual([]);
  });

  it('that changes nothing is none', async () => {
    const admin = await api.newAdmin();
    const made = await call(admin, 'POST', LIST_VIEWS, { name: 'Same' });
    await call(admin, 'PATCH', `${LIST_VIEWS}/${String(made.body.id)}`, { name: 'Same' });
    expect(await revisions(admin)).toHaveLength(1);
  });

  it('of any kind is taken back to the very same configuration', async () => {
    const admin = await api.newAdmin();
    await configure(admin);
    const bytes = async () => JSON.stringify(await exported(admin));
    const idOf = async (path: string, name: string) => {
      const filter = encodeURIComponent(JSON.stringify({ field: 'name', op: 'eq', value: name }));
      const { body } = await call(admin, 'GET', `${path}?filter=${filter}`);
      if (!body.data) throw new Error(JSON.stringify(body));
      return `${path}/${String((body.data as Body[])[0]?.id)}`;
    };
    const changes: readonly (() => Promise<unknown>)[] = [
      () => call(admin, 'PUT', '/numbering/invoice', { format: 'Y-{SEQ:4}' }),
      () => call(admin, 'PUT', '/numbering/payment', { format: 'P-{SEQ:4}' }),
      () => call(admin, 'PATCH', '/masters/rating/warm_ish', { name: 'Tepid' }),
      () => call(admin, 'DELETE', '/masters/rating/warm_ish'),
      () =>
        call(admin, 'POST', '/customization/objects/lead/fields', {
          name: 'pet__c',
          label: 'Pet',
          type: 'text',
        }),
      () =>
        call(admin, 'PATCH', '/customization/objects/lead/fields/hobby__c', { label: 'Pastime' }),
      () => call(admin, 'DELETE', '/customization/objects/lead/fields/hobby__c'),
      () => call(admin, 'PATCH', '/customization/objects/project__c', { label: 'Venture' }),
      async () =>
        call(admin, 'PATCH', await idOf('/customization/objects/lead/layouts', 'Sales'), {
          sections: [],
        }),
      async () => call(admin, 'DELETE', await idOf('/customization/objects/lead/layouts', 'Sales')),
      () => call(admin, 'POST', LIST_VIEWS, { name: 'Other default', isDefault: true }),
      async () =>
        call(admin, 'PATCH', await idOf(LIST_VIEWS, 'Chairs'), {
          columns: null,
          filter: null,
          isDefault: true,
        }),
      async () => call(admin, 'DELETE', await idOf(LIST_VIEWS, 'All')),
      async () =>
        call(admin, 'PATCH', await idOf('/views', 'Everybody'), { visibility: 'private' }),
      async () => call(admin, 'DELETE', await idOf('/views', 'Everybody')),
      async () =>
        call(admin, 'POST', '/views', { object: 'accounts', name: 'X', visibility: 'public' }),
      async () =>
        call(admin, 'POST', `${await idOf('/customization/forms', 'Contact')}/publish`, {}),
      async () =>
        call(admin, 'POST', `${await idOf('/customization/forms', 'Contact')}/archive`, {}),
      async () =>
        call(admin, 'PATCH', await idOf('/customization/forms', 'Contact'), { title: 'Else' }),
      async () => call(admin, 'DELETE', await idOf('/customization/forms', 'Draft')),
      () => call(admin, 'POST', '/customization/forms', { name: 'New', sections: SECTIONS }),
    ];
    for (const change of changes) {
      const before = await bytes();
      const { status } = (await change()) as { status: number };
      expect([status, String(change)]).toEqual([expect.closeTo(202, -2), String(change)]);
      const after = await bytes();
      expect(after).not.toBe(before);
      const [newest] = await revisions(admin);
      const reverted = await call(
        admin,
        'POST',
        `/customization/revisions/${String(newest?.id)}/revert`,
        {},
      );
      expect(reverted.status).toBe(200);
      expect(await bytes()).toBe(before);
      const [revert] = await revisions(admin);
      await call(admin, 'POST', `/customization/revisions/${String(revert?.id)}/revert`, {});
      expect(await bytes()).toBe(after);
      const [again] = await revisions(admin);
      await call(admin, 'POST', `/customization/revisions/${String(again?.id)}/revert`, {});
      expect(await bytes()).toBe(before);
    }
  });

  it('is taken back step by step through any history', async () => {
    const admin = await api.newAdmin();
    await configure(admin);
    const state = fc.record({
      sort: fc.constantFrom(null, 'sku', '-name'),
      isDefault: fc.boolean(),
      columns: fc.option(fc.constantFrom(['sku'], ['name', 'sku'])),
    });
    const step = fc.oneof(
      fc.record({ make: fc.uuid(), with: state }),
      fc.record({ change: fc.nat(9), with: state }),
      fc.record({ remove: fc.nat(9) }),
    );
    const act = async (each: object) => {
      const { body } = await call(admin, 'GET', `${LIST_VIEWS}?pageSize=200`);
      const views = body.data as Body[];
      if ('make' in each) {
        const { make, with: content } = each as { make: string; with: object };
        return call(admin, 'POST', LIST_VIEWS, { name: make, ...content });
      }
      const at = 'change' in each ? Number(each.change) : Number((each as Body).remove);
      const view = views[at % Math.max(views.length, 1)];
      if (!view) return undefined;
      const path = `${LIST_VIEWS}/${String(view.id)}`;
      if ('change' in each) return call(admin, 'PATCH', path, (each as { with?: object }).with);
      return call(admin, 'DELETE', path);
    };
    const bytes = async () => JSON.stringify(await exported(admin));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const history: [string, unknown][] = [];
        for (const each of steps) {
          const [before, [newest]] = [await bytes(), await revisions(admin)];
          await act(each);
          const [made] = await revisions(admin);
          if (made && made.changeId !== newest?.changeId) history.push([before, made.id]);
        }
        for (const [before, id] of history.reverse()) {
          const path = `/customization/revisions/${String(id)}/revert`;
          expect((await call(admin, 'POST', path, {})).status).toBe(200);
          expect(await bytes()).toBe(before);
        }
      }),
      { numRuns: runs(15, 5) },
    );
  });

  it('made in one go is taken back in one go: a whole set-up', async () => {
    const [from, to] = [await api.newAdmin(), await api.newAdmin()];
    await call(from, 'POST', LIST_VIEWS, { name: 'One' });
    await call(from, 'POST', LIST_VIEWS, { name: 'Two' });
    await bringIn(to, await exported(from));
    const all = await revisions(to);
    expect(new Set(all.map(({ changeId }) => changeId)).size).toBe(1);
    const { body } = await call(
      to,
      'POST',
      `/customization/revisions/${String(all[0]?.id)}/revert`,
      {},
    );
    expect(body).toHaveLength(2);
    expect(((await exported(to)).parts as Record<string, Body[]>).listViews).toEqual([]);
  });

  it('that cannot be taken back is left, with the reason', async () => {
    const admin = await api.newAdmin();
    const made = await call(admin, 'POST', LIST_VIEWS, { name: 'Name' });
    const path = `${LIST_VIEWS}/${String(made.body.id)}`;
    await call(admin, 'PATCH', path, { name: 'Other' });
    const [renamed] = await revisions(admin);
    await call(admin, 'POST', LIST_VIEWS, { name: 'Name' });
    const revert = (id: unknown) =>
      call(admin, 'POST', `/customization/revisions/${String(id)}/revert`, {});
    expect(await revert(renamed?.id)).toMatchObject({
      status: 409,
      body: { code: 'view_name_taken' },
    });
    const [last] = await revisions(admin);
    await revert(last?.id);
    expect(await revert(last?.id)).toMatchObject({
      status: 409,
      body: { code: 'revision_not_revertible' },
    });
    expect((await revert(newId())).status).toBe(404);
    const stranger = await api.newAdmin();
    const theirs = await stranger.call(
      'POST',
      `/customization/revisions/${String(last?.id)}/revert`,
    );
    expect(theirs.status).toBe(404);
  });
});
