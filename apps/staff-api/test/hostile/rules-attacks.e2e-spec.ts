import { newId } from '@quittance/kernel';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { contents } from './bad-input-support.js';
import { bodyOf } from '../access/members.js';
import { Patience } from './patience.js';

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

const BASE = {
  '/customization/duplicate-rules': {
    object: 'lead',
    fields: [{ field: 'email', match: 'exact' }],
    action: 'warn',
  },
  '/customization/validation-rules': {
    object: 'lead',
    formula: 'TRUE',
    message: 'M',
    field: 'name',
  },
  '/workflows': {
    object: 'lead',
    trigger: 'change',
    field: 'name',
    condition: 'TRUE',
    actions: [
      { kind: 'set_field', field: 'title', formula: 'name' },
      { kind: 'send_email', to: 'email', message: 'M' },
      { kind: 'create_task', subject: 'S', description: 'D' },
    ],
  },
};

/** Texts that have broken something somewhere, where they were taken for more than text. */
const INJECTED = [
  "'; drop table rules.rule; --",
  '" or ""="',
  '$1 ${7*7} {{7*7}} #{7*7} <%= 7*7 %>',
  '{{ company.constructor.constructor("return process")() }}',
  '=cmd|calc!A1',
  '../../../../etc/passwd%00',
  '<svg onload=alert(1)>',
  'a\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  'toString',
  '(?=(a+))+$',
  '\u202Ext\u200B',
  'a\0b',
  '\ud800',
  ' ',
  'x'.repeat(100_000),
];

/** Formulas that divide by nothing, name themselves, never end, or are none. */
const FORMULAS = [
  '1/0=1',
  'name=name',
  '(1=1',
  '1=1)',
  'IF(TRUE)',
  'eval("1")=1',
  'TRUE; DROP TABLE x',
  'name.constructor="x"',
  'constructor.name="x"',
  '__proto__.name="x"',
  'account.account.account.name="x"',
  `${'NOT('.repeat(32)}TRUE${')'.repeat(32)}`,
  `${'NOT('.repeat(900)}TRUE${')'.repeat(900)}`,
  '-'.repeat(4_000),
  `1=${'9^'.repeat(100)}9`,
  '9^9^9^9^9=1',
  `LEN(${'SUBSTITUTE('.repeat(20)}"x"${',"x","xxxxxxxxxx")'.repeat(20)})>1`,
  `"${'a'.repeat(3_990)}"=""`,
  `'${"'".repeat(1_001)}`,
  `"${'\\'.repeat(1_001)}"`,
  `CONTAINS("${'a'.repeat(2_000)}", "${'a'.repeat(1_500)}b")`,
  '١=١',
  'TRUE\u0000',
  '"\ud800"=""',
  '😀',
  'x'.repeat(1_000_000),
];

/** The paths of all texts of a body. */
function textsOf(value: unknown, at: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'string') return [[...at]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    textsOf(each, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

function withText(body: object, path: readonly (string | number)[], text: string): object {
  const copy = structuredClone(body) as Record<string | number, unknown>;
  let inner = copy;
  for (const key of path.slice(0, -1)) inner = inner[key] as typeof inner;
  inner[path.at(-1) ?? ''] = text;
  return copy;
}

interface Shot {
  readonly what: string;
  readonly path: string;
  readonly body: object;
}

function shots(): Shot[] {
  return Object.entries(BASE).flatMap(([path, base]) =>
    textsOf({ ...base, name: 'N' }).flatMap((at) => {
      const member = String(at.at(-1));
      const texts = ['formula', 'condition'].includes(member)
        ? [...INJECTED, ...FORMULAS]
        : INJECTED;
      return texts.map((text, i) => ({
        what: `${path} ${at.join('.')} #${i}`,
        path,
        body: withText({ ...base, name: newId(), active: false }, at, text),
      }));
    }),
  );
}

test('no text in a rule is more than text, and none costs more than a moment', async () => {
  const all = shots();
  expect(all.length).toBeGreaterThan(350);
  const wrong: string[] = [];
  const patience = await Patience.by(() => api.admin.call('GET', '/workflows'));
  for (const { what, path, body } of all) {
    const ask = () => api.admin.call('POST', path, { body });
    const { answer, isQuick } = await patience.ask(ask);
    if (!isQuick && (await patience.isTriedBy(ask))) wrong.push(`${what}: is slow`);
    const { id, code, errors } = bodyOf<{ id?: string; code?: string; errors?: unknown[] }>(answer);
    const told = answer.status === 201 || (code !== undefined && (errors ?? []).length > 0);
    if (answer.status >= 500 || !told) wrong.push(`${what}: ${answer.status} ${code}`);
    if (id !== undefined) await api.admin.call('DELETE', `${path}/${id}`);
  }
  expect(wrong).toEqual([]);
});

test('what is refused leaves nothing behind', async () => {
  const refused = shots().filter(({ body }) => JSON.stringify(body).includes('drop table rules'));
  const before = await contents(t.ownerUrl);
  for (const { path, body } of refused) {
    const bad = { ...body, object: 'nope' };
    expect((await api.admin.call('POST', path, { body: bad })).status).toBe(422);
  }
  expect(await contents(t.ownerUrl)).toEqual(before);
});

test('records with hostile texts are judged by rules as any others', async () => {
  for (const [path, body] of Object.entries(BASE)) {
    const name = `Live ${newId()}`;
    const made = await api.admin.call('POST', path, { body: { ...body, name } });
    expect(made.status).toBe(201);
  }
  for (const text of INJECTED) {
    const body = { name: `N ${text}`, companyName: text };
    const { status } = await api.admin.call('POST', '/leads', { body });
    expect([201, 400, 422]).toContain(status);
  }
});
