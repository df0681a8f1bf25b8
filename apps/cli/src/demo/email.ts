import { where, type DemoPage, type ApiClient } from './client.js';
import { recall, until, type Step } from './story.js';

/** Sends an invoice by e-mail; by itself where the system has no mail server. */
export async function sendByEmail<Invoice>(staff: ApiClient, id: string): Promise<Invoice> {
  const path = `/invoices/${id}/send`;
  try {
    return await staff.post<Invoice>(path, { body: { email: true } });
  } catch (error) {
    if (!String(error).includes('email_not_available')) throw error;
    return staff.post<Invoice>(path);
  }
}

interface Email {
  readonly id: string;
  readonly status: string;
  readonly to: string;
  readonly subject: string;
  readonly lastError: string | null;
}

const ROW = /<tr>.*?<\/tr>/gs;
const LINK = /href="(\/dev\/mailbox\/[^"]+)"/;

/** What the mailbox for development has for an address, the newest first; null without one. */
export async function readMailbox(staff: ApiClient, to: string): Promise<string[] | null> {
  const answer = await fetch(`${staff.url}/dev/mailbox`);
  const page = await answer.text();
  if (!answer.ok) return null;
  const rows = (page.match(ROW) ?? []).filter((row) => row.includes(to));
  const links = rows.flatMap((row) => LINK.exec(row)?.[1] ?? []);
  return Promise.all(links.map(async (link) => (await fetch(staff.url + link)).text()));
}

/** Where a browser finds the mailbox for development, if the system has one. */
export async function mailboxOf(staff: ApiClient): Promise<string[]> {
  const url = `${staff.url}/dev/mailbox`;
  const answer = await fetch(url);
  await answer.body?.cancel();
  return answer.ok ? [`read it at ${url}`] : [];
}

export const awaitEmail: Step = {
  title: 'Its e-mail leaves',
  async run(story) {
    const { staff } = story;
    const query = where({ recordId: recall(story, 'invoice') });
    const { data } = await staff.get<DemoPage<Email>>('/emails', query);
    if (data.length === 0) return ['none: the system has no mail server'];
    const sent = await until('The e-mail', 30, async () => {
      const [email] = (await staff.get<DemoPage<Email>>('/emails', query)).data;
      return email && ['sent', 'failed'].includes(email.status) ? email : undefined;
    });
    if (sent.status === 'failed') throw new Error(`The e-mail failed: ${sent.lastError}`);
    return [`“${sent.subject}” to ${sent.to}`, ...(await mailboxOf(staff))];
  },
};
