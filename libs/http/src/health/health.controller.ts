import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { databaseUnavailable } from '@quittance/database';
import { Public } from '../access/marks.js';
import { Answers } from '../docs/answers.decorator.js';
import { notReady } from '../http.errors.js';
import { Problems } from '../problems/problems.decorator.js';
import { LivenessDto, ReadinessDto } from './health.dto.js';
import { Readiness, type ReadinessView } from './readiness.js';

@Controller('health')
@Public()
@ApiTags('Operation')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process runs. */
  @Get('live')
  @Answers(LivenessDto)
  @ApiOperation({ summary: 'Whether the process runs' })
  live(): LivenessDto {
    return { status: 'live' };
  }

  /** The process can serve: the database does what requests ask and every migration has run. */
  @Get('ready')
  @Answers(ReadinessDto)
  @Problems(notReady, databaseUnavailable)
  @ApiOperation({ summary: 'Whether the process can serve' })
  ready(): Promise<ReadinessView> {
    return this.readiness.check();
  }
}
