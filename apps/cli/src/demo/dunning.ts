import { addDays, parseLocalDate } from '@quittance/calendar';
import { recall, until, type Step } from './story.js';

interface Identified {
  readonly id: string;
}

interface Schedule {
  readonly steps: readonly unknown[];
}

interface Pursued {
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
    await staff.post('/dunning/run');
    const attempts = await until('The letter', 60, async () => {
      const pursued = await staff.get<Pursued>(`/invoices/${id}/dunning`);
      return pursued.attempts.length > 0 ? pursued.attempts : undefined;
    });
    return [
      `${number} is 10 days overdue`,
      ...attempts.map(({ step, action, result, reason }) => {
        return `step ${step}, ${action}: ${reason ?? result}`;
      }),
    ];
  },
};
