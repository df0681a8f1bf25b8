import type { ScheduleId } from '@quittance/kernel';
import { aScheduleLine } from '../testing/a-schedule.js';
import { linesBySchedule } from './lines-by-schedule.js';

const [one, other] = ['one', 'other'] as ScheduleId[];

const line = (scheduleId: ScheduleId | undefined, position: number, description: string) => {
  return { ...aScheduleLine({ description }), scheduleId: scheduleId as ScheduleId, position };
};

it('has the lines of each schedule in document order, however they arrive', () => {
  const lines = linesBySchedule([
    line(one, 1, 'a'),
    line(one, 2, 'b'),
    line(other, 3, 'third'),
    line(other, 1, 'first'),
    line(other, 2, 'second'),
  ]);
  const described = [...lines].map(([id, own]) => [id, own.map(({ description }) => description)]);
  expect(described).toEqual([
    ['one', ['a', 'b']],
    ['other', ['first', 'second', 'third']],
  ]);
});
