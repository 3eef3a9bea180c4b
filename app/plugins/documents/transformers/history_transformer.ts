import { t } from '#kernel/contracts/main'

/** For `refreshHistory`. */
export const historyShape = t.object({
  currentVersion: t.integer({ minimum: 1 }),
  history: t.array(
    t.object({
      version: t.integer({ minimum: 1 }),
      key: t.text(),
      created: t.text({ description: 'UTC, as the editor shows it' }),
      user: t.object({ id: t.text(), name: t.text() }),
      changes: t.array(t.json(), {
        description: 'As the document server sent them; none where the history is too long',
      }),
      serverVersion: t.optional(t.text()),
    })
  ),
})

const openedShape = {
  fileType: t.text(),
  key: t.text(),
  url: t.text(),
}

/** For `setHistoryData`. */
export const historyDataShape = t.object({
  version: t.integer({ minimum: 1 }),
  ...openedShape,
  previous: t.optional(t.object(openedShape)),
  changesUrl: t.optional(t.text({ description: 'The archive that shows what changed' })),
  token: t.text({ description: 'Signs all of the above' }),
})
