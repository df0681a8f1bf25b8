import { CreateAdministrator, UpdateUser } from '@quittance/access/host';
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { EVENTS, exampleOf } from '@quittance/contracts';
import { PasswordHasher } from '@quittance/identity';
import { newId, type Ctx, type UserId } from '@quittance/kernel';
import { EventConsumers } from '@quittance/outbox/host';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import bank from './bank-words.json';
import { MailBankApproval } from './mail-bank-approval.js';
import { MailBankChanges } from './mail-bank-changes.js';

const MAILS = [MailBankApproval, MailBankChanges].map((each) => new each(new EventConsumers()));

type Told = (typeof MAILS)[number]['types'][number];

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t?.close());

async function administrator(email: string): Promise<UserId> {
  const who = { email, name: 'Admin', password: 'correct horse battery' };
  return (await new CreateAdministrator(t.db, new PasswordHasher()).execute(ctx, who)).id;
}

async function tell(type: Told, requestedBy: UserId, reason: string | null): Promise<void> {
  const data = { ...exampleOf(type), requestedBy, reason };
  const [object = ''] = EVENTS[type].objects ?? [];
  const event = { id: newId(), type, object, recordId: newId(), data };
  for (const mails of MAILS.filter(({ types }) => (types as readonly Told[]).includes(type))) {
    await t.db.write(ctx, (tx) => mails.handle(tx, event as never));
  }
}

const mailsTo = (address: string) =>
  t.db.read(ctx, (tx) =>
    tx.rows<{ text: string }>(
      `select text from notifications.email where company_id = $1 and to_address = $2 order by id`,
      [ctx.companyId, address],
    ),
  );

test('who may approve another account is written to, and who asked for it at its end', async () => {
  const [asks, approves] = [`asks-${newId()}@example.com`, `approves-${newId()}@example.com`];
  const requestedBy = await administrator(asks);
  await administrator(approves);
  await tell('ledger_account.bank_details_requested', requestedBy, null);
  expect(await mailsTo(asks)).toEqual([]);
  expect(await mailsTo(approves)).toEqual([
    { text: expect.stringContaining('waits for your approval') },
  ]);
  await tell('ledger_account.bank_details_rejected', requestedBy, 'Unknown bank');
  expect(await mailsTo(asks)).toEqual([
    { text: expect.stringContaining('was rejected. Unknown bank') },
  ]);
  expect(await mailsTo(approves)).toHaveLength(1);
});

test('who may end the approval of bank changes hears that a colleague asks for it', async () => {
  const [asks, approves] = [`asks-${newId()}@example.com`, `approves-${newId()}@example.com`];
  const requestedBy = await administrator(asks);
  await administrator(approves);
  await tell('company.bank_approval_switch_off_requested', requestedBy, 'We are two');
  expect(await mailsTo(asks)).toEqual([]);
  const asked = expect.stringMatching(/asks that changes of bank accounts[^]*We are two/);
  expect(await mailsTo(approves)).toEqual([{ text: asked }]);
  await tell('company.bank_approval_switch_off_rejected', requestedBy, 'It stays');
  expect(await mailsTo(asks)).toEqual([{ text: expect.stringMatching(/was rejected: It stays/) }]);
  await tell('company.bank_approval_switch_off_approved', requestedBy, 'We are two');
  expect(await mailsTo(asks)).toHaveLength(2);
  expect(await mailsTo(approves)).toHaveLength(1);
});

test('each is written to in their own language, else in that of the company', async () => {
  const [asks, approves] = [`asks-${newId()}@example.com`, `approves-${newId()}@example.com`];
  const requestedBy = await administrator(asks);
  const id = await administrator(approves);
  const speaks = (language: DocumentLanguage | null) =>
    new UpdateUser(t.db).execute(ctx, id, { language });
  await speaks('de');
  await tell('ledger_account.bank_details_requested', requestedBy, null);
  await tell('company.bank_approval_switch_off_requested', requestedBy, '$& zu zweit');
  const texts = await mailsTo(approves);
  expect(texts[0]?.text).toMatch(/^Guten Tag,[^]*wartet[^]*Personenkonto: /);
  expect(texts[1]?.text).toMatch(/keine Genehmigung mehr brauchen[^]*: \$& zu zweit/);
  await speaks(null);
  await tell('ledger_account.bank_details_requested', requestedBy, null);
  expect((await mailsTo(approves))[2]?.text).toMatch(/^Hello,/);
});

test.each(DOCUMENT_LANGUAGES)('letters about bank accounts have all their texts in %s', (one) => {
  const [words, english]: readonly Readonly<Record<string, string>>[] = [
    bank.words[one],
    bank.words.en,
  ];
  expect(Object.keys(words ?? {})).toEqual(Object.keys(english ?? {}));
  const places = Object.entries(words ?? {}).filter(([, text]) => text.includes('{who}'));
  expect(places.map(([name]) => name)).toEqual(['askedSwitchOff']);
});
