import type { MailboxEntry } from '@quittance/notifications/host';
import { escapePageText, type Page } from '../pages/page.js';

type Email = MailboxEntry['email'];

const NOTE = 'Development: these e-mails went nowhere. Whoever reaches this host can read them.';
const REFRESH_SECONDS = 5;

/** All e-mails of the mailbox, the newest first. */
export function mailboxPage(entries: readonly MailboxEntry[]): Page {
  const rows = entries.map(
    ({ id, email }) => `<tr><td class="when">${when(email)}</td><td>${recipients(email)}</td>
<td><a href="/dev/mailbox/${id}">${subject(email)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
  const body = `<h1>Mailbox</h1>
${rows.length > 0 ? table : '<p class="soft">No e-mail has been sent yet.</p>'}`;
  return { title: 'Mailbox', body, note: NOTE, wide: true, refreshSeconds: REFRESH_SECONDS };
}

/** One e-mail: its head, its text, its HTML in a frame that can do nothing, its files. */
export function mailPage({ id, email }: MailboxEntry): Page {
  const lines: [string, string][] = [
    ['From', address(email.from)],
    ['To', recipients(email)],
    ['Reply to', (email.replyTo ?? []).map(address).join(', ')],
    ['Sent', when(email)],
    ['Message id', escapePageText(email.messageId ?? '')],
  ];
  const head = lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  const body = `<p class="soft"><a href="/dev/mailbox">All e-mails</a></p>
<h1>${subject(email)}</h1>
<dl>${head.join('\n')}</dl>
${attachments(id, email)}
<h2>Text</h2>
<pre>${withLinks(email.text ?? '')}</pre>
${email.html ? `<h2>HTML</h2>\n<iframe sandbox src="/dev/mailbox/${id}/html" title="HTML of the e-mail"></iframe>` : ''}`;
  return { title: email.subject ?? 'E-mail', body, note: NOTE, wide: true };
}

/** For an e-mail that is no longer, or never was, in the mailbox. */
export const NO_MAIL_PAGE: Page = {
  title: 'No such e-mail',
  body: '<h1>No such e-mail</h1><p class="soft"><a href="/dev/mailbox">All e-mails</a></p>',
  note: NOTE,
};

function attachments(id: string, email: Email): string {
  if (email.attachments.length === 0) return '';
  const files = email.attachments.map(({ filename }, i) => {
    const name = escapePageText(filename ?? `file ${i + 1}`);
    return `<li><a href="/dev/mailbox/${id}/attachments/${i}">${name}</a></li>`;
  });
  return `<h2>Attachments</h2><ul>${files.join('\n')}</ul>`;
}

const subject = ({ subject: text }: Email) => escapePageText(text || '(no subject)');

const when = ({ date }: Email) =>
  escapePageText(
    (date ?? '')
      .slice(0, 19)
      .replace('T', ' ')
      .concat(date ? ' UTC' : ''),
  );

const recipients = ({ to }: Email) => (to ?? []).map(address).join(', ');

function address(of: Email['from']): string {
  if (!of) return '';
  const { name, address: plain } = of;
  return escapePageText(name && plain ? `${name} <${plain}>` : (plain ?? name ?? ''));
}

const LINK = /https?:\/\/[^\s<>"']+/g;

/** The text with its links to click: they open without telling where they were found. */
function withLinks(text: string): string {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const url = match[0].replace(/[.,;:!?)]+$/, '');
    html += escapePageText(text.slice(from, match.index));
    html += `<a href="${escapePageText(url)}" rel="noreferrer">${escapePageText(url)}</a>`;
    from = match.index + url.length;
  }
  return html + escapePageText(text.slice(from));
}
