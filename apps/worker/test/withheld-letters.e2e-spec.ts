import { AttachmentSource, MailCarrier, SendEmails } from '@quittance/notifications/host';
import type { OutgoingMail } from '@quittance/notifications/host';
import { Database } from '@quittance/database';
import { TemplateRenderer } from '@quittance/notifications';
import { onDunningStage, type DunningStage } from '../../staff-api/test/dunning/dunning-support';
import { DunningOccasions } from '../src/notifications/dunning-occasions';

let stage: DunningStage;
onDunningStage((each) => (stage = each));

/** Keeps what it is given. */
class Letters extends MailCarrier {
  readonly domain = 'quittance.example';
  readonly carried: OutgoingMail[] = [];

  carry(mail: OutgoingMail) {
    this.carried.push(mail);
    return Promise.resolve({ outcome: 'accepted', answer: 'stored' } as const);
  }
}

/** No file is made. */
class NoFiles extends AttachmentSource {
  render() {
    return Promise.resolve(null);
  }
}

/** What leaves, as the worker sends it. */
async function leaving(): Promise<readonly OutgoingMail[]> {
  const { api, t } = stage;
  const [db, letters] = [api.app.get(Database), new Letters()];
  const links = { make: () => Promise.resolve(null) };
  const renderer = api.app.get(TemplateRenderer);
  const occasions = new DunningOccasions(db);
  await new SendEmails(db, letters, new NoFiles(), links, occasions, renderer).execute(t.clock);
  return letters.carried;
}

const log = async () => (await stage.admin.call('GET', '/emails')).body as { data: object[] };
const act = (path: string, body: object) => stage.admin.call('POST', path, { body });

const SETTLED: readonly [string, (id: string) => Promise<unknown>][] = [
  ['paid', (id) => act(`/invoices/${id}/payments`, { amount: '100.00', method: 'cash' })],
  ['void', (id) => act(`/invoices/${id}/void`, { reason: 'Mistake' })],
  ['written off', (id) => act(`/invoices/${id}/write-off`, { reason: 'Insolvent' })],
  ['disputed', (id) => act(`/invoices/${id}/dispute`, { reason: 'It never came' })],
];

it.each(SETTLED)(
  'a letter about what is %s by the time it leaves is withheld',
  async (_, settle) => {
    await stage.p.scheduled();
    const { id } = await stage.p.overdue();
    expect(await stage.p.run()).toMatchObject({ sent: 1 });
    expect(await settle(id)).toMatchObject({ status: expect.toSatisfy((code) => code < 300) });
    expect(await leaving()).toEqual([]);
    const lastError = 'Nothing that it asks for is open any more.';
    const [letter] = (await log()).data as { id: string }[];
    expect(letter).toMatchObject({ status: 'failed' });
    const shown = await stage.admin.call('GET', `/emails/${letter?.id}`);
    expect(shown.body).toMatchObject({ status: 'failed', lastError });
  },
);

it('a letter about what is open all the same leaves', async () => {
  await stage.p.scheduled();
  const accountId = await stage.p.account();
  const { id } = await stage.p.overdue(accountId);
  await stage.p.overdue(accountId);
  expect(await stage.p.run()).toMatchObject({ sent: 2, letters: 1 });
  await act(`/invoices/${id}/payments`, { amount: '100.00', method: 'cash' });
  expect(await leaving()).toHaveLength(1);
});

it('a letter that encloses a draft is withheld once that is billed to somebody else', async () => {
  await stage.p.scheduled();
  const accountId = await stage.p.account();
  await stage.p.overdue(accountId);
  const { body } = await act('/invoices', {
    accountId,
    currency: 'EUR',
    issueDate: '2026-01-01',
    dueDate: '2026-01-31',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '100.00' }],
  });
  const { id } = body as { id: string };
  expect(await stage.p.run()).toMatchObject({ sent: 2, letters: 1 });
  const other = { accountId: await stage.p.account('ap@other.example') };
  expect(await stage.admin.call('PATCH', `/invoices/${id}`, { body: other })).toMatchObject({
    status: 200,
  });
  expect(await leaving()).toEqual([]);
});
