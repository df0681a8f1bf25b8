import type { LocalDate } from '@quittance/calendar';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { addSeconds } from '@quittance/kernel';
import { formatMinor } from '@quittance/money';
import { queueEmails } from '@quittance/notifications';
import { localesOfUsers, type WrittenTo } from '../notices/locales-of-users.js';
import { noticeLanguage, noticePath, pageAt } from '../notices/notice-text.js';
import type { PortalUserId } from '../actors/portal-actor.js';
import type { ToldApproval } from './approval.js';
import { signaturesOf } from './approval.repository.js';
import { rightfulApprovers, samePerson } from './approvers.js';
import { mayDecide } from './decisions/may-decide.js';
import words from './subject-words.json';

export const APPROVAL_MAILS = ['asked', 'reminded', 'escalated', 'decided'] as const;
export type ApprovalMail = (typeof APPROVAL_MAILS)[number];

/** By primary key. */
const PEOPLE = sql(`
  select u.id, u.name, k.email, u.see_pricing as "seePricing", u.account_id as "partyId",
    u.directory, u.locale, a.name as "accountName"
  from portal.portal_user u
  join portal.credential k on k.company_id = $1 and k.id = u.credential_id
  join crm.pub_customer a on a.company_id = $1 and a.id = u.account_id
  where u.company_id = $1 and u.id = any($2::uuid[]) and u.active and u.verified_at is not null
  order by u.id`);

/** By portal_user_of_account_index. */
const ADMINS = sql(`
  select u.id from portal.portal_user u
  where u.company_id = $1 and u.account_id = $2 and u.active and u.role = 'Admin'
    and u.verified_at is not null and u.id <> $3`);

interface Addressed extends WrittenTo {
  readonly id: PortalUserId;
  readonly name: string;
  readonly email: string;
  readonly seePricing: boolean;
  readonly accountName: string;
}

/**
 * Writes to whom it concerns: what was asked to those who may decide, behind two days to the Admins
 * as well, and what became of it to who asked. Sums stand in the e-mails of those who see prices
 * alone; the link leads to the page of the request and does nothing. There is none where no
 * application serves such pages (`appUrl` is null).
 */
export async function mailApproval(
  tx: Tx,
  approval: ToldApproval,
  { what, appUrl }: { readonly what: ApprovalMail; readonly appUrl: string | null },
): Promise<void> {
  const ids = what === 'decided' ? [approval.requestedBy] : await decidersOf(tx, approval, what);
  if (ids.length === 0) return;
  const people = await tx.rows<Addressed>(PEOPLE, [tx.ctx.companyId, ids]);
  const said = what === 'decided' ? await lastNote(tx, approval.id) : approval.note;
  const { id, version, subject, status, currency, total, requesterName, number } = approval;
  const { reason } = approval;
  const expiresOn = lastDayToAnswer(await readCompanyTerms(tx), approval);
  const localeOf = await localesOfUsers(tx, people);
  await queueEmails(
    tx,
    people.map((person) => {
      const { id: to, name, email, seePricing, accountName } = person;
      const language = noticeLanguage(localeOf(person));
      return {
        templateCode: what === 'decided' ? 'APPROVAL_DECIDED' : 'APPROVAL_ASKED',
        to: email,
        data: {
          user: { name, email },
          account: { name: accountName },
          approval: {
            subject: SUBJECTS[subject],
            thing: THINGS[language]?.[subject] ?? words.words.en[subject],
            status,
            number,
            requester: requesterName,
            // Nothing is told as null: an empty text is as good as any to a template's `if`.
            total: seePricing ? formatMinor(total, currency) : null,
            currency: seePricing ? currency : null,
            reason: reason || null,
            note: said || null,
            expiresOn,
            reminder: what === 'asked' ? null : 'Reminder',
            url: pageAt(appUrl, noticePath('customer', 'portal-approval', id)),
          },
        },
        object: 'portal-approval',
        recordId: id,
        dedupeKey: `${id}/${version}/${what}/${to}`,
        language,
      };
    }),
  );
}

/** The last day, where the company is, on which it can be answered. */
export function lastDayToAnswer(
  company: Parameters<typeof companyToday>[0],
  { expiresAt }: Pick<ToldApproval, 'expiresAt'>,
): LocalDate {
  return companyToday(company, addSeconds(expiresAt, -1));
}

/** What who decided it has said: that of a refusal is its reason. */
async function lastNote(tx: Tx, id: ToldApproval['id']): Promise<string | null> {
  const last = (await signaturesOf(tx, id)).at(-1);
  return last?.decision === 'approved' ? last.note : null;
}

/** The same as the head of a letter, by language. */
const THINGS: Readonly<Record<string, Readonly<Record<ToldApproval['subject'], string>>>> =
  words.words;

const SUBJECTS: Readonly<Record<ToldApproval['subject'], string>> = {
  order: 'an order',
  quote: 'a quote',
  quote_order: 'the order of a quote',
  plan_change: 'another plan of a subscription',
  resumption: 'a subscription that is to go on',
};

/** Who may decide now and has not signed, as whichever of their users; whether enough is left of their limits they see there. */
async function decidersOf(
  tx: Tx,
  approval: ToldApproval,
  what: ApprovalMail,
): Promise<PortalUserId[]> {
  const { id, accountId, requestedBy } = approval;
  const signers = (await signaturesOf(tx, id)).map(({ portalUserId }) => portalUserId);
  const rightful = await rightfulApprovers(tx, accountId);
  const involved = await samePerson(tx, requestedBy, ...signers);
  const deciders = rightful.filter(({ id: portalUserId, isAdmin }) =>
    mayDecide(approval, { portalUserId, role: isAdmin ? 'Admin' : 'Approver' }),
  );
  const ids = new Set(deciders.map((each) => each.id));
  if (what === 'escalated') {
    const admins = [tx.ctx.companyId, accountId, requestedBy];
    for (const admin of await tx.rows<{ id: PortalUserId }>(ADMINS, admins)) ids.add(admin.id);
  }
  return [...ids].filter((each) => !involved.has(each));
}
