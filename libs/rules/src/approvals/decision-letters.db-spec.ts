import { newId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ApprovalStage } from '../testing/approval-stage.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

/** What whoever has caused an approval is written about its end, with a right to leads or none. */
async function toldOf(fields: object | null): Promise<string> {
  const stage = await ApprovalStage.open(t);
  const { rules, people } = stage;
  const { companyId, now } = rules.ctx;
  if (fields) {
    const role = newId();
    await rules.write(async (tx) => {
      await tx.run(
        `insert into access.role (company_id, id, name, matrix, scopes, grants, fields, built_in,
           version, created_at, updated_at)
         values ($1, $2, 'Sees', '{"leads": ["view"]}', '{}', '[]', $4::jsonb, false, 1, $3, $3)`,
        [companyId, role, now, JSON.stringify(fields)],
      );
      await tx.run(
        'insert into access.user_role (company_id, user_id, role_id) values ($1, $2, $3)',
        [companyId, people.ada, role],
      );
    });
  }
  await stage.made(['bob@x.example'], 'ada');
  await stage.say('bob', 'approve', 'fine');
  const sent = await rules.rows<{ subject: string; text: string }>(
    `select subject, text from notifications.email where to_address = 'ada@x.example'`,
  );
  return sent.map(({ subject, text }) => `${subject} ${text}`).join();
}

describe('the letter about a decision', () => {
  it('names the record to who may see its title, and to nobody else', async () => {
    const hidden = { leads: { name: 'hidden' } };
    expect(await toldOf({})).toContain('Acme');
    for (const fields of [null, hidden]) {
      const told = await toldOf(fields);
      expect(told).toContain('Approved: fine');
      expect(told).not.toContain('Acme');
    }
  });
});

test('the letter that asks says so, and who asks until when', async () => {
  const stage = await ApprovalStage.open(t);
  await stage.made([{ approver: 'bob@x.example', within: 2, unit: 'days' }], 'ada');
  const [sent] = await stage.rules.rows<{ subject: string; text: string }>(
    `select subject, text from notifications.email where to_address = 'bob@x.example'`,
  );
  expect(sent?.subject).toMatch(/^Approval asked: Lead Acme$/);
  expect(sent?.text).toMatch(/ada asks for your approval, until 2026-03-04 23:59 \(/);
  expect(sent?.text).toContain('May Acme be');
});

test('letters are in the language of whoever gets them', async () => {
  const stage = await ApprovalStage.open(t);
  const speak = (name: string, language: string) =>
    stage.rules.write((tx) =>
      tx.run('update identity.staff_user set language = $3 where company_id = $1 and email = $2', [
        stage.rules.ctx.companyId,
        `${name}@x.example`,
        language,
      ]),
    );
  await speak('ada', 'fr');
  await speak('bob', 'de');
  await stage.made(['bob@x.example', 'eve@x.example'], 'ada');
  await stage.say('bob', 'approve');
  await stage.say('eve', 'reject', 'no');
  const sent = await stage.rules.rows<{ to: string; subject: string; text: string }>(
    'select to_address as "to", subject, text from notifications.email order by id',
  );
  expect(sent).toMatchObject([
    {
      to: 'bob@x.example',
      subject: 'Genehmigung erbeten: Lead Acme',
      text: expect.stringMatching(/^Guten Tag,[^]*ada bittet um Ihre Genehmigung\.[^]*May Acme be/),
    },
    { to: 'eve@x.example', text: expect.stringMatching(/^Hello,[^]*ada asks for your approval/) },
    {
      to: 'ada@x.example',
      subject: expect.stringMatching(/^Approbation décidée : /),
      text: expect.stringMatching(/^Bonjour,[^]*Rejeté : no/),
    },
  ]);
});
