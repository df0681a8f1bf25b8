import { Controller, Get, Injectable, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database, type Tx } from '@quittance/database';
import { Answers, masterName, PortalCaller, PortalRoute } from '@quittance/http/host';
import { isMasterType, masterOptions } from '@quittance/masters';
import { CompanyModels, objectOf } from '@quittance/metadata';
import type { PortalCtx, PortalDirectory } from '@quittance/portal';
import { PREFIXES, renamedFor, TAGS } from '../identity/directories.js';
import { OpenedFieldsDto } from './opened-fields.dto.js';
import { OPENED_OBJECTS } from './opened-objects.js';
import { openedMasters, toldFields, type ToldChoice } from './told-field.js';

/** The fields of their own that companies have opened to users of their portals. */
@Injectable()
abstract class OpenedFieldRoutes {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  @Get()
  @Answers(OpenedFieldsDto)
  @ApiOperation({
    summary: 'The fields of its own that the company has opened',
    description:
      'By object, for an application to show and to ask for them: records have them as members ' +
      'of these names. What the user may not see has no field here.',
  })
  fields(@PortalCaller() ctx: PortalCtx): Promise<OpenedFieldsDto> {
    const { directory: portal, rights } = ctx.portal;
    const seesPrices = rights.has('seePricing');
    return this.db.read(ctx, async (tx) => {
      const model = await this.models.of(tx);
      const seen = OPENED_OBJECTS[portal].flatMap((each) => {
        const isSeen = each.needs?.some((right) => rights.has(right)) ?? true;
        return isSeen ? [{ ...each, of: objectOf(model, each.name) }] : [];
      });
      const masters = await choices(
        tx,
        seen.flatMap(({ of }) => openedMasters(of, portal, seesPrices)),
      );
      const objects = seen.map(({ of, ...each }) => {
        const fields = toldFields(of, { ...each, portal, seesPrices, masters });
        return { object: each.name, label: of.label, fields };
      });
      return { objects: objects.filter(({ fields }) => fields.length > 0) };
    });
  }
}

/** One statement for all types; none where no field has entries of masters for its choices. */
async function choices(
  tx: Tx,
  types: readonly string[],
): Promise<(type: string) => readonly ToldChoice[]> {
  const known = types.filter(isMasterType);
  const entries = known.length > 0 ? await masterOptions(tx, known) : [];
  const { locale } = tx.ctx;
  return (wanted) =>
    entries.flatMap(({ type, code, name, colour }) => {
      if (type !== wanted) return [];
      const label = masterName(locale, { type, code }, name) ?? name;
      return [{ code, label, colour, active: true }];
    });
}

/** The same for the users of one directory. */
export function openedFieldsController(directory: PortalDirectory): Type {
  @ApiTags(TAGS[directory])
  @PortalRoute({ directory })
  @Controller(`${PREFIXES[directory]}/fields`)
  class OpenedFieldsController extends OpenedFieldRoutes {}
  return renamedFor(directory, OpenedFieldsController);
}
