import { IntegerField } from '../input/number-fields.js';
import { ObjectField } from '../input/nested-fields.js';
import { EnumField } from '../input/text-fields.js';

export class LivenessDto {
  @EnumField(['live'])
  status: string;
}

class MigrationsDto {
  @IntegerField({ description: 'Migrations that have not run.' })
  pending: number;
}

class OutboxDto {
  @EnumField(['up', 'behind'], { description: 'Behind when an event has waited five minutes.' })
  status: string;

  @IntegerField({ description: 'Seconds that the oldest event has been waiting.' })
  lagSeconds: number;
}

export class ReadinessDto {
  @EnumField(['ready'])
  status: string;

  @EnumField(['up'])
  database: string;

  @ObjectField(() => MigrationsDto)
  migrations: MigrationsDto;

  @ObjectField(() => OutboxDto)
  outbox: OutboxDto;
}
