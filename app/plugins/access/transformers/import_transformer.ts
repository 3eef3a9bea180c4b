import { t, type Shaped } from '#kernel/contracts/main'

export const importOutcomeShape = t.object(
  {
    rows: t.integer({ description: 'How many rows of the file hold a user' }),
    imported: t.integer({ description: '0 for a dry run' }),
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
