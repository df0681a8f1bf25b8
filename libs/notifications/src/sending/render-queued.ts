import type { Database } from '@quittance/database';
import { newId, type Ctx } from '@quittance/kernel';
import { headerLine, type EmailId, type LateParts } from '../emails/email.js';
import { emailOrigin, type EmailOrigin } from '../emails/prepare-emails.js';
import { shownData, textsToRender } from '../emails/ready-emails.js';
import { languageOf } from '../emails/sender.js';
import type { BrokenEmail, EmailToRender, RenderOutcome } from '../rendering/rendering-job.js';
import { RenderingShare } from '../rendering/rendering-share.js';
import type { TemplateRenderer } from '../rendering/template-renderer.js';
import { defaultTemplate, inLanguage } from '../templates/default-templates.js';
import type { EmailTemplateCode } from '../templates/catalogue.js';
import type { EmailData } from '../templates/email-template.js';
import { markedEmail, type MarkedEmail } from '../rendering/marked-email.js';
import { FIND_UNRENDERED, STORE_BROKEN, STORE_RENDERED } from './rendered-emails.sql.js';

/** An e-mail that was queued as it was asked for. */
export interface UnrenderedEmail {
  readonly id: EmailId;
  readonly templateCode: EmailTemplateCode;
  readonly late: LateParts | null;
  /** Tries so far: whoever has it changes it under their own number only. */
  readonly attempts: number;
}

/** What became of one, and the language that it is written in. */
interface Rendering {
  readonly email: UnrenderedEmail;
  readonly language: string;
  readonly outcome: RenderOutcome;
}

const LONGEST_ERROR = 500;

/** What queued e-mails are rendered with. */
export interface RenderMeans {
  readonly db: Database;
  readonly renderer: TemplateRenderer;
}

/**
 * Renders e-mails that were queued without, in the words that are in force now: those that nobody
 * has taken up to send. No transaction is open. One that cannot be rendered is given up. Somebody
 * waits for it: what takes longer than one request may is left to whoever sends it.
 */
export async function renderQueued(
  ctx: Ctx,
  means: RenderMeans,
  ids: readonly EmailId[],
): Promise<void> {
  const { companyId, now } = ctx;
  const found = await means.db.read(ctx, (tx) =>
    tx.rows<UnrenderedEmail>(FIND_UNRENDERED, [companyId, ids]),
  );
  const renderings = await renderAll(ctx, means, found, new RenderingShare());
  const broken = renderings.flatMap(({ email, outcome }) =>
    'broken' in outcome && outcome.certain ? [{ email, error: errorOf(outcome) }] : [],
  );
  if (broken.length === 0) return;
  const of = <T>(pick: (each: (typeof broken)[number]) => T) => broken.map(pick);
  const failed = [of(({ email }) => email.id), of(({ email }) => email.attempts)];
  const params = [companyId, now, ...failed, of(({ error }) => error)];
  await means.db.write(ctx, (tx) => tx.run(STORE_BROKEN, params), { answers: false });
}

/**
 * Renders and stores; the answers are in the order of the e-mails.
 * @param share of the request that waits for it, where one does
 * @throws DomainError template_rendering_busy where none does
 */
export async function renderAll(
  ctx: Ctx,
  { db, renderer }: RenderMeans,
  emails: readonly UnrenderedEmail[],
  share?: RenderingShare,
): Promise<readonly Rendering[]> {
  if (emails.length === 0) return [];
  const origin = await db.read(ctx, emailOrigin);
  const wanted = emails.map((email) => wantedOf(email, origin));
  const { companyId } = ctx;
  const outcomes = share
    ? await renderer.renderWithin(share, companyId, wanted)
    : await renderer.render(companyId, wanted);
  const renderings = emails.map((email, i): Rendering => {
    const language = wanted[i]?.locale ?? '';
    return { email, language, outcome: outcomes[i] as RenderOutcome };
  });
  await store(ctx, db, renderings);
  return renderings;
}

/**
 * What a recipient gets, with a mark that nobody can foresee where the link that lets its holder
 * in is put: no text of a company ever has the link itself.
 * @throws MisplacedLink
 */
export async function renderSecret(
  ctx: Ctx,
  { db, renderer }: RenderMeans,
  email: Omit<UnrenderedEmail, 'attempts' | 'id'>,
): Promise<MarkedEmail> {
  const origin = await db.read(ctx, emailOrigin);
  const { texts, locale } = wantedOf(email, origin);
  const mark = `link-${newId()}`;
  const data = JSON.stringify({ ...email.late?.data, link: mark });
  const [outcome] = await renderer.render(ctx.companyId, [{ texts, locale, data }]);
  if (outcome && 'rendered' in outcome) return markedEmail(outcome.rendered, mark);
  throw new Error(outcome ? errorOf(outcome) : 'An e-mail was not rendered');
}

async function store(ctx: Ctx, db: Database, renderings: readonly Rendering[]): Promise<void> {
  const done = renderings.flatMap(({ email, language, outcome }) =>
    'rendered' in outcome ? [{ ...email, ...outcome.rendered, language }] : [],
  );
  if (done.length === 0) return;
  const of = <T>(pick: (each: (typeof done)[number]) => T) => done.map(pick);
  const params = [
    ctx.companyId,
    of(({ id }) => id),
    of(({ attempts }) => attempts),
    of(({ subject }) => subject),
    of(({ html }) => html),
    of(({ text }) => text),
    of(({ language }) => language),
  ];
  await db.write(ctx, (tx) => tx.run(STORE_RENDERED, params), { answers: false });
}

/** What the log says of an e-mail that could not be rendered. */
export function errorOf({ broken }: BrokenEmail): string {
  return headerLine(`Its template could not be rendered: ${broken}`, LONGEST_ERROR);
}

function wantedOf(
  { templateCode, late }: Pick<UnrenderedEmail, 'templateCode' | 'late'>,
  { templates, company }: EmailOrigin,
): EmailToRender {
  const found =
    templates.find(({ code }) => code === templateCode) ?? defaultTemplate(templateCode);
  const template = inLanguage(found, late?.language);
  const data: EmailData = shownData(template, late?.data ?? {});
  const locale = languageOf(template, company);
  return { texts: textsToRender(template), data: JSON.stringify(data), locale };
}
