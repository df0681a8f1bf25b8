import { sql, type Tx } from '@quittance/database';
import { notFound, type Instant } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import { headOf, nounList, type HeadRowOf } from '@quittance/nouns';
import { emailHeadMembers, emailNoun } from './email.description.js';
import { mayReadEmailsOf } from './email-rights.js';
import type { EmailId } from './email.js';

/** An e-mail of the log, without its bodies. */
export type EmailHead = HeadRowOf<typeof emailHeadMembers>;

/** An e-mail of the log with what the recipient reads, but for secret links. */
export type EmailView = HeadRowOf<typeof emailNoun.members>;

const { rows } = emailNoun;
const shown = headOf({ members: emailHeadMembers }, {});
const HEAD = Object.keys(emailHeadMembers) as (keyof EmailHead)[];

export const emailList: ListDefinition<EmailHead, EmailHead> = {
  ...nounList(emailNoun, shown),
  select: rows.select('m', HEAD),
  map: shown,
};

/** One e-mail with its bodies; primary key. */
const FIND = sql(`
  select ${rows.select('m', emailNoun.head)} from notifications.email m
  where m.company_id = $1 and m.id = $2`);

/** @throws DomainError not_found, also for one about records that the reader may not view all of */
export async function findEmail(tx: Tx, id: EmailId): Promise<EmailView> {
  const email = await tx.maybe<EmailView>(FIND, [tx.ctx.companyId, id]);
  if (!email || !mayReadEmailsOf(tx.ctx.permissions, email.object))
    throw notFound({ object: 'e-mail' });
  return email.bodyRemovedAt === null ? email : { ...email, ...noBody(email.bodyRemovedAt) };
}

/** In place of what is not there any more: nobody is to think that nothing was written. */
function noBody(at: Instant): Pick<EmailView, 'html' | 'text'> {
  const day = at.slice(0, 10);
  const says = `What was written here was removed on ${day}: it is kept for a limited time.`;
  return { html: `<p>${says}</p>`, text: says };
}
