import {
  findApproval,
  mailApproval,
  type ApprovalId,
  type ApprovalMail,
} from '@quittance/portal/host';
import { ApprovalStage, type Somebody } from './approval-stage.js';
import { codeOf } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

let stage: PortalStage;

beforeAll(async () => {
  stage = await PortalStage.open();
});
afterAll(() => stage.close());

interface Named {
  readonly name: string;
  readonly email: string;
}

describe('e-mails', () => {
  it('name the order, no sum to who sees none, and remind only of what was asked', async () => {
    const own = await ApprovalStage.of(stage);
    const named = async (by: Somebody) => {
      const { user } = (await by.call('GET', '/me')).body as { readonly user: Named };
      return Object.assign(by, { ...user, id: by.id });
    };
    const boss = await named(await own.person({ role: 'Admin' }));
    const cy = await named(await own.person({ role: 'Approver', without: ['seePricing'] }));
    const bo = await named(await own.person({ approvalLimit: '1.00' }));
    const { orderId, approvalId } = await own.checkout(bo, '12.00');
    const { number } = (await own.order(orderId)) as { number?: string };
    const { ctx } = own.acme.people;
    const id = approvalId as ApprovalId;
    const mail = (what: ApprovalMail, appUrl: string | null = 'https://my.acme.example') =>
      stage.t.db.write(ctx, async (tx) =>
        mailApproval(tx, await findApproval(tx, id), { what, appUrl }),
      );
    const written = () =>
      stage.t.db.read(ctx, (tx) =>
        tx.rows<{ to: string; subject: string; text: string }>(
          `select to_address as to, subject, text from notifications.email
           where company_id = $1 and record_id = $2 order by id`,
          [ctx.companyId, approvalId],
        ),
      );
    const textTo = async (by: Named) =>
      (await written()).filter(({ to }) => to === by.email).map(({ text }) => text);
    await mail('asked');
    const asked = await written();
    expect(asked.map(({ subject }) => subject)).toEqual(
      Array(2).fill(`${bo.name} asks you to approve an order: ${number}`),
    );
    expect((await textTo(boss))[0]).toContain('It comes to');
    expect((await textTo(cy))[0]).not.toContain('It comes to');
    const page = `https://my.acme.example/approvals/${id}`;
    expect((await textTo(cy))[0]).toContain(page);
    await mail('reminded', null);
    expect((await textTo(cy))[1]).not.toContain('://');
    expect(
      (await written()).filter(({ subject }) => subject.startsWith('Reminder: ')),
    ).toHaveLength(2);
    const { version } = await own.approval(boss, approvalId);
    const body = { version, note: 'Well spent' };
    expect((await boss.call('POST', `/approvals/${approvalId}/approve`, { body })).status).toBe(
      200,
    );
    await mail('decided');
    expect((await written()).at(-1)?.subject).toBe(`Your request ${number} was approved`);
    const [told] = await textTo(bo);
    expect(told).toContain('Their note: Well spent');
    expect(told).not.toContain('The reason');
  });

  it('are caused thirty times an hour by who asks and takes back, and no more', async () => {
    const own = await ApprovalStage.of(stage);
    const ada = await own.person({ role: 'Admin' });
    const bo = await own.person({ approvalLimit: '1.00' });
    const lines = [{ description: 'Work', quantity: '1', unitPrice: '12.00', taxRate: '0' }];
    const { id } = await own.acme.quote(own.accountId, { lines });
    const { version } = (await bo.call('GET', `/quotes/${id}`)).body as { version: number };
    const body = { version, name: 'Bo Buyer', termsAccepted: true };
    const ask = (by = bo) => by.call('POST', `/quotes/${id}/accept`, { body });
    for (let n = 0; n < 30; n += 1) {
      const { approvalId } = (await ask()).body as { approvalId: string };
      const back = { body: { version: 1 } };
      expect(codeOf(await bo.call('POST', `/approvals/${approvalId}/withdraw`, back))).toBe('200');
    }
    expect(codeOf(await ask())).toBe('429 approvals_asked_too_often');
    const cy = await own.person({ role: 'Buyer', approvalLimit: '1.00' });
    expect((await ask(cy)).body).toMatchObject({ outcome: 'awaiting_approval' });
    expect((await ask(ada)).body).toMatchObject({ outcome: 'accepted' });
  });
});
