import type { PortalRight, PortalRole, PortalUserId } from '../actors/portal-actor.js';
import { NOTICE_CATEGORY_RULES, usualChoice, type NoticeChoice } from './notice-category.js';
import { noticeKindRules, type NoticeKind } from './notice-kind.js';

/** A user who may act, and how one thing stands to them. */
export interface NoticeCandidate {
  readonly userId: PortalUserId;
  readonly role: PortalRole;
  readonly rights: ReadonlySet<PortalRight>;
  /** Whether the record that it is about is within reach, now. */
  readonly reached: boolean;
  /** It is theirs as the level `own` means it, or they follow it. */
  readonly own: boolean;
  /** The event names them. */
  readonly named: boolean;
  /** What it asks is theirs to decide. */
  readonly decides: boolean;
  /** They have done it themselves. */
  readonly actor: boolean;
  /** What they have chosen for its category; undefined where they have not. */
  readonly choice: NoticeChoice | undefined;
}

/** Who is told, and by which ways. */
export interface NoticeRecipient<C extends NoticeCandidate = NoticeCandidate> {
  readonly user: C;
  readonly choice: NoticeChoice;
}

/**
 * Who is told of something: nobody without the right, beyond reach, or of what they have done
 * themselves. Those who asked for what is not theirs need the right of the category for it.
 */
export function noticeRecipients<C extends NoticeCandidate>(
  kind: NoticeKind,
  candidates: readonly C[],
): readonly NoticeRecipient<C>[] {
  return candidates.flatMap((user) => {
    if (!user.reached || user.actor || !isFor(kind, user)) return [];
    const choice = choiceOf(kind, user);
    return choice.app || choice.mail || choice.push ? [{ user, choice }] : [];
  });
}

function isFor(kind: NoticeKind, candidate: NoticeCandidate): boolean {
  const { category, needs, to } = noticeKindRules(kind);
  if (!needs.every((right) => candidate.rights.has(right))) return false;
  const is = {
    own: candidate.own,
    named: candidate.named,
    deciders: candidate.decides,
    admins: candidate.role === 'Admin',
    self: candidate.named,
  };
  if (to.some((whom) => is[whom])) return true;
  const { colleaguesBy } = NOTICE_CATEGORY_RULES[category];
  const asked = candidate.choice?.colleagues === true;
  return asked && colleaguesBy !== null && candidate.rights.has(colleaguesBy);
}

/** What cannot be switched off is not, whatever was once stored. */
function choiceOf(kind: NoticeKind, { choice }: NoticeCandidate): NoticeChoice {
  const { category } = noticeKindRules(kind);
  const { fixed, usual } = NOTICE_CATEGORY_RULES[category];
  if (fixed || !choice) return usualChoice(category);
  return { ...choice, push: choice.push && usual.push !== null };
}
