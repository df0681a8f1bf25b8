import { DEMO_CUSTOMER, DEMO_SLUG } from '../start/demo-admin.js';
import { where, type DemoPage } from './client.js';
import { mailboxOf, readMailbox } from './email.js';
import { counted, recall, until, type Step, type Story } from './story.js';

const BUYER = {
  email: 'orders@harbour.example',
  name: 'Cara Customer',
  password: 'quittance-demo-1',
} as const;

interface PortalUser {
  readonly id: string;
  readonly partyName: string;
  readonly isVerified: boolean;
}

export const inviteCustomer: Step = {
  title: 'Invite the customer',
  async run({ staff, known }) {
    const { email, name } = BUYER;
    const query = where({ directory: 'customer', email });
    const [there] = (await staff.get<DemoPage<PortalUser>>('/portal-users', query)).data;
    if (there?.isVerified) return [`${email} is in since an earlier run`];
    // Of an invitation that is sent again the e-mail of the former is here still.
    known.set('mails before', String((await readMailbox(staff, email))?.length ?? 0));
    if (there) await staff.post(`/portal-users/${there.id}/invite`);
    const key = where({ externalKey: 'demo-harbour-coffee' });
    const [account] = (await staff.get<DemoPage<{ readonly id: string }>>('/accounts', key)).data;
    const body = { directory: 'customer', partyId: account?.id, email, name, role: 'Admin' };
    const invited = there ?? (await staff.post<PortalUser>('/portal-users', { body }));
    known.set('invited', email);
    return [`${email} of ${invited.partyName}, as Admin`, ...(await mailboxOf(staff))];
  },
};

const TOKEN = /for=invitation&amp;token=([\w-]+)/;

/**
 * Accepts the invitation by the link of its e-mail. Where the system has no mailbox that may be
 * read here, nobody can but its addressee: the story goes on as the customer whom each has.
 */
async function whoComes(story: Story): Promise<{ email: string; password: string }> {
  const { staff, portal, known } = story;
  if (!known.has('invited')) return BUYER;
  const read = () => readMailbox(staff, BUYER.email);
  if ((await read()) === null) return DEMO_CUSTOMER;
  const token = await until('The invitation', 30, async () => {
    const mails = (await read()) ?? [];
    if (mails.length === Number(recall(story, 'mails before'))) return undefined;
    return TOKEN.exec(mails[0] ?? '')?.[1];
  });
  await portal.post('/auth/invitation/accept', { body: { token, password: BUYER.password } });
  return BUYER;
}

interface Profile {
  readonly user: { readonly name: string; readonly role: string; readonly party: Party };
}

interface Party {
  readonly id: string;
  readonly name: string;
}

interface Dashboard {
  readonly openInvoices: number;
  readonly dueSoon: number;
  readonly overdueInvoices: number;
}

export const signInAsCustomer: Step = {
  title: 'Sign in at the portal',
  async run(story) {
    const { portal, known } = story;
    const { email, password } = await whoComes(story);
    await portal.signIn(email, password, { company: DEMO_SLUG });
    const { user } = await portal.get<Profile>('/me');
    const { openInvoices, overdueInvoices } = await portal.get<Dashboard>('/dashboard');
    known.set('customer', user.name);
    return [
      `${email} as ${user.role} of ${user.party.name}`,
      `${counted(openInvoices, 'open invoice')}, ${overdueInvoices} overdue`,
    ];
  },
};
