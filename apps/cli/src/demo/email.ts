import { where, type DemoPage, type StaffClient } from './client.js';
import { recall, until, type Step } from './story.js';

/** Sends an invoice by e-mail; by itself where the system has no mail server. */
export async function sendByEmail<Invoice>(staff: StaffClient, id: string): Promise<Invoice> {
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

/** Where a browser finds the mailbox for development, if the system has one. */
async function mailboxOf(staff: StaffClient): Promise<string[]> {
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
