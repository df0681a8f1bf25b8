import { namedSql, sql, type Tx } from '@quittance/database';
import {
  EMAIL_TEMPLATE_CODES,
  isOwnTemplate,
  isTemplateCode,
  type EmailTemplateCode,
} from './catalogue.js';
import { defaultTemplate } from './default-templates.js';
import { emailTemplateNoun, type EmailTemplate } from './email-template.description.js';

const COLUMNS = `${emailTemplateNoun.rows.select('t', emailTemplateNoun.head)}, 'saved' as source`;

/** The saved template of a code; primary key. */
const FIND = sql(`
  select ${COLUMNS} from notifications.email_template t where t.company_id = $1 and t.code = $2`);

/** All saved templates of a company; primary key prefix. */
const FIND_ALL = sql(`
  select ${COLUMNS} from notifications.email_template t where t.company_id = $1`);

const LOCK = sql(`${FIND.text} for update`);
const HOLD = sql(`${FIND.text} for share`);

/** No row where somebody has saved a first one since it was looked for. */
const SAVE = namedSql(
  `insert into notifications.email_template as t
    (company_id, code, subject, html, text, language, translations, active, created_at, updated_at)
  values (:companyId, :code, :subject, :html, :text, :language, :translations, :active, :now, :now)
  on conflict (company_id, code) do update
    set subject = excluded.subject, html = excluded.html, text = excluded.text,
        language = excluded.language, translations = excluded.translations,
        active = excluded.active, version = t.version + 1, updated_at = excluded.updated_at
    where t.version = :version
  returning ${COLUMNS}`,
  {
    values: {
      code: 'text',
      subject: 'text',
      html: 'text',
      text: 'text',
      language: 'text',
      translations: 'jsonb',
      active: 'boolean',
      version: 'integer',
    },
  },
);

const REMOVE = sql(`
  delete from notifications.email_template where company_id = $1 and code = $2`);

/**
 * The template in force for a code, active or not: the company's own, else the built-in one.
 * Undefined for a code that neither the product nor the company knows.
 */
export async function findTemplate(tx: Tx, code: string): Promise<EmailTemplate | undefined> {
  if (isOwnTemplate(code)) return tx.maybe<EmailTemplate>(FIND, [tx.ctx.companyId, code]);
  return isTemplateCode(code) ? readTemplate(tx, code) : undefined;
}

/**
 * The same for whoever names it in what they save: one of the company's own stays until they have.
 */
export async function holdTemplate(tx: Tx, code: string): Promise<EmailTemplate | undefined> {
  if (!isOwnTemplate(code)) return findTemplate(tx, code);
  return tx.maybe<EmailTemplate>(HOLD, [tx.ctx.companyId, code]);
}

/** A template of the company's own, locked until the end of the transaction. */
export function lockOwnTemplate(tx: Tx, code: string): Promise<EmailTemplate | undefined> {
  return tx.maybe<EmailTemplate>(LOCK, [tx.ctx.companyId, code]);
}

/** The template in force for a code of the catalogue. */
export async function readTemplate(tx: Tx, code: EmailTemplateCode): Promise<EmailTemplate> {
  return (await tx.maybe<EmailTemplate>(FIND, [tx.ctx.companyId, code])) ?? defaultTemplate(code);
}

/** Those that the company has saved, in the order of the catalogue. */
export async function savedTemplates(tx: Tx): Promise<EmailTemplate[]> {
  return (await findTemplates(tx)).filter(({ source }) => source === 'saved');
}

/** The templates in force for every code, in the order of the catalogue, own ones behind. */
export async function findTemplates(tx: Tx): Promise<EmailTemplate[]> {
  const saved = await tx.rows<EmailTemplate>(FIND_ALL, [tx.ctx.companyId]);
  const ofProduct = EMAIL_TEMPLATE_CODES.map(
    (code) => saved.find((template) => template.code === code) ?? defaultTemplate(code),
  );
  const own = saved.filter(({ code }) => isOwnTemplate(code));
  return [...ofProduct, ...own.toSorted((a, b) => (a.code < b.code ? -1 : 1))];
}

/** The codes whose template in force shows something of this name, in HTML and in text. */
export async function templatesThatShow(tx: Tx, name: string): Promise<ReadonlySet<string>> {
  const named = new RegExp(String.raw`\b${name}\b`);
  const all = await findTemplates(tx);
  const shows = (texts: readonly Pick<EmailTemplate, 'html' | 'text'>[]) =>
    texts.every(({ html, text }) => named.test(html) && named.test(text));
  return new Set(all.filter((each) => shows([each, ...each.translations])).map(({ code }) => code));
}

/** The template in force, its saved row locked until the end of the transaction. */
export async function lockTemplate(tx: Tx, code: EmailTemplateCode): Promise<EmailTemplate> {
  return (await tx.maybe<EmailTemplate>(LOCK, [tx.ctx.companyId, code])) ?? defaultTemplate(code);
}

export type TemplateText = Pick<
  EmailTemplate,
  'subject' | 'html' | 'text' | 'language' | 'translations' | 'active'
>;

/**
 * Stores the company's own template of a code in place of the one that was in force, as it was
 * locked.
 */
export async function storeTemplate(
  tx: Tx,
  { code, version }: Pick<EmailTemplate, 'code' | 'version'>,
  text: TemplateText,
): Promise<EmailTemplate> {
  const { subject, html, text: plain, language, translations, active } = text;
  const said = { code, subject, html, text: plain, language, translations, active, version };
  const saved = await SAVE.maybe<EmailTemplate>(tx, said);
  if (!saved) throw savedMeanwhile();
  return saved;
}

/** There was no row to lock: the transaction runs again and finds the one that was saved. */
function savedMeanwhile(): Error {
  const error = new Error('Somebody else has just saved the first template of this code');
  return Object.assign(error, { code: '40001' });
}

/** Forgets what the company has saved: of a code of the product the built-in one is in force. */
export async function removeTemplate(tx: Tx, code: EmailTemplateCode): Promise<void> {
  await tx.run(REMOVE, [tx.ctx.companyId, code]);
}
