import { addDays, parseLocalDate } from '@quittance/calendar';
import { recall, until, type Step } from './story.js';

interface Identified {
  readonly id: string;
}

interface Schedule {
  readonly steps: readonly unknown[];
}

interface Run extends Identified {
  readonly finishedAt: string | null;
}

interface Pursued {
  readonly heldBy: string | null;
  readonly overdue: boolean;
  readonly attempts: readonly {
    readonly step: number;
    readonly action: string;
    readonly result: string;
    readonly reason: string | null;
  }[];
}

const STEPS = [
  { step: 1, daysAfterDue: 7, action: 'reminder' },
  { step: 2, daysAfterDue: 30, action: 'warning' },
];

export const dunOverdue: Step = {
  title: 'Dun another invoice',
  async run(story) {
    const { staff } = story;
    const { steps } = await staff.get<Schedule>('/dunning/schedule');
    if (steps.length === 0) await staff.put('/dunning/schedule', { steps: STEPS });
    const today = parseLocalDate(recall(story, 'today'));
    const body = {
      accountId: recall(story, 'account'),
      currency: 'EUR',
      issueDate: addDays(today, -40),
      dueDate: addDays(today, -10),
      lines: [{ description: 'Grinder, on loan', quantity: '1', unitPrice: '120.00' }],
    };
    const { id } = await staff.post<Identified>('/invoices', { body });
    const { number } = await staff.post<{ readonly number: string }>(`/invoices/${id}/send`);
    const run = await staff.post<Run>('/dunning/run');
    await until('The dunning run', 60, async () => {
      return (await staff.get<Run>(`/dunning/runs/${run.id}`)).finishedAt ?? undefined;
    });
    const { attempts, heldBy } = await staff.get<Pursued>(`/invoices/${id}/dunning`);
    if (attempts.length === 0 && heldBy === null) throw new Error('Nobody dunned it');
    return [
      `${number} is 10 days overdue`,
      // A second story finds the customer told of another invoice a moment ago.
      ...(attempts.length > 0 ? [] : [`no letter yet: ${heldBy ?? ''}`]),
      ...attempts.map(({ step, action, result, reason }) => {
        return `step ${step}, ${action}: ${reason ?? result}`;
      }),
    ];
  },
};
