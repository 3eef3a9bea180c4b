import { t, type Shaped } from '#kernel/contracts/main'

export const importOutcomeShape = t.object(
  {
    rows: t.integer({ description: 'How many rows of the file hold a user' }),
    created: t.integer({ description: 'Rows that make a user; of a dry run, that would' }),
    updated: t.integer({ description: 'Rows that change a user; of a dry run, that would' }),
    unchanged: t.integer({ description: 'Rows of users who are as the file says' }),
    imported: t.integer({ description: 'Created and updated together; 0 for a dry run' }),
    faultCount: t.integer(),
    faults: t.array(
      t.object({
        row: t.integer({ description: 'As a spreadsheet counts: the titles are row 1' }),
        field: t.text(),
        message: t.text(),
      }),
      { description: 'The first 1,000; without `dryRun` faults answer 422' }
    ),
  },
  { title: 'ImportOutcome' }
)

export type ImportOutcome = Shaped<typeof importOutcomeShape>
