import { sql, type Tx } from '@quittance/database';
import type {
  MetadataUser,
  UsageCount,
  UsageSubject,
} from '../definitions/checks/metadata-usage.js';
import type { ListCatalogue } from '../lists/list-catalogue.js';

const MOST_NAMES = 10;

/*
 * `$1` the company, `$2` the object (for views the names of the lists of its records), `$3` the
 * field and `$4` the option, or null for the whole. An option is named by filters alone; a view
 * without a filter on it shows it all the same.
 */
const VIEWS = sql(`
  select v.name from customization.view v
  where v.company_id = $1 and v.object = any($2::text[]) and case
    when $3::text is null then true
    when $4::text is not null then jsonb_path_exists(v.filter,
      '$.** ? (@.field == $f && (@.value == $o || @.value[*] == $o))',
      jsonb_build_object('f', $3::text, 'o', $4::text))
    else v.columns ? $3::text
      or $3::text = any(string_to_array(replace(v.sort, '-', ''), ','))
      or jsonb_path_exists(v.filter, '$.** ? (@.field == $f)', jsonb_build_object('f', $3::text))
    end
  order by lower(v.name), v.id`);

const LAYOUTS = sql(`
  select l.name from customization.layout l
  where l.company_id = $1 and l.object = $2 and $4::text is null
    and ($3::text is null or jsonb_path_exists(l.sections, '$[*].fields[*] ? (@ == $f)',
      jsonb_build_object('f', $3::text)))
  order by lower(l.name), l.id`);

/** Forms that make records of the object, with the field filled in. */
const FORMS = sql(`
  select f.name from customization.form f
  where f.company_id = $1 and f.definition -> 'mapping' ->> 'object' = $2 and $4::text is null
    and ($3::text is null or f.definition -> 'mapping' -> 'fields' ? $3::text)
  order by lower(f.name), f.id`);

const KINDS = { views: VIEWS, layouts: LAYOUTS, forms: FORMS } as const;

/** The views, layouts and forms that name a piece of metadata. */
export function shapedByMetadata(lists: ListCatalogue): MetadataUser {
  return {
    async usageOf(tx: Tx, { object, field, option }: UsageSubject): Promise<readonly UsageCount[]> {
      return Promise.all(
        Object.entries(KINDS).map(async ([what, statement]) => {
          const asked = what === 'views' ? lists.namesOf(object) : object;
          const params = [tx.ctx.companyId, asked, field, option];
          const rows = await tx.rows<{ name: string }>(statement, params);
          const names = rows.slice(0, MOST_NAMES).map(({ name }) => name);
          return { what, count: rows.length, names };
        }),
      );
    },
  };
}
