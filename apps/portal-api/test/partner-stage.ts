import { sql } from '@quittance/database';
import { signInAt } from '@quittance/http/testing';
import { newId } from '@quittance/kernel';
import type { PortalRight } from '@quittance/portal';
import type { Answer } from '../../../test/support/test-api.js';
import { PortalPeople, type PortalClient } from './portal-people.js';
import { PortalStage } from './portal-stage.js';

export const RIGHTS: readonly PortalRight[] = [
  'createQuotes',
  'seePricing',
  'seeAllQuotes',
  'viewOrders',
  'viewInvoices',
];
const ALL_RIGHTS: readonly PortalRight[] = [...RIGHTS, 'approveQuotes', 'placeOrders'];

let customers = 0;

/** An end customer whom nobody has registered. */
export const someone = () => ({
  name: `Kunde ${newId()}`,
  country: 'DE',
  taxNumber: String(200_000_000 + ++customers * 7919),
});

export const deal = (endCustomer: object) => ({
  endCustomer,
  opportunityName: 'Fifty tills',
  estimatedValue: '50000.00',
  currency: 'EUR',
});

/** Registers a deal as a draft. */
export async function made(client: PortalClient, endCustomer: object): Promise<{ id: string }> {
  const answer = await client.call('POST', '/deal-registrations', { body: deal(endCustomer) });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as { id: string };
}

export const at = (
  client: PortalClient,
  id: string,
  step: string,
  body: object = {},
): Promise<Answer> => client.call('POST', `/deal-registrations/${id}/${step}`, { body });

/** The rows of a list. */
export const data = ({ body }: Answer) => (body as { data: Record<string, unknown>[] }).data;

/** Both hosts, with two partners: Pax and a colleague of one, Yan of the other. */
export class PartnerStage {
  x!: string;
  y!: string;
  pax!: PortalClient;
  colleague!: PortalClient;
  yan!: PortalClient;

  private constructor(
    readonly stage: PortalStage,
    readonly people: PortalPeople,
  ) {}

  static async open(): Promise<PartnerStage> {
    const stage = await PortalStage.open();
    const { company } = stage.staff;
    const { slug } = await stage.t.db.read(company, (tx) =>
      tx.one<{ slug: string }>(sql(`select slug from company.pub_company where id = $1`), [
        company.companyId,
      ]),
    );
    const people = new PortalPeople(stage.t, stage.portal, company, slug);
    const made = new PartnerStage(stage, people);
    made.x = await made.partner();
    made.y = await made.partner();
    made.pax = await made.user(made.x, RIGHTS);
    made.colleague = await made.user(made.x, ['createQuotes']);
    made.yan = await made.user(made.y, RIGHTS);
    return made;
  }

  /** A process verifies the tokens of one host, and this has two. */
  readonly staff = (method: string, path: string, body?: object): Promise<Answer> => {
    signInAt(this.stage.staff.app);
    return this.stage.staff.admin.call(method, path, body && { body });
  };

  readonly post = async (
    path: string,
    body: object,
  ): Promise<{ id: string } & Record<string, unknown>> => {
    const answer = await this.staff('POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as never;
  };

  readonly partner = async (): Promise<string> =>
    (await this.post('/ledger-accounts', { name: `Partner ${newId()}`, kind: 'partner' })).id;

  /** Somebody of a partner with these rights and no others. */
  readonly user = async (
    partyId: string,
    rights: readonly PortalRight[],
    accessLevel = 'account',
  ): Promise<PortalClient> => {
    const permissions = Object.fromEntries(ALL_RIGHTS.map((each) => [each, rights.includes(each)]));
    const input = { partyId, directory: 'partner', permissions, accessLevel };
    return this.people.enter(await this.people.user(input as never), 'partner');
  };
}
