import { Controller, Get, Injectable, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '@quittance/database';
import { Answers, PathId, RequestCtx } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { readRecord } from '@quittance/objects';
import type { RecordId } from '@quittance/metadata';
import { findDuplicateRecords } from '@quittance/rules';
import { ObjectsAtHand } from '../objects/objects-at-hand.js';
import { ObjectName, type ObjectAddress, type RecordRoutes } from '../objects/record-routes.js';
import { renamed } from '../objects/records.controller.js';
import { PossibleDuplicatesDto } from './record-duplicates.dto.js';

/** Which other records of an object are the same as one. */
@Injectable()
export class DuplicateEndpoints {
  constructor(
    private readonly db: Database,
    private readonly objects: ObjectsAtHand,
  ) {}

  async find(ctx: Ctx, address: ObjectAddress, id: RecordId): Promise<PossibleDuplicatesDto> {
    const object = await this.objects.find(ctx, address);
    return this.db.read(ctx, async (tx) => {
      const values = await readRecord(tx, object, id);
      const [data = []] = await findDuplicateRecords(tx, object, [{ id, values }]);
      return { data };
    });
  }
}

export function recordDuplicatesController(routes: RecordRoutes): Type {
  const { one } = routes;

  @ApiTags(routes.tag)
  @routes.guard()
  @Controller(routes.path)
  class RecordDuplicatesController {
    constructor(private readonly duplicates: DuplicateEndpoints) {}

    @Get(':id/duplicates')
    @Answers(PossibleDuplicatesDto)
    @ApiOperation({
      summary: `What may be the same ${one}, by the duplicate rules`,
      description: 'Only what the caller may see.',
    })
    find(
      @RequestCtx() ctx: Ctx,
      @ObjectName(routes) object: ObjectAddress,
      @PathId('id') id: RecordId,
    ): Promise<PossibleDuplicatesDto> {
      return this.duplicates.find(ctx, object, id);
    }
  }
  return renamed(RecordDuplicatesController, `${routes.name}DuplicatesController`);
}
