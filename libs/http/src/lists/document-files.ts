import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import type { documentFiles } from '@quittance/lines';
import { drawnList } from './draw-rows.js';
import type { JsonText } from './json-text.js';
import type { ListCall } from './list-call.js';
import { Lists } from './lists.js';
import { PointedRows } from './pointed-rows.js';
import { rowField, type RowField } from './row-fields.js';

/** How documents become a file. */
type DocumentFile = ReturnType<typeof documentFiles.of>;

/** Documents whose lines are read at once: what is held does not grow with their number. */
const AT_ONCE = 50;

/** Downloads documents of a list with their lines, as an import takes them back. */
@Injectable()
export class DocumentFiles {
  constructor(
    private readonly lists: Lists,
    private readonly pointed: PointedRows,
  ) {}

  /**
   * Filter, scope and rights are those of the list. What the documents point at is named as far as
   * the actor may see it; a column of what may not be viewed is left out.
   * @throws DomainError invalid_list_request, validation_failed, permission_denied (export)
   */
  async answer<Row, Item extends object>(
    ctx: Ctx,
    list: ListDefinition<Row, Item>,
    call: ListCall,
    file: DocumentFile,
  ): Promise<JsonText | StreamableFile> {
    const besides: RowField[] = [];
    const asked = { list: list as never as ListDefinition, documented: [], pointed: this.pointed };
    for (const name of file.names) {
      const field = await rowField(ctx, asked, name);
      if (field && !field.refusal) besides.push(field);
    }
    const shown = new Set(besides.map(({ name }) => name));
    const isLeftOut = (name: string) => file.names.includes(name) && !shown.has(name);
    const drawn = drawnList(list, { fields: null, besides, display: false }, this.pointed, true);
    const isTable = call.format !== 'ndjson';
    const documents: ListDefinition<Row, object> = {
      ...drawn,
      fields: { ...file.fields, ...list.fields },
      columns: file.columns.filter((name) => !isLeftOut(name)),
      walked: AT_ONCE,
      complete: async (tx, items) => {
        const named = (await drawn.complete?.(tx, items)) ?? items;
        return file.rows(tx, named as never, isTable);
      },
    };
    return this.lists.answer(ctx, documents, { ...call, members: [] });
  }
}
